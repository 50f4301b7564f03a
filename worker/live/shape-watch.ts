import type { Size } from '../../core/geometry.ts';
import type { Display } from '../../core/phone.ts';
import { screenSize } from '../../core/screen/screen-size.ts';
import type { Hierarchy } from '../../core/screen/screen.ts';
import { sameShape } from '../../core/tools/reading/live-moment.ts';

/** A phone that turns or folds begins its video anew within this; one that was turned back needs not. */
const patienceMs = 2_000;

/** What the video shows, and who hears that it has got the wrong shape. */
export interface ShapeWatchParts {
  /** The size of the last frame, in its own pixels; null without video. */
  frameSize(): Size | null;
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
  #display: Display | null = null;
  #hierarchy: Hierarchy | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Shapes of video and screen that beginning anew was tried for: where it did not help, it won't. */
  readonly #tried = new Set<string>();

  constructor(parts: ShapeWatchParts) {
    this.#parts = parts;
  }

  /** The phone was asked for its size. */
  displayRead(display: Display): void {
    this.#display = display;
    this.#look();
  }

  /** The phone was asked for its elements, which know how it lies. */
  elementsRead(hierarchy: Hierarchy): void {
    this.#hierarchy = hierarchy;
    this.#look();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#mismatch === null) this.end();
    else this.#timer ??= setTimeout(() => this.#lookAgain(), patienceMs);
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
    if (frame === null || this.#display === null || this.#hierarchy === null) return null;
    const screen = screenSize(this.#display, this.#hierarchy, null);
    return sameShape(frame, screen) ? null : JSON.stringify([frame, screen]);
  }
}
