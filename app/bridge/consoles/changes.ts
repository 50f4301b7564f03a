/** What a wait ends by, besides what it waits for. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  /** Milliseconds; for as long as it takes unless given. */
  readonly limitMs?: number;
}

/** Lets calls wait for something that changes by itself, such as a console that comes. */
export class Changes {
  readonly #waiting = new Set<() => void>();
  #stopped = false;

  /** To be called after every change: each wait looks again. */
  tell(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Ends all waits, and those to come at once. */
  stop(): void {
    this.#stopped = true;
    this.tell();
  }

  /** Resolves when it holds, the time is over, the signal aborts or all waits end: the caller looks which. */
  until(holds: () => boolean, { signal, limitMs }: WaitLimits): Promise<void> {
    const isOver = (): boolean => this.#stopped || signal.aborted || holds();
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (isOver()) end();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(look);
    });
  }
}
