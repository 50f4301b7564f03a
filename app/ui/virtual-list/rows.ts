/** The layout of a list's rows, in CSS pixels from the top of the list. */
export interface RowLayout {
  readonly count: number;
  /** The top of this row; for `count`, the end of the list. */
  topOf(row: number): number;
  /** The row at this offset, clamped to the first and the last row. */
  rowAt(top: number): number;
}

/** The visible part of a long list, in CSS pixels. */
export interface ListViewport {
  /** The scroll offset. */
  readonly top: number;
  /** The height of the scrolling box. */
  readonly height: number;
  readonly rows: RowLayout;
}

/** Rows of equal height. */
export function uniformRows(count: number, rowHeight: number): RowLayout {
  return {
    count,
    topOf: (row) => row * rowHeight,
    rowAt: (top) => Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1)),
  };
}

/** Rows rendered above and below the visible ones, so that a turn of the wheel shows no gap. */
const overscanRows = 8;

/** The first row to render and the one after the last. */
export function rowWindow({ top, height, rows }: ListViewport): {
  readonly first: number;
  readonly end: number;
} {
  if (height <= 0 || rows.count === 0) return { first: 0, end: 0 };
  const visibleTop = Math.min(top, maxScrollTop({ height, rows }));
  return {
    first: Math.max(0, rows.rowAt(visibleTop) - overscanRows),
    end: Math.min(rows.count, rows.rowAt(visibleTop + height) + 1 + overscanRows),
  };
}

/** The scroll offset at the end of the list. */
export function maxScrollTop({ height, rows }: Omit<ListViewport, 'top'>): number {
  return Math.max(0, rows.topOf(rows.count) - height);
}

/** The scroll offset nearest to the current one at which this row is visible. */
export function scrollTopToShow(row: number, { top, height, rows }: ListViewport): number {
  const above = rows.topOf(row);
  // Of a row taller than the box, show the top.
  const below = Math.min(above, rows.topOf(row + 1) - height);
  const target = above < top ? above : Math.max(top, below);
  return Math.min(Math.max(0, target), maxScrollTop({ height, rows }));
}

/** The same, but a distant row is centred, so that its surroundings are visible. */
export function scrollTopToJump(row: number, viewport: ListViewport): number {
  const { top, height, rows } = viewport;
  const above = rows.topOf(row);
  if (Math.abs(above - top) <= 2 * height) return scrollTopToShow(row, viewport);
  return Math.min(Math.max(0, above - height / 2), maxScrollTop(viewport));
}
