import type { Crash, KeptLine } from './kept-line.ts';

/** Most lines of a report; only a dump of all threads is longer, and the log keeps its rest. */
const mostLines = 2_000;

/** An uncaught exception (RuntimeInit.java). */
const fatalException = /FATAL EXCEPTION/;
/** App not responding (ProcessErrorStateRecord.java). */
const anr = /^ANR in (\S+)/;
/** A fatal signal, logged by libc before the tombstone (debuggerd_handler.cpp). */
const fatalSignal = /^Fatal signal \d+ \([A-Z]+\)/;
/** A tombstone by crash_dump: its first line, then the lines with the process and the signal (tombstone_proto_to_text.cpp). */
const tombstoneStart = /^(\*\*\* ){8}/;
const tombstoneName = /name: .* >>> (.+) <<</;
const tombstoneSignal = /^signal \d+ \(/;

/** Collects crash reports from the log, whose lines are interleaved with those of other processes. */
export class CrashFinder {
  #lastId = 0;
  /** Reports that are still being written, by process id and tag. */
  readonly #open = new Map<string, Crash>();
  /** The report of a fatal signal whose tombstone has not arrived yet. */
  #signalled: Crash | null = null;

  /** Adds the line to the report it belongs to, if any. Returns the report when this line starts it. */
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

  /** The open report that this line continues; null when there is none. */
  #going(line: KeptLine, key: string): Crash | null {
    const crash = this.#open.get(key);
    const last = crash?.lines.at(-1);
    if (crash === undefined || last === undefined) return null;
    // ActivityManager logs much else; the lines of an ANR have the same timestamp.
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

/** Updates a report's process and summary from one of its lines. */
function describe(crash: Crash, { text }: KeptLine): void {
  const index = crash.lines.length - 1;
  if (crash.kind === 'java') {
    const named = /^Process: (\S+), PID: \d+/.exec(text)?.[1];
    if (named !== undefined) crash.process = named;
    // `FATAL EXCEPTION: main`, then the process, then the exception; older reports omit the process.
    else if (index > 0 && index < 3 && fatalException.test(crash.what)) crash.what = text;
  } else if (crash.kind === 'anr') {
    crash.process = anr.exec(text)?.[1] ?? crash.process;
    if (index > 0 && text.startsWith('Reason: ')) crash.what = text.slice('Reason: '.length);
  } else {
    crash.process = tombstoneName.exec(text)?.[1] ?? crash.process;
    if (tombstoneStart.test(crash.what) && tombstoneSignal.test(text)) crash.what = text;
  }
}
