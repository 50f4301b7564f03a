import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, rectOfSize } from '../geometry.ts';
import { pinchGesture } from './pinch.ts';

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
