/**
 * When the last frame of the video can stand for a screenshot that is taken now.
 *
 * A frame is current when all of this holds; otherwise a screenshot is taken instead:
 * - the video runs, and every received packet is decoded (`VideoStream.undecodedSinceMs`);
 * - the picture has not changed for the longest of these: `settleMs`; twice the longest pause between
 *   two frames of the last motion; the delay of every packet (`VideoStream.alwaysLateMs`) plus twice
 *   the recent extra delay (`VideoStream.lateMs`). By then whatever was on the screen at the request
 *   has come through encoder, cable and decoder, and a slow encoder is not in the middle of it;
 * - as much time has passed since the moment that it must show, usually the request;
 * - the phone reports that its display is on (`AdbPhone.readLiveFrame`): no frames come from a display
 *   that is off, so the last one would stay current for ever;
 * - the frame has the screen's shape, not that before a rotation, and it changed after the last
 *   reading of other elements (`LivePhone`).
 */
import { sameShape, type Size } from '#core/geometry.ts';
import { pause } from '../waits/deadline.ts';

/**
 * scrcpy needs 35 to 70 ms from a change on the screen to its decoded frame (its README); this is
 * twice the worst of that. The additional delay of a phone is known from the clock in its packets: a
 * phone slower than `maxWaitMs` never provides a frame to an agent. Where the phone's clock is
 * unknown, only this and uiautomator remain: before it dumps the elements, it waits until no event
 * has come for half a second.
 */
export const settleMs = 150;

/** A picture that does not settle within this time counts as moving. */
export const maxWaitMs = 600;

/** A frame that may be older than this is of another moment, and no remark beside it makes that good. */
export const maxLagMs = 1_000;

/** A picture that still moves this long after the last action counts as the screen after it: videos never stop. */
export const maxMotionMs = 1_500;

/** Times in ms, of one clock. */
export interface LiveMoment {
  readonly nowMs: number;
  readonly requestedAtMs: number;
  /** The frame must be at least as new as this. */
  readonly sinceMs: number;
  readonly changedAtMs: number;
  /** The longest pause between two changes of the last motion. */
  readonly longestGapMs: number;
  /** The delay of every packet. */
  readonly alwaysLateMs: number;
  /** The extra delay of recent packets. */
  readonly lateMs: number;
}

/** How long to wait until the frame is current if nothing changes; 0 when it is, null when the wait is over. */
export function msUntilFrameIsCurrent(moment: LiveMoment): number | null {
  const { nowMs, requestedAtMs, sinceMs, changedAtMs, longestGapMs, alwaysLateMs, lateMs } = moment;
  const since = Math.max(sinceMs, changedAtMs);
  const currentAtMs = since + Math.max(settleMs, 2 * longestGapMs, alwaysLateMs + 2 * lateMs);
  if (currentAtMs <= nowMs) return 0;
  return currentAtMs > requestedAtMs + maxWaitMs ? null : currentAtMs - nowMs;
}

/** Remembers when the elements of a phone were last read with other content than now. */
export class ElementChanges {
  #record: { readonly fingerprint: number; readonly atMs: number } | null = null;
  #lastDifferentAtMs = -Infinity;
  #sameSinceMs = -Infinity;

  /** The last reading whose elements differ from those read after it; -Infinity without one. */
  get lastDifferentAtMs(): number {
    return this.#lastDifferentAtMs;
  }

  /** When the elements as they are now were first read; -Infinity where they never differed. */
  get sameSinceMs(): number {
    return this.#sameSinceMs;
  }

  /** Records the fingerprint of elements that were read at this time. */
  record(fingerprint: number, atMs: number): void {
    if (this.#record !== null && this.#record.fingerprint !== fingerprint) {
      this.#lastDifferentAtMs = this.#record.atMs;
      this.#sameSinceMs = atMs;
    }
    this.#record = { fingerprint, atMs };
  }
}

/** How long a phone that rotates or folds may take to restart its video. */
const restartWaitMs = 2_000;

/** The sizes to compare, and the listener. */
interface ShapeWatchOptions {
  /** The size of the last frame, in its own pixels; null without video. */
  frameSize(): Size | null;
  /** The size of the screen as last read, in device pixels; null before that. */
  screenSize(): Size | null;
  /** The video no longer shows the whole screen, and will not recover by itself. */
  onStuck(): void;
}

/**
 * Watches whether the video has the screen's shape, whenever the phone is read anyway. On some
 * phones the server misses a rotation (Genymobile/scrcpy#6348, #5537, #5908): the screen then
 * stays small inside a video of the old shape.
 */
export class ShapeWatch {
  readonly #options: ShapeWatchOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The mismatches for which a restart was tried; a second one would not help. */
  readonly #retriedMismatches = new Set<string>();

  constructor(options: ShapeWatchOptions) {
    this.#options = options;
  }

  /** Checks the shape again, after the phone's elements were read. */
  check(): void {
    if (this.isMatching) this.end();
    else this.#timer ??= setTimeout(() => this.#checkAgain(), restartWaitMs);
  }

  /** Whether the video has the screen's shape, as far as is known. */
  get isMatching(): boolean {
    return this.#mismatch === null;
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #checkAgain(): void {
    this.#timer = null;
    const mismatch = this.#mismatch;
    if (mismatch === null || this.#retriedMismatches.has(mismatch)) return;
    this.#retriedMismatches.add(mismatch);
    this.#options.onStuck();
  }

  /** Both sizes as text where their shapes differ; else null. */
  get #mismatch(): string | null {
    const frame = this.#options.frameSize();
    const screen = this.#options.screenSize();
    if (frame === null || screen === null) return null;
    return sameShape(frame, screen) ? null : JSON.stringify([frame, screen]);
  }
}

/** How often to ask a phone whose video is still; it costs the phone about 30 ms. A timer may fire a little early. */
const idlePoll = { waitMs: 5_000, stillMs: 4_900 } as const;
/** How long after an input to ask, and the stillness that it needs; a display that goes off fades first. */
const inputPoll = { waitMs: 1_000, stillMs: 500 } as const;
/** How soon to ask after a frame of a display that was off. */
const afterFrameMs = 100;

/** The reading of the display, and the listener. */
interface DisplayWatchOptions {
  /** Asks the phone; null when it does not report that. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** Called when `isOn` has changed. */
  onChange(): void;
}

/**
 * Watches whether the display is on while the video is still: one that is off sends no frames, and
 * the last frame would pass for the current screen. Assumes at first that it is on. Times in ms.
 */
export class DisplayWatch {
  readonly #options: DisplayWatchOptions;
  readonly #ended = new AbortController();
  #isOn = true;
  #frameAtMs = performance.now();
  /** Aborted when the phone should be asked soon. */
  #pollSoon = new AbortController();

  /** Asks repeatedly until `end` is called. */
  constructor(options: DisplayWatchOptions) {
    this.#options = options;
    void this.#pollUntilEnd();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A frame has come. That does not prove that the display is on: it may be fading, or dozing with a clock. */
  onFrame(): void {
    this.#frameAtMs = performance.now();
    if (!this.#isOn) this.#pollSoon.abort();
  }

  /** An input was sent to the phone: if no frame follows, the phone is asked. */
  onInput(): void {
    this.#pollSoon.abort();
  }

  end(): void {
    this.#ended.abort();
  }

  async #pollUntilEnd(): Promise<void> {
    const { signal } = this.#ended;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(idlePoll.waitMs, AbortSignal.any([signal, this.#pollSoon.signal]));
      const isPromptPoll = this.#pollSoon.signal.aborted;
      this.#pollSoon = new AbortController();
      if (isPromptPoll) await pause(this.#isOn ? inputPoll.waitMs : afterFrameMs, signal);
      const stillMs = performance.now() - this.#frameAtMs;
      const minStillMs = (isPromptPoll ? inputPoll : idlePoll).stillMs;
      if (!isOver() && (!this.#isOn || stillMs >= minStillMs)) await this.#readDisplay(signal);
    }
  }

  async #readDisplay(signal: AbortSignal): Promise<void> {
    const isOn = await this.#options.readAwake(signal).catch(() => null);
    if (isOn === null || isOn === this.#isOn || signal.aborted) return;
    this.#isOn = isOn;
    this.#options.onChange();
  }
}
