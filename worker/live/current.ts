import type { Size } from '../../core/geometry.ts';

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

/** A phone that turns or folds begins its video anew within this; one that was turned back needs not. */
const patienceMs = 2_000;

/** An encoder takes whole blocks: scrcpy cuts both sides to multiples of 8. */
const blockSizePx = 8;

/** What the video shows, and who hears that it has got the wrong shape. */
interface ShapeWatchParts {
  /** The size of the last frame, in its own pixels; null without video. */
  frameSize(): Size | null;
  /** The size of the screen as it was read last, in device pixels; null before that. */
  screenSize(): Size | null;
  /** The video no longer shows the whole screen, and won't by itself. */
  onStuck(): void;
}

/**
 * Watches whether the video has the screen's shape, by whatever is read of the phone anyway. On
 * some phones the server hears of no turn (Genymobile/scrcpy#6348, #5537, #5908): the screen then
 * lies small in a video of the old shape, for ever.
 */
export class ShapeWatch {
  readonly #parts: ShapeWatchParts;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Shapes of video and screen that beginning anew was tried for: where it did not help, it won't. */
  readonly #tried = new Set<string>();

  constructor(parts: ShapeWatchParts) {
    this.#parts = parts;
  }

  /** Looks whether the video still has the screen's shape: the phone's elements were read. */
  look(): void {
    if (this.isRight) this.end();
    else this.#timer ??= setTimeout(() => this.#lookAgain(), patienceMs);
  }

  /** Whether the video has the screen's shape, as far as is known. */
  get isRight(): boolean {
    return this.#mismatch === null;
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookAgain(): void {
    this.#timer = null;
    const mismatch = this.#mismatch;
    if (mismatch === null || this.#tried.has(mismatch)) return;
    this.#tried.add(mismatch);
    this.#parts.onStuck();
  }

  /** The shapes of video and screen as one text, where they differ; else null. */
  get #mismatch(): string | null {
    const frame = this.#parts.frameSize();
    const screen = this.#parts.screenSize();
    if (frame === null || screen === null) return null;
    return sameShape(frame, screen) ? null : JSON.stringify([frame, screen]);
  }
}

/** Whether a frame has the screen's shape, up to what an encoder cuts off. */
function sameShape(frame: Size, screen: Size): boolean {
  const scale = Math.max(frame.width, frame.height) / Math.max(screen.width, screen.height);
  // The longer side was cut too, which makes the scale too small by as much.
  return (
    Math.abs(frame.width - screen.width * scale) <= blockSizePx &&
    Math.abs(frame.height - screen.height * scale) <= blockSizePx
  );
}
