import type { LiveFigures } from '../../core/link/live.ts';

/** An input that changed nothing within this is not what changed the picture later. */
const inputEffectMs = 2_000;

/** Counts what can be measured of the live picture. Times are of one clock, in ms. */
export class FigureCounter {
  #frames = 0;
  #decodeMs: number[] = [];
  #inputAtMs: number | null = null;
  #inputToFrameMs: number | null = null;

  /** A picture was drawn; `decodeMs` is null for a screenshot. */
  frame(decodeMs: number | null): void {
    this.#frames++;
    if (decodeMs !== null) this.#decodeMs.push(decodeMs);
  }

  /** The phone was given an input of the person; of several without a frame between them the first counts. */
  inputSent(atMs: number): void {
    const before = this.#inputAtMs;
    if (before === null || atMs - before > inputEffectMs) this.#inputAtMs = atMs;
  }

  /** A frame showed something new. */
  changed(atMs: number): void {
    if (this.#inputAtMs === null) return;
    const tookMs = atMs - this.#inputAtMs;
    this.#inputAtMs = null;
    if (tookMs <= inputEffectMs) this.#inputToFrameMs = tookMs;
  }

  /** What was counted since the last time, `sinceMs` ago. */
  take(sinceMs: number): LiveFigures {
    const framesPerSecond = Math.round((10_000 * this.#frames) / sinceMs) / 10;
    const figures = {
      framesPerSecond,
      decodeMs: median(this.#decodeMs),
      inputToFrameMs: this.#inputToFrameMs,
    };
    this.#frames = 0;
    this.#decodeMs = [];
    return figures;
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
