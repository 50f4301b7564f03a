/** How long the worst lateness counts, since its cause may recur. */
const memoryMs = 10_000;
/** Two clocks drift apart by 200 parts per million at most; anything more is lateness. */
const maxClockDrift = 200 / 1_000_000;
/** A reading of the phone's clock that took longer than this is too vague to use. */
const maxClockReadMs = 400;
/** A delay above this is implausible: the frames' timestamps come from another clock. */
const maxPlausibleDelayMs = 30_000;

/** The phone's clock at some moment between our request and its answer. */
interface ClockReading {
  readonly phoneMs: number;
  readonly requestedAtMs: number;
  readonly answeredAtMs: number;
}

/**
 * Measures how late packets come. Each packet carries the time at which its frame was drawn, by the
 * phone's clock. The excess over the fastest packet shows an overloaded encoder or a busy cable. The
 * delay of the fastest packet itself is known once the phone's clock was read. Times in ms.
 */
export class PacketLateness {
  /** The offset from the phone's clock to ours plus the delay of the fastest packet. */
  #minOffsetMs = Infinity;
  /** A lower bound of that offset alone; null while it is not known. */
  #minClockOffsetMs: number | null = null;
  #lastAtMs = 0;
  #worst = { lateMs: 0, atMs: -Infinity };

  /** Records a packet that comes now, whose frame was drawn at this time of the phone's clock. */
  recordPacket(drawnAtMs: number, nowMs: number): void {
    const offsetMs = nowMs - drawnAtMs;
    this.#minOffsetMs = Math.min(
      offsetMs,
      this.#minOffsetMs + maxClockDrift * (nowMs - this.#lastAtMs),
    );
    this.#lastAtMs = nowMs;
    const lateMs = offsetMs - this.#minOffsetMs;
    if (lateMs >= this.worstMs(nowMs)) this.#worst = { lateMs, atMs: nowMs };
  }

  /** Records a reading of the clock that times the frames; false when it took too long to be used. */
  recordClockReading({ phoneMs, requestedAtMs, answeredAtMs }: ClockReading): boolean {
    if (answeredAtMs - requestedAtMs > maxClockReadMs) return false;
    this.#minClockOffsetMs = requestedAtMs - phoneMs;
    return true;
  }

  /** The latest packet within ten seconds before the last packet; 0 without one. */
  worstMs(nowMs: number): number {
    const { lateMs, atMs } = this.#worst;
    return Math.min(nowMs, this.#lastAtMs) - atMs > memoryMs ? 0 : lateMs;
  }

  /** The most that the fastest packet can have needed; 0 while unknown, or where another clock times the frames. */
  get constantDelayMs(): number {
    const delayMs =
      this.#minClockOffsetMs === null ? 0 : this.#minOffsetMs - this.#minClockOffsetMs;
    return delayMs < 0 || delayMs > maxPlausibleDelayMs ? 0 : delayMs;
  }
}
