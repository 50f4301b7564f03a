import type { LiveMetrics } from '../../core/link/live.ts';

/** A change later than this is not the effect of the input. */
const inputEffectMs = 2_000;

/** Collects the figures of the live picture. Times are of one clock, in ms. */
export class LiveMetricsCounter {
  #frames = 0;
  #decodeMs: number[] = [];
  #inputAtMs: number | null = null;
  #inputToFrameMs: number | null = null;

  /** Counts a drawn picture; `decodeMs` is null for a screenshot. */
  countFrame(decodeMs: number | null): void {
    this.#frames++;
    if (decodeMs !== null) this.#decodeMs.push(decodeMs);
  }

  /** Records an input of the person; of several without a change between them the first counts. */
  recordInput(atMs: number): void {
    const before = this.#inputAtMs;
    if (before === null || atMs - before > inputEffectMs) this.#inputAtMs = atMs;
  }

  /** Records a frame with a change. */
  recordChange(atMs: number): void {
    if (this.#inputAtMs === null) return;
    const tookMs = atMs - this.#inputAtMs;
    this.#inputAtMs = null;
    if (tookMs <= inputEffectMs) this.#inputToFrameMs = tookMs;
  }

  /** The figures since the last call, `sinceMs` ago. */
  takeMetrics(sinceMs: number): LiveMetrics {
    const framesPerSecond = Math.round((10_000 * this.#frames) / sinceMs) / 10;
    const metrics = {
      framesPerSecond,
      decodeMs: median(this.#decodeMs),
      inputToFrameMs: this.#inputToFrameMs,
    };
    this.#frames = 0;
    this.#decodeMs = [];
    return metrics;
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
