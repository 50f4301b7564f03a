import { describe, expect, it } from 'vitest';
import { rectOfSize } from '../geometry.ts';
import {
  doubleTapGesture,
  dragGesture,
  gestureFromPaths,
  longPressGesture,
  pinchGesture,
  swipeGesture,
  tapGesture,
} from './build-gesture.ts';
import {
  toShellGesture,
  translateOnScreen,
  toDevicePixel,
  straightenGesture,
} from './shell-gesture.ts';
import { scrollGesture } from './scroll.ts';
import type { Stroke } from './gesture.ts';

import fc from 'fast-check';

const size = { width: 1080, height: 2400 };
const at = { x: 10, y: 20 };
const path = (...points: readonly (readonly [number, number, number])[]): object | null =>
  toShellGesture(gestureFromPaths([points.map(([x, y, time]) => ({ x, y, time }))]));

describe('toShellGesture', () => {
  it.each([
    ['a tap', tapGesture(at), { kind: 'tap', at }],
    ['a double tap', doubleTapGesture(at), { kind: 'double-tap', at, gapMs: 150 }],
    [
      'a long press',
      longPressGesture(at, 800),
      { kind: 'swipe', from: at, to: at, durationMs: 800 },
    ],
    [
      'a drag',
      dragGesture(at, { x: 900, y: 500 }, 500),
      { kind: 'drag', from: at, to: { x: 900, y: 500 }, durationMs: 1400 },
    ],
    ['a touch of 100 ms', longPressGesture(at, 100), { kind: 'tap', at }],
    [
      'a swipe',
      swipeGesture(at, { x: 900.5, y: 20 }, 250),
      { kind: 'swipe', from: at, to: { x: 900.5, y: 20 }, durationMs: 250 },
    ],
    [
      'a pinch',
      pinchGesture({ center: { x: 540, y: 900 }, scale: 2, durationMs: 300 }, size),
      null,
    ],
    [
      'two taps in two places',
      { strokes: [...tapGesture(at).strokes, ...tapGesture({ x: 50, y: 50 }).strokes] },
      null,
    ],
    [
      'two fingers in one place',
      { strokes: [...tapGesture(at).strokes, ...tapGesture(at).strokes] },
      null,
    ],
    ['three taps', { strokes: [...doubleTapGesture(at).strokes, ...tapGesture(at).strokes] }, null],
    ['nothing', { strokes: [] }, null],
  ])('%s', (_, gesture, plain) => {
    expect(toShellGesture(gesture)).toEqual(plain);
  });
  it('a scroll is a swipe', () => {
    expect(toShellGesture(scrollGesture('down', 'large', rectOfSize(size)))).toMatchObject({
      kind: 'swipe',
      durationMs: 300,
    });
  });
  it('accepts a straight path at an even speed, to the pixel', () => {
    expect(path([0, 0, 5], [50, 51, 55], [100, 100, 105])).toEqual({
      kind: 'swipe',
      from: { x: 0, y: 0 },
      to: { x: 100, y: 100 },
      durationMs: 100,
    });
  });
  it.each([
    ['bends', path([0, 0, 0], [50, 0, 50], [50, 50, 100])],
    ['changes its speed', path([0, 0, 0], [20, 0, 50], [100, 0, 100])],
    ['turns back to where it was', path([0, 0, 0], [50, 0, 40], [0, 0, 80])],
    ['holds still at the end', path([0, 0, 0], [50, 0, 50], [50, 0, 500])],
  ])('is null for a path that %s', (_, plain) => {
    expect(plain).toBeNull();
  });
  it('recognises a straight line divided at any points', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 1079 }),
      y: fc.integer({ min: 0, max: 2399 }),
    });
    const shares = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(place, place, shares, (from, to, cuts) => {
        const stroke = [0, ...cuts.toSorted((a, b) => a - b), 1].map((share) => ({
          x: from.x + (to.x - from.x) * share,
          y: from.y + (to.y - from.y) * share,
          timeMs: 400 * share,
        }));
        expect(toShellGesture({ strokes: [stroke] })).toMatchObject({
          kind: 'swipe',
          durationMs: 400,
        });
      }),
    );
  });
});

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
    const from = { x: 500, y: 1800 };
    const to = { x: 510, y: 800 };
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
