import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { Crash, KeptLine } from './kept-line.ts';
import { LogBook } from './log-book.ts';
import { compile, everything, isEverything, type LogFilter, readFilter } from './log-filter.ts';

/** What changes with every batch of lines. The lines themselves stay outside of Svelte. */
interface Shown {
  /** Lines that match, oldest first; the same array may have grown. */
  readonly lines: readonly KeptLine[];
  readonly count: number;
  /** Lines that are kept. */
  readonly all: number;
  readonly behind: number;
  readonly leftOut: number;
  /** Lines cut off the beginning of `lines`, ever. */
  readonly cutOff: number;
  readonly crashes: readonly Crash[];
  /** The last line's, by the phone's clock. */
  readonly time: string;
}

/** The log as it is looked at: what is shown of it, and what a person did with it. */
export class LogView {
  readonly #book = new LogBook();
  readonly #link: WorkerLink;
  #shown = $state.raw<Shown>(shownOf(this.#book));
  #filter = $state.raw<LogFilter>(readFilter(recallInTab('log-filter')));
  /** What is wrong with the filter's text; null when nothing is. */
  fault = $state<string | null>(null);
  #paused = $state(false);
  #wraps = $state(recall('log-wrap') === 'on');
  /** Whether the phone has told its log since it was opened. */
  begun = $state(false);
  error = $state.raw<WireError | null>(null);
  /** Whether a person has emptied the list. */
  cleared = $state(false);
  /** Of which phone the lines are. */
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

  /** Changes parts of the filter, or all of it. */
  setFilter(change: Partial<LogFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.#apply();
    // Only then: one that the page hangs in is not there again after a reload.
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

  /** Whether long lines are wrapped; kept in this browser. */
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

  /** Every line that is kept, whatever the filter. */
  get everyLine(): readonly KeptLine[] {
    return this.#book.lines;
  }

  /** The most frequent names, for a field to offer. */
  names(of: 'tags' | 'processes'): readonly string[] {
    const counted = [...this.#book[of]].toSorted(([, one], [, other]) => other - one);
    return counted.slice(0, mostNames).map(([name]) => name);
  }

  /** Hears the log of this phone until the returned function is called. A phone that went away is no error here. */
  watch(serial: string): () => void {
    if (serial === this.#serial) this.#book.reopen();
    else this.#book.restart();
    this.#serial = serial;
    this.error = null;
    this.begun = false;
    this.cleared = false;
    this.#changed();
    const leave = new AbortController();
    // A phone that has nothing to say says nothing.
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
    // With a fault the filter before stays: what is typed is not finished.
    if (matches !== null) this.#book.filter(matches);
    this.#changed();
  }

  #changed(): void {
    this.#shown = shownOf(this.#book);
  }
}

/** After which a log without a line is empty, and not late. */
const silenceMs = 4_000;

/** Names that a field offers at a time. */
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
