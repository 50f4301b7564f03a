import type { LogLine } from '#core/link/phone-status.ts';
import { plainText } from '../../ui/plain-text.ts';

/** A log line as the page keeps it. A plain object, not a Svelte proxy: there are tens of thousands. */
export interface KeptLine extends Omit<LogLine, 'process'> {
  /** Unique; keeps counting when the log is reopened. */
  readonly number: number;
  /** Process name; for some lines it arrives later. */
  process: string | null;
  /** The crash report that the line is part of. */
  crash: Crash | null;
}

/** The report of a crash or of an app that does not respond. */
export interface Crash {
  readonly id: number;
  readonly kind: 'java' | 'native' | 'anr';
  /** Name of the process; empty while unknown. */
  process: string;
  /** What happened: a line of the report. */
  summary: string;
  readonly lines: KeptLine[];
}

/** A local time, in milliseconds as if it were UTC, as the log writes it. */
export function logTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(5, 23).replace('T', ' ');
}

/** The index of the first line that is not before the place searched for, or their count. */
export function lowerBound<Item>(
  lines: readonly Item[],
  isBefore: (line: Item) => boolean,
): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle];
    if (line !== undefined && isBefore(line)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line as logcat prints it with `-v threadtime`. */
export function threadtime(line: KeptLine): string {
  const { time, pid, tid, level, tag, text } = line;
  const [process, thread] = [pid, tid].map((id) => String(id).padStart(5));
  return `${time} ${process} ${thread} ${level} ${tag.padEnd(8)}: ${text}`;
}

/** A line's text for display: tabs become four spaces, invisible characters are spelled out. */
export function displayText(text: string): string {
  return plainText(text.replaceAll('\t', '    '));
}

/** Lines as text in the `threadtime` format, each with a newline. */
export function threadtimeText(lines: readonly KeptLine[]): string {
  return lines.map((line) => `${threadtime(line)}\n`).join('');
}

/** Most lines of a report; only a dump of all threads is longer, and the log keeps its rest. */
const maxReportLines = 2_000;

/** An uncaught exception (RuntimeInit.java). */
const fatalException = /FATAL EXCEPTION/;
/** App not responding (ProcessErrorStateRecord.java). */
const anrStart = /^ANR in (\S+)/;
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
  #pendingSignal: Crash | null = null;

  /** Adds the line to the report it belongs to, if any. Returns whether it starts the report, or names its process. */
  addLine(line: KeptLine): 'started' | 'named' | null {
    const key = `${line.pid} ${line.tag}`;
    const started = this.#startReport(line);
    if (started !== null) this.#open.set(key, started.crash);
    const crash = started?.crash ?? this.#openReport(line, key);
    if (crash === null) return null;
    if (crash.lines.length < maxReportLines) crash.lines.push(line);
    line.crash = crash;
    const { process } = crash;
    updateSummary(crash, line);
    if (started?.isNew === true) return 'started';
    return crash.process === process ? null : 'named';
  }

  #startReport(line: KeptLine): { readonly crash: Crash; readonly isNew: boolean } | null {
    const { tag, level, text } = line;
    if (tag === 'AndroidRuntime' && level === 'E' && fatalException.test(text)) {
      return this.#newReport('java', line);
    }
    if (tag === 'ActivityManager' && level === 'E' && anrStart.test(text))
      return this.#newReport('anr', line);
    if (tag === 'libc' && level === 'F' && fatalSignal.test(text)) {
      const started = this.#newReport('native', line);
      this.#pendingSignal = started.crash;
      return started;
    }
    if (tag !== 'DEBUG' || level !== 'F' || !tombstoneStart.test(text)) return null;
    const pendingSignal = this.#pendingSignal;
    this.#pendingSignal = null;
    return pendingSignal === null
      ? this.#newReport('native', line)
      : { crash: pendingSignal, isNew: false };
  }

  #newReport(kind: Crash['kind'], line: KeptLine): { readonly crash: Crash; readonly isNew: true } {
    const process = line.process ?? '';
    const crash = { id: ++this.#lastId, kind, process, summary: line.text, lines: [] };
    return { crash, isNew: true };
  }

  /** The open report that this line continues; null when there is none. */
  #openReport(line: KeptLine, key: string): Crash | null {
    const crash = this.#open.get(key);
    const last = crash?.lines.at(-1);
    if (crash === undefined || last === undefined) return null;
    // ActivityManager logs much else; the lines of an ANR have the same timestamp.
    const continues =
      line.level === last.level &&
      line.tid === last.tid &&
      (crash.kind !== 'anr' || line.time === last.time) &&
      (crash.kind !== 'native' || line.tag === 'DEBUG');
    if (continues) return crash;
    this.#open.delete(key);
    return null;
  }
}

/** Updates a report's process and summary from one of its lines. */
function updateSummary(crash: Crash, { text }: KeptLine): void {
  const index = crash.lines.length - 1;
  if (crash.kind === 'java') {
    const processName = /^Process: (\S+), PID: \d+/.exec(text)?.[1];
    if (processName !== undefined) crash.process = processName;
    // `FATAL EXCEPTION: main`, then the process, then the exception; older reports omit the process.
    else if (index > 0 && index < 3 && fatalException.test(crash.summary)) crash.summary = text;
  } else if (crash.kind === 'anr') {
    crash.process = anrStart.exec(text)?.[1] ?? crash.process;
    if (index > 0 && text.startsWith('Reason: ')) crash.summary = text.slice('Reason: '.length);
  } else {
    crash.process = tombstoneName.exec(text)?.[1] ?? crash.process;
    if (tombstoneStart.test(crash.summary) && tombstoneSignal.test(text)) crash.summary = text;
  }
}
