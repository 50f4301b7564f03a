/** Where the rows of a list stand: lengths in CSS pixels from its beginning. */
export interface RowPlaces {
  readonly count: number;
  /** Where this row begins; for `count`, where the list ends. */
  topOf(row: number): number;
  /** The row that is at this place; the first or the last one outside of the list. */
  rowAt(top: number): number;
}

/** What is seen of a long list: lengths in CSS pixels. */
export interface Sight {
  /** How far the list is scrolled. */
  readonly top: number;
  /** Of the box that it scrolls in. */
  readonly height: number;
  readonly rows: RowPlaces;
}

/** Rows of one height. */
export function evenRows(count: number, rowHeight: number): RowPlaces {
  return {
    count,
    topOf: (row) => row * rowHeight,
    rowAt: (top) => Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1)),
  };
}

/** Rows above and below what is seen, for scrolling that is quicker than drawing. */
const spare = 6;

/** The first row to draw and the one after the last. */
export function rowWindow({ top, height, rows }: Sight): {
  readonly first: number;
  readonly end: number;
} {
  if (height <= 0 || rows.count === 0) return { first: 0, end: 0 };
  const from = Math.min(top, endTop({ height, rows }));
  return {
    first: Math.max(0, rows.rowAt(from) - spare),
    end: Math.min(rows.count, rows.rowAt(from + height) + 1 + spare),
  };
}

/** How far the list is scrolled when its end is seen. */
export function endTop({ height, rows }: Omit<Sight, 'top'>): number {
  return Math.max(0, rows.topOf(rows.count) - height);
}

/** How far to scroll so that this row is seen, as little as can be; far jumps put it in the middle. */
export function topFor(row: number, { top, height, rows }: Sight): number {
  const above = rows.topOf(row);
  // Of one that is higher than the box the beginning is seen.
  const below = Math.min(above, rows.topOf(row + 1) - height);
  if (above >= top && below <= top) return top;
  const far = Math.abs(above - top) > 2 * height;
  const wanted = far ? above - height / 2 : above < top ? above : below;
  return Math.min(Math.max(0, wanted), endTop({ height, rows }));
}
