import type { Motion } from '../../core/link/live.ts';
import type { Luma } from '../../core/screen/luma.ts';
import { LumaReader } from '../paint/luma.ts';

/**
 * A cell that differs by more has changed. An encoder that sharpens a still picture from frame to
 * frame moves a cell's mean by one or two; a caret that comes or goes moves its cell by forty.
 */
const tolerance = 6;
/** Changes that lie further apart belong to two motions; a caret blinks every half second. */
const oneMotionMs = 300;

/** Since when a picture has shown the same. Times are of one clock, in ms. */
export class Stillness {
  #last: Luma | null = null;
  #changedAtMs = -Infinity;
  #longestGapMs = 0;

  /** When it last changed; the first picture is a change. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /** The longest pause between two changes of the last motion: a phone that draws slowly may pause so long again. */
  get longestGapMs(): number {
    return this.#longestGapMs;
  }

  /** Whatever comes next is a change. */
  forget(): void {
    this.#last = null;
  }

  /** Takes the next picture; whether it differs from the one before. One that can't be read (null) may show anything. */
  take(luma: Luma | null, atMs: number): boolean {
    const changed = this.#last === null || luma === null || differs(this.#last, luma);
    // Compared with what was there at the last change, or a slow fade would never count as one.
    if (!changed) return false;
    const gapMs = atMs - this.#changedAtMs;
    this.#longestGapMs = gapMs > oneMotionMs ? 0 : Math.max(this.#longestGapMs, gapMs);
    this.#changedAtMs = atMs;
    this.#last = luma;
    return true;
  }
}

function differs(a: Luma, b: Luma): boolean {
  if (a.cells.length !== b.cells.length) return true;
  return a.cells.some((cell, i) => Math.abs(cell - (b.cells[i] ?? 0)) > tolerance);
}

/** A picture that showed the same for so long no longer moves. */
const restMs = 300;

/** Watches whether the live picture moves; a frame that repeats the one before is none. */
export class MotionWatch {
  readonly #onMotion: (motion: Motion) => void;
  readonly #onChange: () => void;
  readonly #luma = new LumaReader();
  readonly stillness = new Stillness();
  #reading = false;
  #next: { readonly frame: VideoFrame; readonly atMs: number } | null = null;
  #rest: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `onChange` hears every frame that shows something new, `onMotion` that motion begins and ends. */
  constructor(onMotion: (motion: Motion) => void, onChange: () => void) {
    this.#onMotion = onMotion;
    this.#onChange = onChange;
  }

  /** Whether frames were taken that nobody has looked at yet. */
  get isBehind(): boolean {
    return this.#reading;
  }

  /** Looks at the picture, soon: of frames that come faster than that the newest one is looked at. */
  take(picture: VideoFrame | ImageBitmap): void {
    const atMs = performance.now();
    if (picture instanceof ImageBitmap) {
      void this.#look(picture, atMs);
      return;
    }
    this.#next?.frame.close();
    this.#next = { frame: picture.clone(), atMs };
    if (!this.#reading) void this.#lookAtAll();
  }

  /** Nobody knows what is shown until the next picture comes: that one is a change. */
  restart(): void {
    this.stillness.forget();
  }

  end(): void {
    this.#ended = true;
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#next?.frame.close();
    this.#next = null;
  }

  async #lookAtAll(): Promise<void> {
    this.#reading = true;
    while (this.#next !== null) {
      const { frame, atMs } = this.#next;
      this.#next = null;
      await this.#look(frame, atMs);
      frame.close();
    }
    this.#reading = false;
  }

  async #look(picture: VideoFrame | ImageBitmap, atMs: number): Promise<void> {
    const luma = await this.#luma.read(picture).catch(() => null);
    if (this.#ended || !this.stillness.take(luma, atMs)) return;
    this.#onChange();
    if (this.#rest === null) this.#tell(true);
    this.#restLater(restMs);
  }

  #restLater(afterMs: number): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      this.#tell(false);
    }, afterMs);
  }

  #tell(moving: boolean): void {
    const agoMs = performance.now() - this.stillness.changedAtMs;
    this.#onMotion({ moving, changedAtEpochMs: Math.round(Date.now() - agoMs) });
  }
}
