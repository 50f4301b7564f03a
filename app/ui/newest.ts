/** Asks after a moment of quiet; of several questions only the newest is answered. */
export class Newest<Question, Answer> {
  readonly #ask: (question: Question, signal: AbortSignal) => Promise<Answer>;
  #abort: AbortController | null = null;

  constructor(ask: (question: Question, signal: AbortSignal) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** The answer; null when a newer question came before it. Rejects as asking does. */
  async ask(question: Question, pauseMs: number): Promise<Answer | null> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return null;
    try {
      const answer = await this.#ask(question, signal);
      return isAborted(signal) ? null : answer;
    } catch (error) {
      if (isAborted(signal)) return null;
      throw error;
    }
  }

  /** The question under way is answered with null. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }
}

/** A function, since the compiler takes the field for what it was before the wait. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
