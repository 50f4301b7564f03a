import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ElementFacts, SuggestedSelector } from '#core/link/messages.ts';
import { LatestRequest } from '../../ui/latest-request.ts';

/** The request waits this long: a moving pointer crosses many elements before it stops on one. */
const hoverDelayMs = 30;

/** The worker's result for an element; `answer` is null where `error` is set. */
interface QueryResult<Answer> {
  readonly id: string;
  readonly answer: Answer | null;
  readonly error: WireError | null;
}

/** Asks the worker about one element, and again each time the screen was read. */
class ElementQuery<Answer> {
  /** The last result. Until the new one arrives, it is that of the previous element. */
  result = $state.raw<QueryResult<Answer> | null>(null);

  readonly #latestRequest: LatestRequest<string, Omit<QueryResult<Answer>, 'id'>>;
  #id: string | null = null;

  constructor(fetchAnswer: (id: string, signal: AbortSignal) => Promise<Answer>) {
    this.#latestRequest = new LatestRequest((id, signal) =>
      fetchAnswer(id, signal).then(
        (answer) => ({ answer, error: null }),
        (error: unknown) => ({ answer: null, error: toWire(error) }),
      ),
    );
  }

  /** Asks about this element from now on. */
  setElement(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    void this.#fetchAnswer(hoverDelayMs);
  }

  /** Asks again after the screen was read. */
  refresh(): void {
    void this.#fetchAnswer(0);
  }

  clear(): void {
    this.#latestRequest.cancel();
    this.#id = null;
    this.result = null;
  }

  /** The result for this element; null when the last one is for another element. */
  resultFor(id: string): QueryResult<Answer> | null {
    return this.result?.id === id ? this.result : null;
  }

  async #fetchAnswer(delayMs: number): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    const result = await this.#latestRequest.send(id, delayMs);
    if (result !== null) this.result = { id, ...result };
  }
}

/** The attributes of the pinned element. */
export class FactsQuery extends ElementQuery<ElementFacts> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('describeElement', { id }, signal));
  }
}

/** Suggested selectors of an element, the best first. */
export class SelectorsQuery extends ElementQuery<readonly SuggestedSelector[]> {
  constructor(link: WorkerLink) {
    super((id, signal) => link.call('suggestSelectors', { id }, signal));
  }

  /** The best selector of this element, once it is known. */
  bestFor(id: string): SuggestedSelector | undefined {
    return this.resultFor(id)?.answer?.[0];
  }
}
