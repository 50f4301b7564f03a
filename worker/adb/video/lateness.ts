/** A packet as late as that is remembered for so long: what slowed it down may do so again. */
const rememberedMs = 10_000;
/** Two clocks drift apart by 200 parts of a million at most; more would be lateness. */
const drift = 200 / 1_000_000;

/**
 * By how much packets come later than the fastest one did: the phone tells in each when it drew the
 * frame, by a clock of its own. What every packet takes can't be seen by that, only what some take
 * more: an encoder that has too much to do, a cable that is busy. Times in ms.
 */
export class Lateness {
  /** Between the phone's clock and ours, with the time that the fastest packet took. */
  #fastest = Infinity;
  #lastAtMs = 0;
  #worst = { lateMs: 0, atMs: -Infinity };

  /** A packet has come now whose frame was drawn then, by the phone's clock. */
  take(drawnAtMs: number, nowMs: number): void {
    const took = nowMs - drawnAtMs;
    this.#fastest = Math.min(took, this.#fastest + drift * (nowMs - this.#lastAtMs));
    this.#lastAtMs = nowMs;
    const lateMs = took - this.#fastest;
    if (lateMs >= this.worstMs(nowMs)) this.#worst = { lateMs, atMs: nowMs };
  }

  /** The latest packet of the last ten seconds in which packets came; 0 without one. */
  worstMs(nowMs: number): number {
    const { lateMs, atMs } = this.#worst;
    return Math.min(nowMs, this.#lastAtMs) - atMs > rememberedMs ? 0 : lateMs;
  }
}
