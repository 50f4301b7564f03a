import { sameShape, type Size } from '#core/geometry.ts';

/** How long a phone that rotates or folds may take to restart its video. */
const restartWaitMs = 2_000;

/** The sizes to compare, and the listener. */
interface ShapeWatchOptions {
  /** The size of the last frame, in its own pixels; null without video. */
  frameSize(): Size | null;
  /** The size of the screen as last read, in device pixels; null before the first reading. */
  screenSize(): Size | null;
  /** Called if the video no longer shows the whole screen and will not recover by itself. */
  onStuck(): void;
}

/**
 * Checks after each reading of the phone whether the video has the screen's shape. On some
 * phones the server misses a rotation (Genymobile/scrcpy#6348, #5537, #5908): the screen then
 * stays small inside a video of the old shape.
 */
export class ShapeWatch {
  readonly #options: ShapeWatchOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The mismatches for which a restart was tried; a second restart would not help. */
  readonly #retriedMismatches = new Set<string>();

  constructor(options: ShapeWatchOptions) {
    this.#options = options;
  }

  /** Call after the phone's elements were read. */
  check(): void {
    if (this.isMatching) this.end();
    else this.#timer ??= setTimeout(() => this.#checkAgain(), restartWaitMs);
  }

  /** Whether the video has the screen's shape; true if that is unknown. */
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

  /** Both sizes as text if their shapes differ; else null. */
  get #mismatch(): string | null {
    const frame = this.#options.frameSize();
    const screen = this.#options.screenSize();
    if (frame === null || screen === null) return null;
    return sameShape(frame, screen) ? null : JSON.stringify([frame, screen]);
  }
}
