import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { SuggestedSelector } from '../../../core/link/messages.ts';
import { Newest } from './newest.ts';

/** A pointer on its way crosses many elements; the one it stays on is asked about. */
const crossingMs = 30;

/** An element's selectors, the best first; none where `error` says why. */
interface Selectors {
  readonly id: string;
  readonly list: readonly SuggestedSelector[];
  readonly error: WireError | null;
}

/** The selectors of the element that is looked at, kept up with the screen. */
export class SelectorsState {
  /** Those of the element before, until the new ones are there. */
  shown = $state.raw<Selectors | null>(null);

  readonly #question: Newest<string, Omit<Selectors, 'id'>>;
  #id: string | null = null;

  constructor(link: WorkerLink) {
    this.#question = new Newest((id, signal) =>
      link.call('suggestSelectors', { id }, signal).then(
        (list) => ({ list, error: null }),
        (error: unknown) => ({ list: [], error: toWire(error) }),
      ),
    );
  }

  /** From now on it is this element. */
  lookAt(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    void this.#ask(crossingMs);
  }

  /** The screen was read anew. */
  again(): void {
    void this.#ask(0);
  }

  forget(): void {
    this.#question.cancel();
    this.#id = null;
    this.shown = null;
  }

  /** The best one of this element, once it is known. */
  bestOf(id: string): SuggestedSelector | undefined {
    return this.shown?.id === id ? this.shown.list[0] : undefined;
  }

  async #ask(pauseMs: number): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    const answer = await this.#question.ask(id, pauseMs);
    if (answer !== null) this.shown = { id, ...answer };
  }
}
