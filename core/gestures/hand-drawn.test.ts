import { describe, expect, it } from 'vitest';
import { translateOnScreen, toDevicePixel, straightenGesture } from './hand-drawn.ts';
import type { Stroke } from './gesture.ts';
import { toShellGesture } from './shell-gesture.ts';

const area = { width: 1080, height: 2400 };

/** What the phone's own `input` would play. */
function shellGestureOf(...strokes: Stroke[]): ReturnType<typeof toShellGesture> {
  return toShellGesture(straightenGesture({ strokes }, area));
}

describe('a point of the picture', () => {
  it('becomes a pixel of the screen, also at and beyond the edges', () => {
    expect(toDevicePixel(area, { x: 0.5, y: 0.25 })).toEqual({ x: 540, y: 600 });
    expect(toDevicePixel(area, { x: 0, y: 1 })).toEqual({ x: 0, y: 2399 });
    expect(toDevicePixel(area, { x: -0.2, y: 7 })).toEqual({ x: 0, y: 2399 });
  });

  it('stays on the screen when it is moved', () => {
    expect(translateOnScreen(area, { x: 540, y: 2300 }, { x: -20, y: 400 })).toEqual({
      x: 520,
      y: 2399,
    });
  });
});

describe('a hand-drawn stroke', () => {
  it('is a tap if the finger only trembled', () => {
    const stroke = [
      { x: 300, y: 300, timeMs: 0 },
      { x: 306, y: 295, timeMs: 40 },
      { x: 304, y: 299, timeMs: 90 },
    ];
    expect(shellGestureOf(stroke)).toEqual({ kind: 'tap', at: { x: 300, y: 300 } });
  });

  it('is a long press of the same duration', () => {
    const stroke = [
      { x: 300, y: 300, timeMs: 0 },
      { x: 310, y: 300, timeMs: 900 },
    ];
    const at = { x: 300, y: 300 };
    expect(shellGestureOf(stroke)).toEqual({ kind: 'swipe', from: at, to: at, durationMs: 900 });
  });

  it('is a straight swipe if it bent only a little', () => {
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
    expect(shellGestureOf(stroke)).toEqual({ kind: 'swipe', from, to, durationMs: 260 });
  });

  it('is unchanged if it has a corner or returns to its start', () => {
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
    expect(straightenGesture({ strokes: [corner] }, area).strokes).toEqual([corner]);
    expect(shellGestureOf(corner)).toBeNull();
    expect(shellGestureOf(thereAndBack)).toBeNull();
  });

  it('stays separate from those of other fingers', () => {
    const stroke = (x: number): Stroke => [
      { x, y: 100, timeMs: 0 },
      { x, y: 500, timeMs: 200 },
    ];
    expect(shellGestureOf(stroke(100), stroke(900))).toBeNull();
  });
});
