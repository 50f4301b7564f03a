import type { Crash, KeptLine } from './kept-line.ts';

/** A report is longer only when every thread is told; the rest stays in the log. */
const mostLines = 2_000;

/** An exception that nobody caught (RuntimeInit.java). */
const fatalException = /FATAL EXCEPTION/;
/** ProcessErrorStateRecord.java */
const anr = /^ANR in (\S+)/;
/** libc, at the moment (debuggerd_handler.cpp). */
const fatalSignal = /^Fatal signal \d+ \([A-Z]+\)/;
/** crash_dump's report, its first line and the one that names the process (tombstone_proto_to_text.cpp). */
const tombstoneStart = /^(\*\*\* ){8}/;
const tombstoneName = /name: .* >>> (.+) <<</;
const tombstoneSignal = /^signal \d+ \(/;

/** Finds the reports among lines that come one after the other, those of other processes between them. */
export class CrashFinder {
  #lastId = 0;
  /** The report that a process is writing, by process and tag. */
  readonly #open = new Map<string, Crash>();
  /** A fatal signal whose tombstone has not come. */
  #signalled: Crash | null = null;

  /** Adds the line to its report, if it is part of one; resolves to that report when it is new. */
  take(line: KeptLine): Crash | null {
    const key = `${line.pid} ${line.tag}`;
    const begun = this.#begin(line);
    if (begun !== null) this.#open.set(key, begun.crash);
    const crash = begun?.crash ?? this.#going(line, key);
    if (crash === null) return null;
    if (crash.lines.length < mostLines) crash.lines.push(line);
    line.crash = crash;
    describe(crash, line);
    return begun?.isNew === true ? crash : null;
  }

  #begin(line: KeptLine): { readonly crash: Crash; readonly isNew: boolean } | null {
    const { tag, level, text } = line;
    if (tag === 'AndroidRuntime' && level === 'E' && fatalException.test(text)) {
      return this.#new('java', line);
    }
    if (tag === 'ActivityManager' && level === 'E' && anr.test(text)) return this.#new('anr', line);
    if (tag === 'libc' && level === 'F' && fatalSignal.test(text)) {
      const begun = this.#new('native', line);
      this.#signalled = begun.crash;
      return begun;
    }
    if (tag !== 'DEBUG' || level !== 'F' || !tombstoneStart.test(text)) return null;
    const signalled = this.#signalled;
    this.#signalled = null;
    return signalled === null ? this.#new('native', line) : { crash: signalled, isNew: false };
  }

  #new(kind: Crash['kind'], line: KeptLine): { readonly crash: Crash; readonly isNew: true } {
    const process = line.process ?? '';
    const crash = { id: ++this.#lastId, kind, process, what: line.text, lines: [] };
    return { crash, isNew: true };
  }

  /** The report that this line goes on with. */
  #going(line: KeptLine, key: string): Crash | null {
    const crash = this.#open.get(key);
    const last = crash?.lines.at(-1);
    if (crash === undefined || last === undefined) return null;
    // ActivityManager says much; what belongs together was written in one moment.
    const goesOn =
      line.level === last.level &&
      line.tid === last.tid &&
      (crash.kind !== 'anr' || line.time === last.time) &&
      (crash.kind !== 'native' || line.tag === 'DEBUG');
    if (goesOn) return crash;
    this.#open.delete(key);
    return null;
  }
}

/** What a report's lines say about it, beyond its first. */
function describe(crash: Crash, { text }: KeptLine): void {
  const index = crash.lines.length - 1;
  if (crash.kind === 'java') {
    const named = /^Process: (\S+), PID: \d+/.exec(text)?.[1];
    if (named !== undefined) crash.process = named;
    // `FATAL EXCEPTION: main`, then who, then what; older reports leave out who.
    else if (index > 0 && index < 3 && fatalException.test(crash.what)) crash.what = text;
  } else if (crash.kind === 'anr') {
    crash.process = anr.exec(text)?.[1] ?? crash.process;
    if (index > 0 && text.startsWith('Reason: ')) crash.what = text.slice('Reason: '.length);
  } else {
    crash.process = tombstoneName.exec(text)?.[1] ?? crash.process;
    if (tombstoneStart.test(crash.what) && tombstoneSignal.test(text)) crash.what = text;
  }
}
