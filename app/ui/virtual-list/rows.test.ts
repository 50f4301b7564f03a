import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endTop, evenRows, type RowPlaces, rowWindow, topFor, topForJump } from './rows.ts';

/** Rows of these heights in px. */
function unevenRows(heights: readonly number[]): RowPlaces {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  const rowAt = (top: number): number => tops.findLastIndex((other) => other <= top);
  return {
    count: heights.length,
    topOf: (row) => tops[row] ?? 0,
    rowAt: (top) => Math.max(0, Math.min(rowAt(top), heights.length - 1)),
  };
}

describe('the window', () => {
  it.each([
    [
      { top: 0, height: 100, count: 1_000 },
      { first: 0, end: 19 },
    ],
    [
      { top: 5_000, height: 100, count: 1_000 },
      { first: 492, end: 519 },
    ],
    [
      { top: 9_900, height: 100, count: 1_000 },
      { first: 982, end: 1_000 },
    ],
    [
      { top: 90_000, height: 100, count: 1_000 },
      { first: 982, end: 1_000 },
    ],
    [
      { top: 0, height: 100, count: 0 },
      { first: 0, end: 0 },
    ],
    [
      { top: 0, height: 100, count: 3 },
      { first: 0, end: 3 },
    ],
    [
      { top: 0, height: 0, count: 1_000 },
      { first: 0, end: 0 },
    ],
  ])('%j', ({ count, ...sight }, rows) => {
    expect(rowWindow({ ...sight, rows: evenRows(count, 10) })).toEqual(rows);
  });

  const even = fc
    .record({ count: fc.nat(60_000), rowHeight: fc.double({ min: 12, max: 60, noNaN: true }) })
    .map(({ count, rowHeight }) => evenRows(count, rowHeight));
  const uneven = fc.array(fc.integer({ min: 12, max: 300 }), { maxLength: 200 }).map(unevenRows);

  it('includes every visible row, and few others', () => {
    const sight = fc.record({
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      height: fc.integer({ min: 1, max: 2_000 }),
      rows: fc.oneof(even, uneven),
    });
    fc.assert(
      fc.property(sight, ({ part, height, rows }) => {
        const top = part * endTop({ height, rows });
        const { first, end } = rowWindow({ top, height, rows });
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(rows.count);
        if (rows.count === 0) return;
        expect(rows.topOf(first)).toBeLessThanOrEqual(top);
        const seenEnd = Math.min(rows.topOf(rows.count), top + height);
        expect(rows.topOf(end)).toBeGreaterThanOrEqual(Math.floor(seenEnd));
        expect(end - first).toBeLessThan(height / 12 + 20);
      }),
    );
  });

  it('shows a row with the least scrolling; a jump centres a distant one', () => {
    const viewport = { top: 1_000, height: 100, rows: evenRows(1_000, 10) };
    for (const show of [topFor, topForJump]) {
      expect(show(105, viewport)).toBe(1_000);
      expect(show(99, viewport)).toBe(990);
      expect(show(110, viewport)).toBe(1_010);
      expect(show(999, viewport)).toBe(9_900);
      expect(show(0, viewport)).toBe(0);
    }
    expect(topFor(500, viewport)).toBe(4_910);
    expect(topForJump(500, viewport)).toBe(4_950);
  });

  it('shows the top of a row that is taller than the box', () => {
    const rows = unevenRows([50, 300, 50, 50]);
    expect(topFor(1, { top: 0, height: 100, rows })).toBe(50);
    expect(topFor(1, { top: 200, height: 100, rows })).toBe(50);
    expect(topFor(3, { top: 0, height: 100, rows })).toBe(350);
  });
});
