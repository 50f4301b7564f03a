import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { ScreenView } from '../../../core/link/messages.ts';
import { Newest } from '../../ui/newest.ts';
import { type Answer, type Found, idsOf, readFilter } from './filter.ts';
import { SelectorHistory } from './selector-history.svelte.ts';

/** The search starts this long after the last key; shorter than a glance at the result. */
const typingMs = 80;
/** An invalid selector is reported only after this pause in typing. */
const patienceMs = 500;

/** The filter of the element list: its text and its result. */
export class FilterState {
  text = $state('');
  /** Null while the text is empty. Keeps its last value while the text is no valid selector. */
  found = $state.raw<Found | null>(null);
  /** Why the text is no valid selector. */
  problem = $state.raw<WireError | null>(null);
  /** The ids of the rows that match; null when nothing is filtered. */
  readonly ids = $derived(this.found && idsOf(this.found));
  readonly history = new SelectorHistory();

  readonly #search: Newest<string, Answer>;
  /** The text that `result` is for. */
  #readText = '';
  #view: ScreenView | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(link: WorkerLink) {
    this.#search = new Newest((selector, signal) =>
      link.call('matchSelector', { selector }, signal).catch(toWire),
    );
  }

  /** The user changed the text; the result follows. */
  type(text: string): void {
    this.text = text;
    void this.#look(typingMs);
  }

  /** The user has finished typing: a selector that matched something goes into the history. */
  keep(): void {
    const isAnswered = this.#readText === this.text && this.problem === null;
    const { as, matches } = this.found ?? {};
    if (isAnswered && as === 'selector' && (matches ?? 0) > 0) this.history.add(this.text);
  }

  /** Filters this screen from now on; null when there is none. */
  show(view: ScreenView | null): void {
    this.#view = view;
    void this.#look(0);
  }

  async #look(pauseMs: number): Promise<void> {
    const { text } = this;
    const view = this.#view;
    clearTimeout(this.#patience);
    if (text.trim() === '' || view === null || view.all.length === 0) {
      this.#search.cancel();
      this.found = this.problem = null;
      return;
    }
    const answer = await this.#search.ask(text, pauseMs);
    // The answer may be for a newer screen, which will be filtered when it arrives here.
    if (answer === null) return;
    if ('ids' in answer && answer.takenAtEpochMs !== view.takenAtEpochMs) return;
    const read = readFilter(text, view, answer);
    if ('rows' in read) {
      this.found = read;
      this.#readText = text;
      this.problem = null;
    } else {
      this.#patience = setTimeout(() => (this.problem = read), patienceMs);
    }
  }
}
