import type { LogBatch, LogLine, ProcessName } from '#core/link/phone-status.ts';
import { isOwn, type LineMatcher } from './log-filter.ts';
import { CrashFinder, type Crash, type KeptLine } from './log-lines.ts';

type ComparableLine = Pick<LogLine, 'time' | 'pid' | 'tid' | 'tag' | 'text'>;

/** Most lines compared; more than a phone writes in a millisecond. */
const maxComparedLines = 500;

/** Recognises the lines that a reconnected phone sends again from the start of its log. */
class LogOverlap {
  /** The latest timestamp among the known lines. */
  #time = '';
  /** The known lines with that timestamp. */
  #known = new Set<string>();
  #isDone = true;

  /** Call when the log is about to be sent from its start and these lines are known. */
  startResend(lines: readonly ComparableLine[]): void {
    this.remember(lines);
    this.#isDone = this.#time === '';
  }

  /** Remembers these lines, in case the log is sent again. */
  remember(lines: readonly ComparableLine[]): void {
    const tail = lines.slice(-maxComparedLines);
    // Not simply the last line's: lines of several log buffers arrive slightly out of order.
    const latest = tail.reduce((time, line) => (line.time > time ? line.time : time), '');
    if (latest === '') return;
    this.#time = latest;
    this.#known = new Set(tail.filter(({ time }) => time === latest).map(keyOf));
  }

  /** Forgets all known lines. */
  clear(): void {
    this.#time = '';
    this.#known.clear();
    this.#isDone = true;
  }

  isKnown(line: ComparableLine): boolean {
    if (this.#isDone) return false;
    if (line.time > this.#time) {
      this.#isDone = true;
      return false;
    }
    return line.time < this.#time || this.#known.has(keyOf(line));
  }
}

function keyOf({ time, pid, tid, tag, text }: ComparableLine): string {
  return JSON.stringify([time, pid, tid, tag, text]);
}

/** Lines that are kept: about eight minutes at a hundred lines a second, and about 20 MB. */
const capacity = 50_000;
/** Dropping lines copies all the others, so at least this many are dropped at once. */
const minDropCount = 2_000;

/** The lines of the log, and those that match the filter. Not reactive: its owner updates the view. */
export class LogLineBuffer {
  /** Oldest first. */
  lines: KeptLine[] = [];
  /** The lines that match the filter, up to the pause if there is one. */
  shownLines: KeptLine[] = [];
  /** Crashes in the kept lines, oldest first. */
  crashes: readonly Crash[] = [];
  /** How many lines were dropped from the start of `shownLines`, in total; the view scrolls up by them. */
  droppedCount = 0;
  /** How many of the kept lines Handset itself caused. */
  ownCount = 0;
  /** How many lines were skipped because the phone wrote faster than they could be sent. */
  skippedCount = 0;
  /** How often each tag and each process name occurred. */
  readonly tags = new Map<string, number>();
  readonly processes = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #crashFinder = new CrashFinder();
  readonly #overlap = new LogOverlap();
  #matches: LineMatcher = () => true;
  /** Whether earlier lines have become part of an app's, which the filter may ask for. */
  #isFilterOutdated = false;
  #number = 0;
  /** Number of the last line shown while paused; null when not paused. */
  #pausedAt: number | null = null;
  #lastReceivedNumber = 0;

  /** Call when the same phone's log is opened again: lines that are already known are skipped. */
  reopen(): void {
    this.#lastReceivedNumber = 0;
    this.#overlap.startResend(this.lines);
  }

  add({ lines, processNames }: Omit<LogBatch, 'phoneAheadMs'>): void {
    for (const line of lines) this.#add(line);
    if (processNames.length > 0) this.#nameProcesses(processNames);
    if (this.#isFilterOutdated) this.#applyFilter();
    this.#dropOldest();
  }

  /** Sets the filter. */
  setFilter(matches: LineMatcher): void {
    this.#matches = matches;
    this.#applyFilter();
  }

  get paused(): boolean {
    return this.#pausedAt !== null;
  }

  /** While paused, `shownLines` does not change, but lines are still collected. */
  set paused(paused: boolean) {
    this.#pausedAt = paused ? this.#number : null;
    if (!paused) this.#applyFilter();
  }

  /** Moves the pause, if there is one, after the last line. */
  catchUp(): void {
    if (this.#pausedAt !== null) this.#pausedAt = this.#number;
    this.#applyFilter();
  }

  /** How many lines have arrived since the pause. */
  get behind(): number {
    return this.#pausedAt === null ? 0 : this.#number - this.#pausedAt;
  }

  /** Drops the lines; the phone keeps its log. */
  clear(): void {
    this.#overlap.remember(this.lines);
    this.lines = [];
    this.crashes = [];
    this.ownCount = 0;
    this.skippedCount = 0;
    this.catchUp();
  }

  /** Drops everything, for another phone's log. */
  reset(): void {
    this.clear();
    this.#overlap.clear();
    this.#lastReceivedNumber = 0;
    for (const map of [this.tags, this.processes, this.#names]) map.clear();
  }

  #add(logLine: LogLine): void {
    if (this.#lastReceivedNumber > 0)
      this.skippedCount += logLine.number - this.#lastReceivedNumber - 1;
    this.#lastReceivedNumber = logLine.number;
    if (this.#overlap.isKnown(logLine)) return;
    const process = logLine.process ?? this.#names.get(logLine.pid) ?? null;
    const line: KeptLine = { ...logLine, number: ++this.#number, process, crash: null };
    this.lines.push(line);
    if (isOwn(line)) this.ownCount++;
    countName(this.tags, line.tag);
    if (process !== null) countName(this.processes, process);
    const change = this.#crashFinder.addLine(line);
    if (change === 'started' && line.crash !== null) this.crashes = [...this.crashes, line.crash];
    if (change === 'named') this.#isFilterOutdated = true;
    if (this.#pausedAt === null && this.#matches(line)) this.shownLines.push(line);
  }

  /** Adds process names to earlier lines, which may match the filter only now. */
  #nameProcesses(processNames: readonly ProcessName[]): void {
    const names = new Map(processNames.map(({ pid, name }) => [pid, name]));
    for (const [pid, name] of names) this.#names.set(pid, name);
    for (const line of this.lines) {
      const name = line.process === null ? names.get(line.pid) : undefined;
      if (name === undefined) continue;
      line.process = name;
      this.#isFilterOutdated = true;
    }
    for (const name of names.values()) countName(this.processes, name);
  }

  #applyFilter(): void {
    this.#isFilterOutdated = false;
    const last = this.#pausedAt ?? Infinity;
    this.shownLines = this.lines.filter((line) => line.number <= last && this.#matches(line));
  }

  #dropOldest(): void {
    if (this.lines.length < capacity + minDropCount) return;
    this.lines = this.lines.slice(-capacity);
    this.ownCount = this.lines.filter(isOwn).length;
    const first = this.lines[0]?.number ?? 0;
    this.crashes = this.crashes.filter(({ lines }) => (lines.at(-1)?.number ?? 0) >= first);
    // A paused view keeps its lines.
    if (this.#pausedAt !== null) return;
    const kept = this.shownLines.findIndex(({ number }) => number >= first);
    const dropped = kept < 0 ? this.shownLines.length : kept;
    this.shownLines = this.shownLines.slice(dropped);
    this.droppedCount += dropped;
  }
}

/** Most names counted, since an app can make up any number of them. */
const maxNames = 2_000;

function countName(names: Map<string, number>, name: string): void {
  const before = names.get(name);
  if (before !== undefined || names.size < maxNames) names.set(name, (before ?? 0) + 1);
}
