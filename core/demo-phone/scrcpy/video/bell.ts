/** Wakes the one who waits; a ring that nobody waited for is kept for the next. */
export class Bell {
  #rung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Resolves when it rings, or when the time is over. */
  async wait(atMostMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
  }
}
