import { describe, expect, it } from 'vitest';
import { moved, placeIn, straightened } from './by-hand.ts';
import type { Stroke } from './gesture.ts';
import { plainForm } from './plain-form.ts';

const area = { width: 1080, height: 2400 };

/** What the phone's own `input` would do of it. */
function plain(...strokes: Stroke[]): ReturnType<typeof plainForm> {
  return plainForm(straightened({ strokes }, area));
}

describe('a place of the picture', () => {
  it('is a pixel of the screen, also at and beyond the edges', () => {
    expect(placeIn(area, { x: 0.5, y: 0.25 })).toEqual({ x: 540, y: 600 });
    expect(placeIn(area, { x: 0, y: 1 })).toEqual({ x: 0, y: 2399 });
    expect(placeIn(area, { x: -0.2, y: 7 })).toEqual({ x: 0, y: 2399 });
  });

  it('stays on the screen when it is moved', () => {
    expect(moved(area, { x: 540, y: 2300 }, { x: -20, y: 400 })).toEqual({ x: 520, y: 2399 });
  });
});

describe('what a hand has drawn', () => {
  it('is a tap, though the finger trembled', () => {
    const stroke = [
      { x: 300, y: 300, timeMs: 0 },
      { x: 306, y: 295, timeMs: 40 },
      { x: 304, y: 299, timeMs: 90 },
    ];
    expect(plain(stroke)).toEqual({ kind: 'tap', at: { x: 300, y: 300 } });
  });

  it('is a long press of the time it took', () => {
    const stroke = [
      { x: 300, y: 300, timeMs: 0 },
      { x: 310, y: 300, timeMs: 900 },
    ];
    const at = { x: 300, y: 300 };
    expect(plain(stroke)).toEqual({ kind: 'swipe', from: at, to: at, durationMs: 900 });
  });

  it('is a straight swipe, though it bent a little and its speed changed', () => {
    const stroke = [
      { x: 500, y: 1800, timeMs: 0 },
      { x: 520, y: 1750, timeMs: 120 },
      { x: 540, y: 1200, timeMs: 200 },
      { x: 510, y: 800, timeMs: 260 },
    ];
    const [from, to] = [
      { x: 500, y: 1800 },
      { x: 510, y: 800 },
    ];
    expect(plain(stroke)).toEqual({ kind: 'swipe', from, to, durationMs: 260 });
  });

  it('stays as it is when it goes round a corner, or back to where it came from', () => {
    const corner = [
      { x: 100, y: 100, timeMs: 0 },
      { x: 900, y: 100, timeMs: 100 },
      { x: 900, y: 900, timeMs: 200 },
    ];
    const thereAndBack = [
      { x: 100, y: 100, timeMs: 0 },
      { x: 900, y: 100, timeMs: 100 },
      { x: 100, y: 100, timeMs: 200 },
    ];
    expect(straightened({ strokes: [corner] }, area).strokes).toEqual([corner]);
    expect(plain(corner)).toBeNull();
    expect(plain(thereAndBack)).toBeNull();
  });

  it('may take several fingers, which are not made one', () => {
    const stroke = (x: number): Stroke => [
      { x, y: 100, timeMs: 0 },
      { x, y: 500, timeMs: 200 },
    ];
    expect(plain(stroke(100), stroke(900))).toBeNull();
  });
});
