import type { LogBatch, LogLine, ProcessName } from '../../../core/link/phone-log.ts';
import { CrashFinder } from './crashes.ts';
import type { Crash, KeptLine } from './kept-line.ts';
import type { Matcher } from './log-filter.ts';
import { Overlap } from './overlap.ts';

/** Lines that are kept: about eight minutes at a hundred lines a second, and about 20 MB. */
const capacity = 50_000;
/** Dropping lines copies all the others, so at least this many are dropped at once. */
const slack = 2_000;

/** The lines of the log, and those that match the filter. Not reactive: its owner updates the view. */
export class LogBook {
  /** Oldest first. */
  lines: KeptLine[] = [];
  /** The lines that match the filter, up to the pause if there is one. */
  shown: KeptLine[] = [];
  /** Crashes in the kept lines, oldest first. */
  crashes: readonly Crash[] = [];
  /** How many lines were dropped from the start of `shownLines`, in total; the view scrolls up by them. */
  cutOff = 0;
  /** How many lines were skipped because the phone wrote faster than they could be sent. */
  leftOut = 0;
  /** How often each tag and each process name occurred. */
  readonly tags = new Map<string, number>();
  readonly processes = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #finder = new CrashFinder();
  readonly #overlap = new Overlap();
  #matches: Matcher = () => true;
  #number = 0;
  /** Number of the last line shown while paused; null when not paused. */
  #pausedAt: number | null = null;
  #lastTold = 0;

  /** Call when the same phone's log is opened again: lines that are already known are skipped. */
  reopen(): void {
    this.#lastTold = 0;
    this.#overlap.begin(this.lines);
  }

  add({ lines, named }: LogBatch): void {
    for (const line of lines) this.#add(line);
    if (named.length > 0) this.#name(named);
    this.#cut();
  }

  /** Sets the filter. */
  filter(matches: Matcher): void {
    this.#matches = matches;
    this.#choose();
  }

  get paused(): boolean {
    return this.#pausedAt !== null;
  }

  /** While paused, `shownLines` does not change, but lines are still collected. */
  set paused(paused: boolean) {
    this.#pausedAt = paused ? this.#number : null;
    if (!paused) this.#choose();
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
    this.leftOut = 0;
    if (this.#pausedAt !== null) this.#pausedAt = this.#number;
    this.#choose();
  }

  /** Drops everything, for another phone's log. */
  restart(): void {
    this.clear();
    this.#overlap.forget();
    this.#lastTold = 0;
    for (const map of [this.tags, this.processes, this.#names]) map.clear();
  }

  #add(told: LogLine): void {
    if (this.#lastTold > 0) this.leftOut += told.number - this.#lastTold - 1;
    this.#lastTold = told.number;
    if (this.#overlap.isKnown(told)) return;
    const process = told.process ?? this.#names.get(told.pid) ?? null;
    const line: KeptLine = { ...told, number: ++this.#number, process, crash: null };
    this.lines.push(line);
    count(this.tags, line.tag);
    if (process !== null) count(this.processes, process);
    const crash = this.#finder.take(line);
    if (crash !== null) this.crashes = [...this.crashes, crash];
    if (this.#pausedAt === null && this.#matches(line)) this.shown.push(line);
  }

  /** Adds process names to earlier lines, which may match the filter only now. */
  #name(named: readonly ProcessName[]): void {
    const names = new Map(named.map(({ pid, name }) => [pid, name]));
    for (const [pid, name] of names) this.#names.set(pid, name);
    let changed = false;
    for (const line of this.lines) {
      const name = line.process === null ? names.get(line.pid) : undefined;
      if (name === undefined) continue;
      line.process = name;
      changed = true;
    }
    for (const name of names.values()) count(this.processes, name);
    if (changed) this.#choose();
  }

  #choose(): void {
    const last = this.#pausedAt ?? Infinity;
    this.shown = this.lines.filter((line) => line.number <= last && this.#matches(line));
  }

  #cut(): void {
    if (this.lines.length < capacity + slack) return;
    this.lines = this.lines.slice(-capacity);
    const first = this.lines[0]?.number ?? 0;
    this.crashes = this.crashes.filter(({ lines }) => (lines.at(-1)?.number ?? 0) >= first);
    // A paused view keeps its lines.
    if (this.#pausedAt !== null) return;
    const kept = this.shown.findIndex(({ number }) => number >= first);
    const gone = kept < 0 ? this.shown.length : kept;
    this.shown = this.shown.slice(gone);
    this.cutOff += gone;
  }
}

/** Most names counted, since an app can make up any number of them. */
const mostNames = 2_000;

function count(names: Map<string, number>, name: string): void {
  const before = names.get(name);
  if (before !== undefined || names.size < mostNames) names.set(name, (before ?? 0) + 1);
}
