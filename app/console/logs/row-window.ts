/** What is seen of a long list: lengths in CSS pixels. */
export interface Sight {
  /** How far the list is scrolled. */
  readonly top: number;
  /** Of the box that it scrolls in. */
  readonly height: number;
  readonly rowHeight: number;
  /** Rows of the whole list. */
  readonly count: number;
}

/** Rows above and below what is seen, for scrolling that is quicker than drawing. */
const spare = 6;

/** The first row to draw and the one after the last. */
export function rowWindow({ top, height, rowHeight, count }: Sight): {
  readonly first: number;
  readonly end: number;
} {
  if (height <= 0 || rowHeight <= 0) return { first: 0, end: 0 };
  const seen = Math.ceil(height / rowHeight) + 1;
  const first = Math.min(Math.floor(top / rowHeight), count - seen) - spare;
  return { first: Math.max(0, first), end: Math.max(0, Math.min(count, first + seen + 2 * spare)) };
}

/** How far the list is scrolled when its end is seen. */
export function endTop({ height, rowHeight, count }: Omit<Sight, 'top'>): number {
  return Math.max(0, count * rowHeight - height);
}

/** How far to scroll so that this row is seen, as little as can be; far jumps put it in the middle. */
export function topFor(row: number, { top, height, rowHeight, count }: Sight): number {
  const above = row * rowHeight;
  const below = above + rowHeight - height;
  if (above >= top && below <= top) return top;
  const far = Math.abs(above - top) > 2 * height;
  const wanted = far ? above - height / 2 : above < top ? above : below;
  return Math.min(Math.max(0, wanted), endTop({ height, rowHeight, count }));
}
