import { describe, expect, it } from 'vitest';
import {
  clampToScreen,
  doubleTapGesture,
  gestureFromPaths,
  longPressGesture,
  pinchGesture,
  tapGesture,
} from './build-gesture.ts';
import fc from 'fast-check';
import { contains, rectOfSize } from '../geometry.ts';

const at = { x: 1.5, y: 2 };
const pointTimesOf = (gesture: ReturnType<typeof tapGesture>): number[][] =>
  gesture.strokes.map((stroke) => stroke.map(({ timeMs }) => timeMs));

describe('taps', () => {
  it('have the right durations', () => {
    expect(pointTimesOf(tapGesture(at))).toEqual([[0, 50]]);
    expect(pointTimesOf(longPressGesture(at, 1000))).toEqual([[0, 1000]]);
    expect(pointTimesOf(doubleTapGesture(at))).toEqual([
      [0, 50],
      [150, 200],
    ]);
  });
  it('do not move', () => {
    for (const gesture of [tapGesture(at), longPressGesture(at, 700), doubleTapGesture(at)]) {
      expect(gesture.strokes.flat().every(({ x, y }) => x === at.x && y === at.y)).toBe(true);
    }
  });
});

const screenSize = { width: 1080, height: 2400 };

describe('clampToScreen', () => {
  it('moves points onto the screen and leaves those on it unchanged', () => {
    const any = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(any, any, (x, y) => {
        const place = clampToScreen(screenSize, { x, y });
        expect(contains(rectOfSize(screenSize), place)).toBe(true);
        expect(clampToScreen(screenSize, place)).toEqual(place);
        if (x >= 0 && x <= 1079) expect(place.x === x).toBe(true);
      }),
    );
  });
});

const size = { width: 1080, height: 2400 };
const xs = (center: { x: number; y: number }, scale: number): number[][] =>
  pinchGesture({ center, scale, durationMs: 300 }, size).strokes.map((stroke) =>
    stroke.map(({ x }) => x),
  );

describe('pinch', () => {
  it.each([
    [2, '440,340 640,740'],
    [0.5, '440,490 640,590'],
    [1, '440,440 640,640'],
  ])('scale %d', (scale, expected) => {
    expect(xs({ x: 540, y: 900 }, scale).join(' ')).toBe(expected);
  });
  it('moves both fingers on the line through the centre for the whole duration', () => {
    const { strokes } = pinchGesture(
      { center: { x: 540, y: 900 }, scale: 3, durationMs: 250 },
      size,
    );
    expect(strokes.flat().map(({ y, timeMs }) => [y, timeMs])).toEqual([
      [900, 0],
      [900, 250],
      [900, 0],
      [900, 250],
    ]);
  });
  it('stops at the last pixel', () => {
    expect(xs({ x: 1070, y: 900 }, 2)).toEqual([
      [970, 870],
      [1079, 1079],
    ]);
  });
  it('never leaves the screen', () => {
    const place = fc.double({ min: 0, max: 3000, noNaN: true });
    const scale = fc.double({ min: 0.001, max: 1000, noNaN: true });
    fc.assert(
      fc.property(place, place, scale, (x, y, factor) => {
        const gesture = pinchGesture({ center: { x, y }, scale: factor, durationMs: 300 }, size);
        const points = gesture.strokes.flat();
        expect(points.filter((point) => !contains(rectOfSize(size), point))).toEqual([]);
      }),
    );
  });
});

const times = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 2, maxLength: 20 });
const paths = fc.array(
  times.map((all) => all.toSorted((a, b) => a - b).map((time, i) => ({ x: i, y: time % 7, time }))),
  { minLength: 1, maxLength: 10 },
);

describe('gestureFromPaths', () => {
  it('keeps every position and time, including a pause before the first finger', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const { strokes } = gestureFromPaths(given);
        expect(
          strokes.map((stroke) => stroke.map(({ x, y, timeMs }) => ({ x, y, time: timeMs }))),
        ).toEqual(given);
      }),
    );
  });
});
