import { toWire, type WireError } from '../../../core/errors.ts';
import type { ElementFacts } from '../../../core/link/inspection.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { SuggestedSelector } from '../../../core/link/messages.ts';
import { Newest } from '../../ui/newest.ts';

/** The request waits this long: a moving pointer crosses many elements before it stops on one. */
const crossingMs = 30;

/** The worker's result for an element; `answer` is null where `error` is set. */
interface Said<Answer> {
  readonly id: string;
  readonly answer: Answer | null;
  readonly error: WireError | null;
}

/** Asks the worker about one element, and again each time the screen was read. */
class AboutElement<Answer> {
  /** The last result; that of the element before until the new one has come. */
  shown = $state.raw<Said<Answer> | null>(null);

  readonly #question: Newest<string, Omit<Said<Answer>, 'id'>>;
  #id: string | null = null;

  constructor(ask: (id: string, signal: AbortSignal) => Promise<Answer>) {
    this.#question = new Newest((id, signal) =>
      ask(id, signal).then(
        (answer) => ({ answer, error: null }),
        (error: unknown) => ({ answer: null, error: toWire(error) }),
      ),
    );
  }

  /** Asks about this element from now on. */
  lookAt(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    void this.#ask(crossingMs);
  }

  /** Asks again after the screen was read. */
  again(): void {
    void this.#ask(0);
  }

  forget(): void {
    this.#question.cancel();
    this.#id = null;
    this.shown = null;
  }

  /** The result for this element; null when the last one is for another element. */
  of(id: string): Said<Answer> | null {
    return this.shown?.id === id ? this.shown : null;
  }

  async #ask(pauseMs: number): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    const said = await this.#question.ask(id, pauseMs);
    if (said !== null) this.shown = { id, ...said };
  }
}

/** The attributes of the pinned element. */
export class FactsState extends AboutElement<ElementFacts> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('describeElement', { id }, signal));
  }
}

/** Suggested selectors of an element, the best first. */
export class SelectorsState extends AboutElement<readonly SuggestedSelector[]> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('suggestSelectors', { id }, signal));
  }

  /** The best selector of this element, once it is known. */
  bestOf(id: string): SuggestedSelector | undefined {
    return this.of(id)?.answer?.[0];
  }
}
