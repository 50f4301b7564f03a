/**
 * Time without stalls. The phone runs in the thread of the console that drives it, and often on a
 * machine with more to do than it has cores. When that thread gets no processor for a while, a tap
 * must not become a long press, nor a double tap two: as in an emulator that is paused, time stands
 * still meanwhile.
 */

/** ms; between two ticks no more than that counts. */
const longestStepMs = 50;
const tickMs = 20;
/** ms for which the clock looks for stalls after it was read: longer than a long press or a double tap. */
const watchMs = 1000;

export class UnstalledClock {
  #stalledMs = 0;
  #advancedAtMs = 0;
  #watchedUntilMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds since some moment, less the stalls of the time it was in use; never goes back. */
  now(): number {
    const nowMs = this.#advance();
    this.#watchedUntilMs = nowMs + watchMs;
    if (this.#timer === undefined) this.#watch();
    return nowMs;
  }

  #watch(): void {
    this.#timer = setTimeout(() => {
      if (this.#advance() < this.#watchedUntilMs) this.#watch();
      else this.#timer = undefined;
    }, tickMs);
  }

  #advance(): number {
    const realMs = performance.now();
    const stepMs = realMs - this.#advancedAtMs;
    if (this.#timer !== undefined) this.#stalledMs += Math.max(0, stepMs - longestStepMs);
    this.#advancedAtMs = realMs;
    return realMs - this.#stalledMs;
  }
}

/** As setTimeout, by time without stalls; returns what cancels it. */
export function unstalledTimeout(then: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, longestStepMs);
    timer = setTimeout(() => {
      if (leftMs > stepMs) wait(leftMs - stepMs);
      else then();
    }, stepMs);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
