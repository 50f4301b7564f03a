import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** The layout of a list's rows, in CSS pixels from the top of the list. */
export interface RowLayout {
  readonly count: number;
  /** The top of this row; for `count`, the end of the list. */
  topOf(row: number): number;
  /** The row at this offset, clamped to the first and the last row. */
  rowAt(top: number): number;
}

/** The visible part of a long list, in CSS pixels. */
interface ListViewport {
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

/** Within this distance the list counts as at its end, in CSS pixels: browsers round. */
const nearEndPx = 4;

interface VirtualListOptions {
  /** The current layout; its Svelte state is tracked. */
  rows(): RowLayout;
  /** The total number of rows ever removed at the front; the visible rows then stay in place. */
  droppedCount?(): number;
  /** The height of a sticky heading at the top of the box, in CSS pixels. */
  headHeight?(): number;
  /**
   * Whether the list starts at its end and stays there as rows are added, until the user scrolls
   * up.
   */
  followsEnd?: boolean;
}

/**
 * A long list in a scrolling box that renders only the visible rows. It keeps its position by row,
 * not by pixel, so that rows above can be removed or change their height. `VirtualRows.svelte`
 * renders the rows; the box uses `attach`.
 */
export class VirtualList {
  /** The height of the box in CSS pixels; 0 while it is hidden. */
  #height = $state(0);
  #atEnd = $state(false);
  /** The scroll position: a row, the offset into it, and the number of rows removed by then. */
  #anchor = $state.raw({ row: 0, intoPx: 0, droppedCount: 0 });
  /** The total number of rows ever added when the list left its end. */
  #totalAtLeavingEnd = $state(0);
  /** The box's scroll offset when it was last set; null while unknown. */
  #lastPlacement: { readonly top: number; readonly droppedCount: number } | null = null;
  readonly #options: VirtualListOptions;

  constructor(options: VirtualListOptions) {
    this.#options = options;
    this.#atEnd = options.followsEnd === true;
  }

  readonly #viewport = $derived.by((): ListViewport => {
    const height = Math.max(0, this.#height - (this.#options.headHeight?.() ?? 0));
    const list = { height, rows: this.#options.rows() };
    const end = maxScrollTop(list);
    const row = this.#anchor.row - (this.#droppedCount - this.#anchor.droppedCount);
    const top = row < 0 ? 0 : list.rows.topOf(Math.min(row, list.rows.count)) + this.#anchor.intoPx;
    return { ...list, top: this.#atEnd ? end : Math.min(top, end) };
  });

  /** The rows to render, from `first` to before `end`. */
  readonly window = $derived(rowWindow(this.#viewport));

  get height(): number {
    return this.#height;
  }

  get rows(): RowLayout {
    return this.#viewport.rows;
  }

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** The number of rows added since the list left its end, or since `resetFreshCount`. */
  get freshCount(): number {
    return this.#atEnd ? 0 : Math.max(0, this.#totalRows() - this.#totalAtLeavingEnd);
  }

  /** The number of rows that a page key moves, at least one. */
  get pageRows(): number {
    const { top, height, rows } = this.#viewport;
    return Math.max(1, rows.rowAt(top + height) - rows.rowAt(top) - 1);
  }

  /** Scrolls to the end, and stays there if the list follows its end. */
  scrollToEnd(): void {
    this.#atEnd = true;
  }

  /** Scrolls a row into view with the least movement; nothing but the box scrolls. */
  scrollToRow(row: number): void {
    if (row >= 0) this.#setPosition(scrollTopToShow(row, this.#viewport));
  }

  /** Scrolls a row into view; a distant one is centred. */
  jumpToRow(row: number): void {
    if (row >= 0) this.#setPosition(scrollTopToJump(row, this.#viewport));
  }

  /** Scrolls until a row is the first in view, or the last row is in view; and on, when the box becomes lower. */
  scrollRowToTop(row: number): void {
    if (this.#atEnd) this.resetFreshCount();
    this.#atEnd = false;
    this.#anchor = { row: Math.max(0, row), intoPx: 0, droppedCount: this.#droppedCount };
  }

  /** The rows were replaced: counts fresh rows from now on. */
  resetFreshCount(): void {
    this.#totalAtLeavingEnd = this.#totalRows();
  }

  /** Makes this element the scrolling box of the list. */
  readonly attach: Attachment<HTMLElement> = (box) => {
    const onScroll = (): void => this.#onScroll(box);
    const observer = new ResizeObserver(() => (this.#height = box.clientHeight));
    box.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(box);
    $effect(() => this.#applyPosition(box));
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer.disconnect();
      this.#lastPlacement = null;
    };
  };

  /** Applies the position to the box. Writes only on a difference: a write forces a layout. */
  #applyPosition(box: HTMLElement): void {
    const { top, height } = this.#viewport;
    const droppedCount = this.#droppedCount;
    const before = this.#lastPlacement;
    this.#lastPlacement = height === 0 ? null : { top: box.scrollTop, droppedCount };
    if (height === 0 || Math.abs(box.scrollTop - top) < 1) return;
    if (before !== null && Math.abs(box.scrollTop - before.top) >= 1 && !isAtEnd(box)) {
      // The user has scrolled, and rows arrived before the scroll event: the user's position wins.
      const movedPx = box.scrollTop - before.top;
      this.#setPosition(droppedCount === before.droppedCount ? box.scrollTop : top + movedPx);
      return;
    }
    this.#setScrollTop(box, top);
    if (Math.abs(box.scrollTop - top) < 1) return;
    // New heights are not laid out yet, so the content may still be too short for this offset.
    void tick().then(() => this.#setScrollTop(box, this.#viewport.top));
  }

  #setScrollTop(box: HTMLElement, top: number): void {
    box.scrollTop = top;
    this.#lastPlacement = { top: box.scrollTop, droppedCount: this.#droppedCount };
  }

  /** The box was scrolled, by the user, by us, or by the browser, for example when it grew. */
  #onScroll(box: HTMLElement): void {
    // A hidden box has no position.
    if (this.#height === 0) return;
    this.#lastPlacement = { top: box.scrollTop, droppedCount: this.#droppedCount };
    if (Math.abs(box.scrollTop - this.#viewport.top) < 1) return;
    this.#setPosition(box.scrollTop);
    if (this.#options.followsEnd === true && isAtEnd(box)) this.scrollToEnd();
  }

  #setPosition(top: number): void {
    if (this.#atEnd) this.resetFreshCount();
    const { rows } = this.#viewport;
    this.#atEnd =
      this.#options.followsEnd === true && top >= maxScrollTop(this.#viewport) - nearEndPx;
    const row = rows.rowAt(top);
    this.#anchor = { row, intoPx: top - rows.topOf(row), droppedCount: this.#droppedCount };
  }

  get #droppedCount(): number {
    return this.#options.droppedCount?.() ?? 0;
  }

  #totalRows(): number {
    return this.#viewport.rows.count + this.#droppedCount;
  }
}

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollTop + box.clientHeight >= box.scrollHeight - nearEndPx;
}
