/** Milliseconds that a call waits for a console to come: a browser starts and a phone connects within. */
const LONG_WAIT_MS = 20_000;

/** Milliseconds that a call waits when one before it waited in vain. */
const SHORT_WAIT_MS = 1_000;

/** Milliseconds after a wait in vain in which no call waits long: an agent that tries again and again is not held each time. */
const DISCOURAGED_FOR_MS = 60_000;

/** How long a call waits for a console: long, but not again right after a long wait in vain. */
export class Patience {
  readonly #longMs: number;
  #vain: { readonly atMs: number; readonly joins: number } | null = null;

  constructor(longMs: number = LONG_WAIT_MS) {
    this.#longMs = longMs;
  }

  /** Milliseconds for a call that comes now; `joins` counts the consoles that have come so far. */
  limitMs(joins: number): number {
    return this.#isDiscouraged(joins) ? Math.min(SHORT_WAIT_MS, this.#longMs) : this.#longMs;
  }

  /** Hears that a call waited in vain; a short wait changes nothing. */
  waitedInVain(joins: number): void {
    if (!this.#isDiscouraged(joins)) this.#vain = { atMs: performance.now(), joins };
  }

  #isDiscouraged(joins: number): boolean {
    if (this.#vain?.joins !== joins) return false;
    return performance.now() < this.#vain.atMs + DISCOURAGED_FOR_MS;
  }
}
