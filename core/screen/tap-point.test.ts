import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Point, type Rect, contains } from '../geometry.ts';
import { tapPoint } from './tap-point.ts';

const rect = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
});

/** Small enough to check every pixel; includes empty and inverted rectangles. */
const anyRect = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: -2, max: 14 })))
  .map(([left = 0, top = 0, right = 0, bottom = 0]) => rect(left, top, right, bottom));

function freePixels(area: Rect, covers: readonly Rect[]): Point[] {
  const pixels: Point[] = [];
  for (let x = area.left; x < area.right; x++) {
    for (let y = area.top; y < area.bottom; y++) {
      if (!covers.some((cover) => contains(cover, { x, y }))) pixels.push({ x, y });
    }
  }
  return pixels;
}

describe('tapPoint', () => {
  it('is the centre if nothing covers it', () => {
    expect(tapPoint(rect(0, 0, 100, 50), [])).toEqual({ x: 49, y: 24 });
    expect(tapPoint(rect(10, 10, 11, 11), [])).toEqual({ x: 10, y: 10 });
    expect(tapPoint(rect(0, 0, 100, 50), [rect(0, 0, 20, 50)])).toEqual({ x: 49, y: 24 });
  });
  it('is in the roomiest free part', () => {
    const row = rect(0, 0, 1000, 100);
    const middle = rect(400, 0, 700, 100);
    expect(tapPoint(row, [middle])).toEqual({ x: 199, y: 49 });
    const floating = rect(300, 10, 900, 100);
    expect(tapPoint(row, [floating, rect(900, 0, 1000, 100)])).toEqual({ x: 149, y: 49 });
  });
  it('is undefined if everything is covered or the area is empty', () => {
    expect(tapPoint(rect(0, 0, 10, 10), [rect(0, 0, 10, 5), rect(0, 5, 10, 10)])).toBeUndefined();
    expect(tapPoint(rect(5, 5, 5, 10), [])).toBeUndefined();
  });
  it('finds a free pixel exactly when there is one', () => {
    fc.assert(
      fc.property(anyRect, fc.array(anyRect, { maxLength: 9 }), (area, covers) => {
        const free = freePixels(area, covers);
        const point = tapPoint(area, covers);
        if (free.length === 0) expect(point).toBeUndefined();
        else expect(free).toContainEqual(point);
      }),
      { numRuns: 2000 },
    );
  });
  it('stays fast with thousands of covers', () => {
    const covers = Array.from({ length: 5_000 }, (_, i) => {
      const x = (i * 37) % 1080;
      const y = (i * 91) % 2400;
      return rect(x, y, x + 9, y + 9);
    });
    const point = tapPoint(rect(0, 0, 1080, 2400), [rect(530, 1190, 550, 1210), ...covers]);
    expect(point === undefined || !covers.some((cover) => contains(cover, point))).toBe(true);
  });
});
