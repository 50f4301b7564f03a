import type { Luma } from '../../core/screen/luma.ts';

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
