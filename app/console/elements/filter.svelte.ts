import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { ScreenView } from '../../../core/link/messages.ts';
import { Newest } from '../../ui/newest.ts';
import { type Answer, type Found, idsOf, readFilter } from './filter.ts';
import { SelectorHistory } from './selector-history.svelte.ts';

/** Between a letter and the search; shorter than it takes to look up. */
const typingMs = 80;
/** What is half typed is no selector yet: nobody is told so while the letters come. */
const patienceMs = 500;

/** The filter of the elements: what is typed, and what it leaves. */
export class FilterState {
  text = $state('');
  /** Null while nothing is typed. Stays what it was while the text is no selector. */
  found = $state.raw<Found | null>(null);
  /** Why the text is no selector. */
  problem = $state.raw<WireError | null>(null);
  /** What is left; null for all. */
  readonly ids = $derived(this.found && idsOf(this.found));
  readonly history = new SelectorHistory();

  readonly #search: Newest<string, Answer>;
  /** The text that `found` is of. */
  #readText = '';
  #view: ScreenView | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(link: WorkerLink) {
    this.#search = new Newest((selector, signal) =>
      link.call('matchSelector', { selector }, signal).catch(toWire),
    );
  }

  /** The person typed; the answer follows. */
  type(text: string): void {
    this.text = text;
    void this.#look(typingMs);
  }

  /** The person is done with this text: a selector that found something is kept. */
  keep(): void {
    const isAnswered = this.#readText === this.text && this.problem === null;
    const { as, matches } = this.found ?? {};
    if (isAnswered && as === 'selector' && (matches ?? 0) > 0) this.history.add(this.text);
  }

  /** There is a newer screen to look at, or none. */
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
    // The answer may be of a newer screen, which is on its way and will be searched then.
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
