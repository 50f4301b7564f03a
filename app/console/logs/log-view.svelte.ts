import { toWire, type WireError } from '#core/errors.ts';
import { fileNameOf } from '#core/link/file-name.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { Call } from '#core/call.ts';
import { downloadFile } from '../../ui/save-file.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import { LogLineBuffer } from './log-buffer.ts';
import {
  compileFilter,
  countParts,
  emptyFilter,
  type LogFilter,
  parseFilter,
} from './log-filter.ts';
import { logTime, lowerBound, threadtimeText, type Crash, type KeptLine } from './log-lines.ts';

/** A snapshot of the buffer, replaced with every batch. The lines themselves are not reactive. */
interface LogSnapshot {
  /** Lines that match the filter, oldest first; may be the previous array, grown. */
  readonly lines: readonly KeptLine[];
  readonly count: number;
  /** How many lines are kept. */
  readonly totalCount: number;
  readonly behind: number;
  /** How many of the kept lines Handset itself caused. */
  readonly ownCount: number;
  readonly skippedCount: number;
  /** How many lines were dropped from the start of `lines`, in total. */
  readonly droppedCount: number;
  readonly crashes: readonly Crash[];
  /** How many of them happened since the log was opened and the user last looked at the list of crashes. */
  readonly newCrashCount: number;
  /** Time of the last line, by the phone's clock. */
  readonly time: string;
}

/** What the console keeps for the log panel, whose code is loaded when it is first opened. */
export interface LogsState {
  readonly link: WorkerLink;
  /** The call whose lines the panel shows next. */
  callToShow: Call | null;
  /** Created when the panel is first shown or a command needs it, then kept with its lines. */
  view: LogView | null;
}

/** The log's view, which is created on first use. */
export function logViewOf(logs: LogsState): LogView {
  return (logs.view ??= new LogView(logs.link));
}

/** State of the log panel: the lines, the filter and the user's choices. */
export class LogView {
  readonly #buffer = new LogLineBuffer();
  readonly #link: WorkerLink;
  /** The last crash that does not count as new: the phone kept it from before, or the user has looked at the list since. */
  #lastKnownCrashId = 0;
  #watchedSinceMs = 0;
  #snapshot = $state.raw<LogSnapshot>(snapshotOf(this.#buffer, 0));
  #filter = $state.raw<LogFilter>(parseFilter(recallInTab('log-filter')));
  /** What is wrong with the filter's regular expression; null when nothing is. */
  patternError = $state<string | null>(null);
  #paused = $state(false);
  #wraps = $state(recall('log-wrap') === 'on');
  /** Whether the log has sent lines since it was opened, or was silent long enough to count as empty. */
  isReady = $state(false);
  /** Whether the log of a phone was ever opened. */
  wasOpened = $state(false);
  error = $state.raw<WireError | null>(null);
  /** Whether the filter's fields are shown in a narrow panel; a wide one always shows them. */
  areFiltersShown = $state(false);
  #areCrashesShown = $state(false);
  /** Whether the user has cleared the list. */
  cleared = $state(false);
  #phoneAheadMs = $state.raw<number | null>(null);
  /** Serial number of the phone whose lines are kept. */
  #serial = '';

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('log', (batch) => {
      this.#buffer.add(batch);
      this.#phoneAheadMs = batch.phoneAheadMs;
      if (performance.now() - this.#watchedSinceMs < earlierLinesMs)
        this.#lastKnownCrashId = this.#buffer.crashes.at(-1)?.id ?? 0;
      this.isReady = true;
      this.#updateSnapshot();
    });
    this.#applyFilter();
  }

  get snapshot(): LogSnapshot {
    return this.#snapshot;
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get isFiltered(): boolean {
    return countParts(this.#filter) > 0;
  }

  /** How many parts of the filter exclude lines; an expression does not before it is valid. */
  get filteredParts(): number {
    return countParts(this.#filter) - (this.patternError === null ? 0 : 1);
  }

  /** How many lines are kept, without Handset's own where they are hidden. */
  get filterableCount(): number {
    const { totalCount, ownCount } = this.#snapshot;
    return totalCount - (this.#filter.showsOwn ? 0 : ownCount);
  }

  /** Changes parts of the filter. */
  setFilter(change: Partial<LogFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.#applyFilter();
    // Stored last, so that a filter that hangs the page is not there after a reload.
    const isDefault = !this.isFiltered && !this.#filter.showsOwn;
    rememberInTab('log-filter', isDefault ? null : JSON.stringify(this.#filter));
  }

  clearFilter(): void {
    this.setFilter({ ...emptyFilter, showsOwn: this.#filter.showsOwn });
  }

  get paused(): boolean {
    return this.#paused;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.#buffer.paused = paused;
    this.#updateSnapshot();
  }

  /** Shows the lines that came since the pause, which goes on. */
  catchUp(): void {
    this.#buffer.catchUp();
    this.#updateSnapshot();
  }

  /** Whether long lines wrap; stored in this browser. */
  get wraps(): boolean {
    return this.#wraps;
  }

  set wraps(wraps: boolean) {
    this.#wraps = wraps;
    remember('log-wrap', wraps ? 'on' : null);
  }

  /** Whether the crashes are listed. */
  get areCrashesShown(): boolean {
    return this.#areCrashesShown;
  }

  /** Showing or hiding the list makes all crashes so far count as seen. */
  set areCrashesShown(areShown: boolean) {
    this.#areCrashesShown = areShown;
    this.#lastKnownCrashId = this.#buffer.crashes.at(-1)?.id ?? 0;
    this.#updateSnapshot();
  }

  clear(): void {
    this.#buffer.clear();
    this.cleared = true;
    this.#updateSnapshot();
  }

  /** All kept lines, regardless of the filter. */
  get allLines(): readonly KeptLine[] {
    return this.#buffer.lines;
  }

  /** Saves these lines, by default those that match the filter, as a file named after the phone's model. */
  save(model: string, lines: readonly KeptLine[] = this.snapshot.lines): void {
    const file = new Blob([threadtimeText(lines)], { type: 'text/plain;charset=utf-8' });
    downloadFile(file, fileNameOf(`${model} log`, Date.now(), 'txt'));
  }

  /** The first listed line written at or after this time of the computer, as an index; -1 while there is none, or where the log began later. */
  rowAt(epochMs: number): number {
    const { lines } = this.#snapshot;
    if (this.#phoneAheadMs === null) return -1;
    const time = logTime(epochMs + this.#phoneAheadMs);
    const row = lowerBound(lines, (line) => line.time < time);
    return row === lines.length || (this.allLines[0]?.time ?? '') > time ? -1 : row;
  }

  /** The most frequent names, as suggestions for a field. */
  suggestions(kind: 'tags' | 'processes'): readonly string[] {
    const byFrequency = [...this.#buffer[kind]].toSorted(([, one], [, other]) => other - one);
    return byFrequency.slice(0, maxSuggestions).map(([name]) => name);
  }

  /** Follows this phone's log until the returned function is called. A disconnected phone is not an error here. */
  watch(serial: string): () => void {
    if (serial === this.#serial) this.#buffer.reopen();
    else this.#buffer.reset();
    this.#serial = serial;
    this.#watchedSinceMs = performance.now();
    this.error = null;
    this.isReady = false;
    this.wasOpened = true;
    this.cleared = false;
    this.#updateSnapshot();
    const controller = new AbortController();
    // A phone with an empty log sends nothing.
    const silenceTimer = setTimeout(() => (this.isReady = true), silenceMs);
    this.#link.call('watchLog', null, controller.signal).catch((thrown: unknown) => {
      const error = toWire(thrown);
      const isDisconnected = ['cancelled', 'phone-lost', 'no-phone'].includes(error.code);
      if (!controller.signal.aborted && !isDisconnected) this.error = error;
    });
    return () => {
      clearTimeout(silenceTimer);
      controller.abort();
    };
  }

  #applyFilter(): void {
    const { matches, patternError } = compileFilter(this.#filter);
    this.patternError = patternError;
    // An invalid filter keeps the previous one in force: the user is still typing.
    if (matches !== null) this.#buffer.setFilter(matches);
    this.#updateSnapshot();
  }

  #updateSnapshot(): void {
    this.#snapshot = snapshotOf(this.#buffer, this.#lastKnownCrashId);
  }
}

/** The phone sends the lines that it keeps within this time. */
const earlierLinesMs = 1_500;

/** After this time without a line, the log counts as empty rather than slow. */
const silenceMs = 4_000;

/** Most suggestions of a field. */
const maxSuggestions = 200;

function snapshotOf(buffer: LogLineBuffer, lastKnownCrashId: number): LogSnapshot {
  const { shownLines, lines, behind, ownCount, skippedCount, droppedCount, crashes } = buffer;
  const time = lines.at(-1)?.time ?? '';
  return {
    lines: shownLines,
    count: shownLines.length,
    totalCount: lines.length,
    behind,
    ownCount,
    skippedCount,
    droppedCount,
    crashes,
    newCrashCount: crashes.filter(({ id }) => id > lastKnownCrashId).length,
    time,
  };
}
