import { toWire, type WireError } from '../../../core/errors.ts';
import type { ElementFacts } from '../../../core/link/inspection.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { SuggestedSelector } from '../../../core/link/messages.ts';
import { Newest } from '../../ui/newest.ts';

/** A pointer on its way crosses many elements; the one it stays on is asked about. */
const crossingMs = 30;

/** What the worker says of an element; null where `error` says why there is nothing. */
interface Said<Answer> {
  readonly id: string;
  readonly answer: Answer | null;
  readonly error: WireError | null;
}

/** What the worker knows of the element that is looked at, kept up with the screen. */
class AboutElement<Answer> {
  /** What was said of the element before, until there is something of the new one. */
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

  /** What was said of this element; null for what was said of another one. */
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

/** Everything that is known of the pinned element. */
export class FactsState extends AboutElement<ElementFacts> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('describeElement', { id }, signal));
  }
}

/** The selectors of the element that is looked at, the best first. */
export class SelectorsState extends AboutElement<readonly SuggestedSelector[]> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('suggestSelectors', { id }, signal));
  }

  /** The best one of this element, once it is known. */
  bestOf(id: string): SuggestedSelector | undefined {
    return this.of(id)?.answer?.[0];
  }
}
