import type { Size } from '../../core/geometry.ts';

/** A phone that turns or folds begins its video anew within this; one that was turned back needs not. */
const patienceMs = 2_000;

/** An encoder takes whole blocks: scrcpy cuts both sides to multiples of 8. */
const blockSizePx = 8;

/** What the video shows, and who hears that it has got the wrong shape. */
export interface ShapeWatchParts {
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
