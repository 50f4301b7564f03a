import { describe, expect, it } from 'vitest';
import { LiveMetricsCounter } from './live-phone.ts';

describe('LiveMetricsCounter', () => {
  it('counts frames per second, and reports the median decoding time', () => {
    const counter = new LiveMetricsCounter();
    for (const decodeMs of [9, 2, null, 4]) counter.countFrame(decodeMs);
    expect(counter.drainMetrics(2_000)).toEqual({
      framesPerSecond: 2,
      decodeMs: 4,
      inputToFrameMs: null,
    });
    expect(counter.drainMetrics(1_000)).toMatchObject({ framesPerSecond: 0, decodeMs: null });
  });
  it('measures from the first of several inputs to the first changed frame', () => {
    const counter = new LiveMetricsCounter();
    counter.recordChange(50);
    counter.recordInput(100);
    counter.recordInput(116);
    counter.recordChange(160);
    counter.recordChange(400);
    expect(counter.drainMetrics(1_000).inputToFrameMs).toBe(60);
    // The value stays until the next measurement.
    expect(counter.drainMetrics(1_000).inputToFrameMs).toBe(60);
  });
  it('ignores an input that had no effect in time', () => {
    const counter = new LiveMetricsCounter();
    counter.recordInput(0);
    counter.recordChange(5_000);
    counter.recordInput(6_000);
    counter.recordInput(9_000);
    counter.recordChange(9_030);
    expect(counter.drainMetrics(1_000).inputToFrameMs).toBe(30);
  });
});
