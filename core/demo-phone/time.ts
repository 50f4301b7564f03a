/**
 * A clock and a timeout that exclude stalls of the thread. The demo phone shares its thread with
 * the console; on a busy machine that thread may not run for a while. By the usual clock a tap
 * would then become a long press, and a double tap two taps.
 */

const tickMs = 20;
/** The longest interval in ms between two ticks; the excess was a stall. */
const longestTickMs = 30;
/** Two readings differ by at least this many ms of the real time between them: a double tap needs 40. */
const leastStepMs = 45;
/** How long stalls are watched for after the clock was read, in ms: longer than a long press or a double tap. */
const watchMs = 1000;

/** The clock of touches, in ms; it excludes stalls of the thread. */
export class UnstalledClock {
  #stalledMs = 0;
  #advancedAtMs = 0;
  #read = { nowMs: -Infinity, realMs: 0 };
  #watchedUntilMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds since an arbitrary origin, without the stalls; monotonic. */
  now(): number {
    const unstalledMs = this.#advance();
    const realMs = this.#advancedAtMs;
    const leastMs = this.#read.nowMs + Math.min(realMs - this.#read.realMs, leastStepMs);
    const nowMs = Math.max(unstalledMs, leastMs);
    this.#stalledMs = realMs - nowMs;
    this.#read = { nowMs, realMs };
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
    if (this.#timer !== undefined) this.#stalledMs += Math.max(0, stepMs - longestTickMs);
    this.#advancedAtMs = realMs;
    return realMs - this.#stalledMs;
  }
}

/** A timeout is split into timers of at most this many ms: a stall delays only the one that runs then. */
const longestStepMs = 100;

/** setTimeout that excludes stalls; returns a function that cancels it. */
export function unstalledTimeout(callback: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (remainingMs: number): void => {
    const stepMs = Math.min(remainingMs, longestStepMs);
    timer = setTimeout(() => {
      if (remainingMs > stepMs) wait(remainingMs - stepMs);
      else callback();
    }, stepMs);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

/** The host closed the socket, or the phone was unplugged. */
export class AbortedError extends Error {}

/** Resolves after the delay; rejects with `Aborted` as soon as the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new AbortedError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Never resolves; rejects with `Aborted` as soon as the signal aborts. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(new AbortedError());
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
