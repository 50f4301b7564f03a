import fc from 'fast-check';
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
import { toShellGesture } from './shell-gesture.ts';
import { scrollGesture } from './scroll.ts';

const size = { width: 1080, height: 2400 };
const at = { x: 10, y: 20 };
const path = (...points: readonly (readonly [number, number, number])[]): object | null =>
  toShellGesture(gestureFromPaths([points.map(([x, y, time]) => ({ x, y, time }))]));

describe('plainForm', () => {
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
