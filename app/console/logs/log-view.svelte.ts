import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { Crash, KeptLine } from './kept-line.ts';
import { LogBook } from './log-book.ts';
import { compile, everything, isEverything, type LogFilter, readFilter } from './log-filter.ts';

/** A snapshot of the buffer, replaced with every batch. The lines themselves are not reactive. */
interface Shown {
  /** Lines that match the filter, oldest first; may be the previous array, grown. */
  readonly lines: readonly KeptLine[];
  readonly count: number;
  /** How many lines are kept. */
  readonly all: number;
  readonly behind: number;
  readonly leftOut: number;
  /** How many lines were dropped from the start of `lines`, in total. */
  readonly cutOff: number;
  readonly crashes: readonly Crash[];
  /** Time of the last line, by the phone's clock. */
  readonly time: string;
}

/** State of the log panel: the lines, the filter and the person's choices. */
export class LogView {
  readonly #book = new LogBook();
  readonly #link: WorkerLink;
  #shown = $state.raw<Shown>(shownOf(this.#book));
  #filter = $state.raw<LogFilter>(readFilter(recallInTab('log-filter')));
  /** What is wrong with the filter's regular expression; null when nothing is. */
  fault = $state<string | null>(null);
  #paused = $state(false);
  #wraps = $state(recall('log-wrap') === 'on');
  /** Whether the log has sent lines since it was opened, or was silent long enough to count as empty. */
  begun = $state(false);
  error = $state.raw<WireError | null>(null);
  /** Whether the person has cleared the list. */
  cleared = $state(false);
  /** Serial number of the phone whose lines are kept. */
  #serial = '';

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('log', (batch) => {
      this.#book.add(batch);
      this.begun = true;
      this.#changed();
    });
    this.#apply();
  }

  get shown(): Shown {
    return this.#shown;
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get isFiltered(): boolean {
    return !isEverything(this.#filter);
  }

  /** Changes parts of the filter. */
  setFilter(change: Partial<LogFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.#apply();
    // Stored last, so that a filter that hangs the page is not there after a reload.
    rememberInTab('log-filter', this.isFiltered ? JSON.stringify(this.#filter) : null);
  }

  showEverything(): void {
    this.setFilter(everything);
  }

  get paused(): boolean {
    return this.#paused;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.#book.paused = paused;
    this.#changed();
  }

  /** Whether long lines wrap; stored in this browser. */
  get wraps(): boolean {
    return this.#wraps;
  }

  set wraps(wraps: boolean) {
    this.#wraps = wraps;
    remember('log-wrap', wraps ? 'on' : null);
  }

  clear(): void {
    this.#book.clear();
    this.cleared = true;
    this.#changed();
  }

  /** All kept lines, regardless of the filter. */
  get everyLine(): readonly KeptLine[] {
    return this.#book.lines;
  }

  /** The most frequent names, as suggestions for a field. */
  names(of: 'tags' | 'processes'): readonly string[] {
    const counted = [...this.#book[of]].toSorted(([, one], [, other]) => other - one);
    return counted.slice(0, mostNames).map(([name]) => name);
  }

  /** Follows this phone's log until the returned function is called. A disconnected phone is not an error here. */
  watch(serial: string): () => void {
    if (serial === this.#serial) this.#book.reopen();
    else this.#book.restart();
    this.#serial = serial;
    this.error = null;
    this.begun = false;
    this.cleared = false;
    this.#changed();
    const leave = new AbortController();
    // A phone with an empty log sends nothing.
    const silence = setTimeout(() => (this.begun = true), silenceMs);
    this.#link.call('watchLog', null, leave.signal).catch((thrown: unknown) => {
      const error = toWire(thrown);
      const isAway = ['cancelled', 'phone-lost', 'no-phone'].includes(error.code);
      if (!leave.signal.aborted && !isAway) this.error = error;
    });
    return () => {
      clearTimeout(silence);
      leave.abort();
    };
  }

  #apply(): void {
    const { matches, fault } = compile(this.#filter);
    this.fault = fault;
    // An invalid filter keeps the previous one in force: the person is still typing.
    if (matches !== null) this.#book.filter(matches);
    this.#changed();
  }

  #changed(): void {
    this.#shown = shownOf(this.#book);
  }
}

/** After this time without a line, the log counts as empty rather than slow. */
const silenceMs = 4_000;

/** Most suggestions of a field. */
const mostNames = 200;

function shownOf(book: LogBook): Shown {
  const { shown, lines, behind, leftOut, cutOff, crashes } = book;
  const time = lines.at(-1)?.time ?? '';
  return {
    lines: shown,
    count: shown.length,
    all: lines.length,
    behind,
    leftOut,
    cutOff,
    crashes,
    time,
  };
}
