/** Where the rows of a list stand: lengths in CSS pixels from its beginning. */
export interface RowPlaces {
  readonly count: number;
  /** Where this row begins; for `count`, where the list ends. */
  topOf(row: number): number;
  /** The row that is at this place; the first or the last one outside of the list. */
  rowAt(top: number): number;
}

/** The part of a long list that its box shows: lengths in CSS pixels. */
export interface Viewport {
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

/** Rows drawn above and below what is seen: a turn of the wheel must not show nothing. */
const spareRows = 8;

/** The first row to draw and the one after the last. */
export function rowWindow({ top, height, rows }: Viewport): {
  readonly first: number;
  readonly end: number;
} {
  if (height <= 0 || rows.count === 0) return { first: 0, end: 0 };
  const from = Math.min(top, endTop({ height, rows }));
  return {
    first: Math.max(0, rows.rowAt(from) - spareRows),
    end: Math.min(rows.count, rows.rowAt(from + height) + 1 + spareRows),
  };
}

/** How far the list is scrolled when its end is seen. */
export function endTop({ height, rows }: Omit<Viewport, 'top'>): number {
  return Math.max(0, rows.topOf(rows.count) - height);
}

/** How far to scroll so that this row is seen, as little as can be. */
export function topFor(row: number, { top, height, rows }: Viewport): number {
  const above = rows.topOf(row);
  // Of one that is higher than the box the beginning is seen.
  const below = Math.min(above, rows.topOf(row + 1) - height);
  const wanted = above < top ? above : Math.max(top, below);
  return Math.min(Math.max(0, wanted), endTop({ height, rows }));
}

/** The same, but a row that is far away comes into the middle, with what is around it. */
export function topForJump(row: number, viewport: Viewport): number {
  const { top, height, rows } = viewport;
  const above = rows.topOf(row);
  if (Math.abs(above - top) <= 2 * height) return topFor(row, viewport);
  return Math.min(Math.max(0, above - height / 2), endTop(viewport));
}
