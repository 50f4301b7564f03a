import type { LiveMotion } from '../../core/link/live.ts';
import type { Luma } from '../../core/screen/luma.ts';
import { LumaReader } from '../paint/luma.ts';

/**
 * A cell has changed when it differs by more than this. An encoder that refines a still picture moves
 * a cell's mean by one or two; a caret that appears or disappears moves its cell by forty.
 */
const tolerance = 6;
/** Changes further apart than this belong to two motions; a caret blinks every half second. */
const motionGapMs = 300;

/** Tracks how long a picture has not changed. Times are of one clock, in ms. */
export class Stillness {
  #last: Luma | null = null;
  #changedAtMs = -Infinity;
  #longestGapMs = 0;

  /** When it last changed; the first picture is a change. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /** The longest pause between two changes of the last motion: a slow phone may pause that long again. */
  get longestGapMs(): number {
    return this.#longestGapMs;
  }

  /** Treats the next picture as a change. */
  reset(): void {
    this.#last = null;
  }

  /** Compares the next picture; returns whether it is a change. A picture that can't be read (null) counts as one. */
  compare(luma: Luma | null, atMs: number): boolean {
    const changed = this.#last === null || luma === null || differs(this.#last, luma);
    // Compared with the picture at the last change; otherwise a slow fade would never count.
    if (!changed) return false;
    const gapMs = atMs - this.#changedAtMs;
    this.#longestGapMs = gapMs > motionGapMs ? 0 : Math.max(this.#longestGapMs, gapMs);
    this.#changedAtMs = atMs;
    this.#last = luma;
    return true;
  }
}

function differs(a: Luma, b: Luma): boolean {
  if (a.cells.length !== b.cells.length) return true;
  return a.cells.some((cell, i) => Math.abs(cell - (b.cells[i] ?? 0)) > tolerance);
}

/** A picture that has not changed for this long is at rest. */
const restMs = 300;

/** Watches whether the live picture moves; a repeated frame is no motion. */
export class MotionWatch {
  readonly #onMotion: (motion: LiveMotion) => void;
  readonly #onChange: () => void;
  readonly #luma = new LumaReader();
  readonly stillness = new Stillness();
  #isReading = false;
  #next: { readonly frame: VideoFrame; readonly atMs: number } | null = null;
  #restTimer: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `onChange` is called for every changed frame, `onMotion` when motion starts and stops. */
  constructor(onMotion: (motion: LiveMotion) => void, onChange: () => void) {
    this.#onMotion = onMotion;
    this.#onChange = onChange;
  }

  /** Whether received frames have not been compared yet. */
  get isBehind(): boolean {
    return this.#isReading;
  }

  /** Compares the picture soon: when frames come too fast, only the newest one. */
  addPicture(picture: VideoFrame | ImageBitmap): void {
    const atMs = performance.now();
    if (picture instanceof ImageBitmap) {
      void this.#comparePicture(picture, atMs);
      return;
    }
    this.#next?.frame.close();
    this.#next = { frame: picture.clone(), atMs };
    if (!this.#isReading) void this.#compareQueued();
  }

  /** Treats the next picture as a change: what the screen shows until then is unknown. */
  restart(): void {
    this.stillness.reset();
  }

  end(): void {
    this.#ended = true;
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#next?.frame.close();
    this.#next = null;
  }

  async #compareQueued(): Promise<void> {
    this.#isReading = true;
    while (this.#next !== null) {
      const { frame, atMs } = this.#next;
      this.#next = null;
      await this.#comparePicture(frame, atMs);
      frame.close();
    }
    this.#isReading = false;
  }

  async #comparePicture(picture: VideoFrame | ImageBitmap, atMs: number): Promise<void> {
    const luma = await this.#luma.read(picture).catch(() => null);
    if (this.#ended || !this.stillness.compare(luma, atMs)) return;
    this.#onChange();
    if (this.#restTimer === null) this.#reportMotion(true);
    this.#scheduleRest(restMs);
  }

  #scheduleRest(afterMs: number): void {
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#restTimer = null;
      this.#reportMotion(false);
    }, afterMs);
  }

  #reportMotion(moving: boolean): void {
    const agoMs = performance.now() - this.stillness.changedAtMs;
    this.#onMotion({ moving, changedAtEpochMs: Math.round(Date.now() - agoMs) });
  }
}
