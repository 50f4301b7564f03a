/** A packet as late as that is remembered for so long: what slowed it down may do so again. */
const rememberedMs = 10_000;
/** Two clocks drift apart by 200 parts of a million at most; more would be lateness. */
const drift = 200 / 1_000_000;
/** A phone that took longer to tell what its clock shows has told nothing. */
const vagueMs = 400;
/** No video is as late as that: its frames are timed by some other clock. */
const otherClockMs = 30_000;

/** What the phone's clock showed at some moment between our asking and its answer. */
interface ClockReading {
  readonly phoneMs: number;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/**
 * By how much packets come late: the phone tells in each when it drew the frame, by a clock of its
 * own. Compared with the fastest packet that shows what some take more: an encoder that has too
 * much to do, a cable that is busy. What every packet takes is known once the clock was read.
 * Times in ms.
 */
export class Lateness {
  /** Between the phone's clock and ours, with the time that the fastest packet took. */
  #fastest = Infinity;
  /** The same without that time, at least; null while it is not known. */
  #apart: number | null = null;
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

  /** The phone has told its time, by the clock of its frames; whether it was quick enough to count. */
  clockRead({ phoneMs, askedAtMs, answeredAtMs }: ClockReading): boolean {
    if (answeredAtMs - askedAtMs > vagueMs) return false;
    this.#apart = askedAtMs - phoneMs;
    return true;
  }

  /** The latest packet of the last ten seconds in which packets came; 0 without one. */
  worstMs(nowMs: number): number {
    const { lateMs, atMs } = this.#worst;
    return Math.min(nowMs, this.#lastAtMs) - atMs > rememberedMs ? 0 : lateMs;
  }

  /** What the fastest packet took at most; 0 while nobody knows, or where the phone times its frames by another clock. */
  get alwaysMs(): number {
    const tookMs = this.#apart === null ? 0 : this.#fastest - this.#apart;
    return tookMs < 0 || tookMs > otherClockMs ? 0 : tookMs;
  }
}
