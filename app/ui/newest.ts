/** Runs a request after a delay; a newer request aborts the one before. */
export class Newest<Question, Answer> {
  readonly #ask: (question: Question, signal: AbortSignal) => Promise<Answer>;
  #abort: AbortController | null = null;

  constructor(ask: (question: Question, signal: AbortSignal) => Promise<Answer>) {
    this.#ask = ask;
  }

  /**
   * The result; null when a newer request or `cancel` superseded this one. Rejects as the request
   * does.
   */
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

  /** Aborts the current request, which resolves with null. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }
}

/** A function, since TypeScript would narrow the property to its value before the await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
