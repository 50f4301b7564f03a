/** The layout of a list's rows, in CSS pixels from the top of the list. */
export interface RowPlaces {
  readonly count: number;
  /** The top of this row; for `count`, the end of the list. */
  topOf(row: number): number;
  /** The row at this offset, clamped to the first and the last row. */
  rowAt(top: number): number;
}

/** The visible part of a long list, in CSS pixels. */
export interface Viewport {
  /** The scroll offset. */
  readonly top: number;
  /** The height of the scrolling box. */
  readonly height: number;
  readonly rows: RowPlaces;
}

/** Rows of equal height. */
export function evenRows(count: number, rowHeight: number): RowPlaces {
  return {
    count,
    topOf: (row) => row * rowHeight,
    rowAt: (top) => Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1)),
  };
}

/** Rows rendered above and below the visible ones, so that a turn of the wheel shows no gap. */
const spareRows = 8;

/** The first row to render and the one after the last. */
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

/** The scroll offset at the end of the list. */
export function endTop({ height, rows }: Omit<Viewport, 'top'>): number {
  return Math.max(0, rows.topOf(rows.count) - height);
}

/** The scroll offset nearest to the current one at which this row is visible. */
export function topFor(row: number, { top, height, rows }: Viewport): number {
  const above = rows.topOf(row);
  // Of a row taller than the box, show the top.
  const below = Math.min(above, rows.topOf(row + 1) - height);
  const wanted = above < top ? above : Math.max(top, below);
  return Math.min(Math.max(0, wanted), endTop({ height, rows }));
}

/** The same, but a distant row is centred, so that its surroundings are visible. */
export function topForJump(row: number, viewport: Viewport): number {
  const { top, height, rows } = viewport;
  const above = rows.topOf(row);
  if (Math.abs(above - top) <= 2 * height) return topFor(row, viewport);
  return Math.min(Math.max(0, above - height / 2), endTop(viewport));
}
