/** Runs a request after a delay; a newer request aborts the one before. */
export class LatestRequest<Query, Result> {
  readonly #send: (query: Query, signal: AbortSignal) => Promise<Result>;
  #abort: AbortController | null = null;

  constructor(send: (query: Query, signal: AbortSignal) => Promise<Result>) {
    this.#send = send;
  }

  /**
   * The result; null when a newer request or `cancel` superseded this one. Rejects as the request
   * does.
   */
  async send(query: Query, delayMs: number): Promise<Result | null> {
    this.cancel();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (signal.aborted) return null;
    try {
      const result = await this.#send(query, signal);
      return isAborted(signal) ? null : result;
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
