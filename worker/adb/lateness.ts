/** How long the latest packet is remembered: what slowed it down may happen again. */
const rememberedMs = 10_000;
/** Two clocks drift apart by 200 parts per million at most; anything more is lateness. */
const drift = 200 / 1_000_000;
/** A reading of the phone's clock that took longer than this is too vague to use. */
const vagueMs = 400;
/** No video is as late as this: its frames must be timed by another clock. */
const otherClockMs = 30_000;

/** The phone's clock at some moment between our request and its answer. */
interface ClockReading {
  readonly phoneMs: number;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/**
 * Measures how late packets come. Each packet carries the time at which its frame was drawn, by the
 * phone's clock. The excess over the fastest packet shows an overloaded encoder or a busy cable. The
 * delay of the fastest packet itself is known once the phone's clock was read. Times in ms.
 */
export class Lateness {
  /** The offset from the phone's clock to ours plus the delay of the fastest packet. */
  #fastest = Infinity;
  /** A lower bound of that offset alone; null while it is not known. */
  #apart: number | null = null;
  #lastAtMs = 0;
  #worst = { lateMs: 0, atMs: -Infinity };

  /** Records a packet that comes now, whose frame was drawn at this time of the phone's clock. */
  take(drawnAtMs: number, nowMs: number): void {
    const took = nowMs - drawnAtMs;
    this.#fastest = Math.min(took, this.#fastest + drift * (nowMs - this.#lastAtMs));
    this.#lastAtMs = nowMs;
    const lateMs = took - this.#fastest;
    if (lateMs >= this.worstMs(nowMs)) this.#worst = { lateMs, atMs: nowMs };
  }

  /** Records a reading of the clock that times the frames; false when it took too long to be used. */
  clockRead({ phoneMs, askedAtMs, answeredAtMs }: ClockReading): boolean {
    if (answeredAtMs - askedAtMs > vagueMs) return false;
    this.#apart = askedAtMs - phoneMs;
    return true;
  }

  /** The latest packet within ten seconds before the last packet; 0 without one. */
  worstMs(nowMs: number): number {
    const { lateMs, atMs } = this.#worst;
    return Math.min(nowMs, this.#lastAtMs) - atMs > rememberedMs ? 0 : lateMs;
  }

  /** The most that the fastest packet can have needed; 0 while unknown, or where another clock times the frames. */
  get alwaysMs(): number {
    const tookMs = this.#apart === null ? 0 : this.#fastest - this.#apart;
    return tookMs < 0 || tookMs > otherClockMs ? 0 : tookMs;
  }
}
