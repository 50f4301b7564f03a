import { WAITS } from '../limits.ts';

/** How long a call waits for a console: long, but not again right after a long wait in vain. */
export class Patience {
  readonly #longMs: number;
  #vain: { readonly atMs: number; readonly joins: number } | null = null;

  constructor(longMs: number = WAITS.longWaitMs) {
    this.#longMs = longMs;
  }

  /** Milliseconds for a call that comes now; `joins` counts the consoles that have come so far. */
  limitMs(joins: number): number {
    return this.#isDiscouraged(joins) ? Math.min(WAITS.shortWaitMs, this.#longMs) : this.#longMs;
  }

  /** Hears that a call waited in vain; a short wait changes nothing. */
  waitedInVain(joins: number): void {
    if (!this.#isDiscouraged(joins)) this.#vain = { atMs: performance.now(), joins };
  }

  #isDiscouraged(joins: number): boolean {
    if (this.#vain?.joins !== joins) return false;
    return performance.now() < this.#vain.atMs + WAITS.discouragedMs;
  }
}
