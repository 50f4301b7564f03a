/**
 * When the last frame of the video can stand for a screenshot that is taken now.
 *
 * A frame is current when all of this holds; else a screenshot is taken instead:
 * - the video runs, and every packet that has come is decoded (`VideoStream.undecodedSinceMs`);
 * - the picture has shown the same for `settleMs`, for twice the longest pause between two frames
 *   of the last motion, and for what every packet takes (`VideoStream.alwaysLateMs`) with twice of
 *   what packets came too late of late (`VideoStream.lateMs`): whatever was on the screen at the
 *   moment of asking has come through the encoder, the cable and the decoder by then, and a slow
 *   encoder is not in the middle of it;
 * - that much time has also passed since the asking;
 * - the phone says that its display is on (`AdbPhone.readLiveFrame`): a display that goes off ends
 *   the frames, and the last one would show for ever what is no longer there;
 * - the frame has the screen's shape, not that of before a turn, and it changed since the elements
 *   were last known to be others (`LivePhone`).
 */

/**
 * From a change on the screen to its decoded frame scrcpy takes 35 to 70 ms (its README); twice the
 * worst of that. What a phone always takes more is known by its clock, of which its packets tell:
 * one that takes longer than `maxWaitMs` never gives a frame to an agent. Where the phone does not
 * tell its time, or times its frames by another clock, this and the half second remain for which it
 * waits until nothing is reported before it tells its elements (`uiautomator dump`).
 */
export const settleMs = 150;

/** A picture that does not come to rest within this is one that moves. */
export const maxWaitMs = 600;

/** Times in ms, of one clock. */
export interface LiveMoment {
  readonly nowMs: number;
  readonly askedAtMs: number;
  readonly changedAtMs: number;
  /** The longest pause between two changes of the last motion. */
  readonly longestGapMs: number;
  /** What every packet takes. */
  readonly alwaysLateMs: number;
  /** By how much packets came too late of late. */
  readonly lateMs: number;
}

/** How long to wait until the frame is current if nothing changes; 0 when it is, null when the wait has ended. */
export function untilCurrentMs(moment: LiveMoment): number | null {
  const { nowMs, askedAtMs, changedAtMs, longestGapMs, alwaysLateMs, lateMs } = moment;
  const since = Math.max(askedAtMs, changedAtMs);
  const currentAtMs = since + Math.max(settleMs, 2 * longestGapMs, alwaysLateMs + 2 * lateMs);
  if (currentAtMs <= nowMs) return 0;
  return currentAtMs > askedAtMs + maxWaitMs ? null : currentAtMs - nowMs;
}

/** When the elements of a phone were last others than they are, as far as they were read. */
export class ElementChanges {
  #read: { readonly print: number; readonly atMs: number } | null = null;
  #othersAtMs = -Infinity;

  /** When elements were last read that differ from those read after them; -Infinity where none did. */
  get othersAtMs(): number {
    return this.#othersAtMs;
  }

  /** Takes the fingerprint of elements that were read now. */
  read(print: number, atMs: number): void {
    if (this.#read !== null && this.#read.print !== print) this.#othersAtMs = this.#read.atMs;
    this.#read = { print, atMs };
  }
}
