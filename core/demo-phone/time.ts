/**
 * Time that stands still while the thread does. The demo phone shares its thread with the console
 * that drives it; on a busy machine that thread may get no processor for a while. By the usual
 * clock a tap would then become a long press, and a double tap two taps.
 */

/** ms that count between two looks at the real clock; the rest was a stall. More than the 40 that a double tap needs. */
const longestStepMs = 100;
const tickMs = 20;
/** ms for which stalls are looked for after the clock was read: longer than a long press or a double tap. */
const watchMs = 1000;

/** The time of touches, in ms; it does not count stalls of the thread. */
export class UnstalledClock {
  #stalledMs = 0;
  #advancedAtMs = 0;
  #watchedUntilMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds since some moment, less the stalls that were seen; never goes back. */
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

/** setTimeout that does not count stalls; returns what cancels it. */
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

/** The host closed the socket, or the phone was unplugged. */
export class Stopped extends Error {}

/** Resolves after that time; rejects with `Stopped` as soon as the signal aborts. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Stopped());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Rejects with `Stopped` as soon as the signal aborts. */
export function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Stopped());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
