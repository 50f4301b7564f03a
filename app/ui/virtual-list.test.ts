import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  maxScrollTop,
  uniformRows,
  type RowLayout,
  rowWindow,
  scrollTopToShow,
  scrollTopToJump,
} from './virtual-list.svelte.ts';

/** Rows of these heights in px. */
function rowsOfHeights(heights: readonly number[]): RowLayout {
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
  ])('%j', ({ count, ...viewport }, rows) => {
    expect(rowWindow({ ...viewport, rows: uniformRows(count, 10) })).toEqual(rows);
  });

  const uniform = fc
    .record({ count: fc.nat(60_000), rowHeight: fc.double({ min: 12, max: 60, noNaN: true }) })
    .map(({ count, rowHeight }) => uniformRows(count, rowHeight));
  const uneven = fc.array(fc.integer({ min: 12, max: 300 }), { maxLength: 200 }).map(rowsOfHeights);

  it('includes every visible row, and few others', () => {
    const viewport = fc.record({
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      height: fc.integer({ min: 1, max: 2_000 }),
      rows: fc.oneof(uniform, uneven),
    });
    fc.assert(
      fc.property(viewport, ({ part, height, rows }) => {
        const top = part * maxScrollTop({ height, rows });
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
    const viewport = { top: 1_000, height: 100, rows: uniformRows(1_000, 10) };
    for (const scrollTopFor of [scrollTopToShow, scrollTopToJump]) {
      expect(scrollTopFor(105, viewport)).toBe(1_000);
      expect(scrollTopFor(99, viewport)).toBe(990);
      expect(scrollTopFor(110, viewport)).toBe(1_010);
      expect(scrollTopFor(999, viewport)).toBe(9_900);
      expect(scrollTopFor(0, viewport)).toBe(0);
    }
    expect(scrollTopToShow(500, viewport)).toBe(4_910);
    expect(scrollTopToJump(500, viewport)).toBe(4_950);
  });

  it('shows the top of a row that is taller than the box', () => {
    const rows = rowsOfHeights([50, 300, 50, 50]);
    expect(scrollTopToShow(1, { top: 0, height: 100, rows })).toBe(50);
    expect(scrollTopToShow(1, { top: 200, height: 100, rows })).toBe(50);
    expect(scrollTopToShow(3, { top: 0, height: 100, rows })).toBe(350);
  });
});
