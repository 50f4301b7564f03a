import { describe, expect, it } from 'vitest';
import { FigureCounter } from './live-figures.ts';

describe('FigureCounter', () => {
  it('counts frames per second, and takes the median of their times', () => {
    const counter = new FigureCounter();
    for (const decodeMs of [9, 2, null, 4]) counter.frame(decodeMs);
    expect(counter.take(2_000)).toEqual({
      framesPerSecond: 2,
      decodeMs: 4,
      inputToFrameMs: null,
    });
    expect(counter.take(1_000)).toMatchObject({ framesPerSecond: 0, decodeMs: null });
  });
  it('measures from the first of several inputs to the first changed frame', () => {
    const counter = new FigureCounter();
    counter.changed(50);
    counter.inputSent(100);
    counter.inputSent(116);
    counter.changed(160);
    counter.changed(400);
    expect(counter.take(1_000).inputToFrameMs).toBe(60);
    // The value stays until there is another.
    expect(counter.take(1_000).inputToFrameMs).toBe(60);
  });
  it('ignores an input that had no effect for long', () => {
    const counter = new FigureCounter();
    counter.inputSent(0);
    counter.changed(5_000);
    counter.inputSent(6_000);
    counter.inputSent(9_000);
    counter.changed(9_030);
    expect(counter.take(1_000).inputToFrameMs).toBe(30);
  });
});
