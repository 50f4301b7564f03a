import { waitFor } from '../shell/wait.ts';

/** ms between two pictures of a display at 60 Hz. */
const frameMs = 1000 / 60;

/** Draws anew what moves as long as it is looked at, such as a stopwatch, for every picture of the display. */
export class FrameTicker {
  readonly #isWanted: () => boolean;
  readonly #change: (act: () => void) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = 0;

  /** `change` tells the world's listeners, and leads back to `look`. */
  constructor(isWanted: () => boolean, change: (act: () => void) => void) {
    this.#isWanted = isWanted;
    this.#change = change;
  }

  get ticking(): boolean {
    return this.#timer !== undefined;
  }

  /** To be called after everything that may have begun or ended a movement. */
  look(): void {
    if (this.#timer !== undefined || !this.#isWanted()) return;
    const now = performance.now();
    // A timer comes late; the next one makes up for it.
    this.#dueAtMs = Math.max(this.#dueAtMs + frameMs, now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted()) this.#change(() => undefined);
    }, this.#dueAtMs - now);
  }

  /** Resolves when nothing moves. Rejects with `Stopped` when the signal aborts. */
  async whenStill(signal: AbortSignal): Promise<void> {
    while (this.ticking) await waitFor(frameMs, signal);
  }
}
