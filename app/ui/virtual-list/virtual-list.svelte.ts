import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { endTop, type RowPlaces, rowWindow, topFor, topForJump, type Viewport } from './rows.ts';

/** Within this distance the list counts as at its end, in CSS pixels: browsers round. */
const nearEndPx = 4;

interface Options {
  /** The current layout; its Svelte state is tracked. */
  rows(): RowPlaces;
  /** The total number of rows ever removed at the front; the visible rows then stay in place. */
  dropped?(): number;
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
  #anchor = $state.raw({ row: 0, intoPx: 0, dropped: 0 });
  /** The total number of rows ever added when the list left its end. */
  #leftEndAt = $state(0);
  /** The box's scroll offset when it was last set; null while unknown. */
  #placed: { readonly top: number; readonly dropped: number } | null = null;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.#atEnd = options.followsEnd === true;
  }

  readonly #viewport = $derived.by((): Viewport => {
    const list = { height: this.#height, rows: this.#options.rows() };
    const end = endTop(list);
    const row = this.#anchor.row - (this.#dropped - this.#anchor.dropped);
    const top = row < 0 ? 0 : list.rows.topOf(Math.min(row, list.rows.count)) + this.#anchor.intoPx;
    return { ...list, top: this.#atEnd ? end : Math.min(top, end) };
  });

  /** The rows to render, from `first` to before `end`. */
  readonly window = $derived(rowWindow(this.#viewport));

  get height(): number {
    return this.#height;
  }

  get rows(): RowPlaces {
    return this.#viewport.rows;
  }

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** The number of rows added since the list left its end, or since `resetFreshCount`. */
  get fresh(): number {
    return this.#atEnd ? 0 : Math.max(0, this.#everThere() - this.#leftEndAt);
  }

  /** The number of rows that a page key moves, at least one. */
  get pageRows(): number {
    const { top, height, rows } = this.#viewport;
    return Math.max(1, rows.rowAt(top + height) - rows.rowAt(top) - 1);
  }

  /** Scrolls to the end, and stays there if the list follows its end. */
  toEnd(): void {
    this.#atEnd = true;
  }

  /** Scrolls a row into view with the least movement; nothing but the box scrolls. */
  show(row: number): void {
    if (row >= 0) this.#goTo(topFor(row, this.#viewport));
  }

  /** Scrolls a row into view; a distant one is centred. */
  jumpTo(row: number): void {
    if (row >= 0) this.#goTo(topForJump(row, this.#viewport));
  }

  /** The rows were replaced: counts fresh rows from now on. */
  countAnew(): void {
    this.#leftEndAt = this.#everThere();
  }

  /** Makes this element the scrolling box of the list. */
  readonly attach: Attachment<HTMLElement> = (box) => {
    const scrolled = (): void => this.#scrolled(box);
    const observer = new ResizeObserver(() => (this.#height = box.clientHeight));
    box.addEventListener('scroll', scrolled, { passive: true });
    observer.observe(box);
    $effect(() => this.#place(box));
    return () => {
      box.removeEventListener('scroll', scrolled);
      observer.disconnect();
      this.#placed = null;
    };
  };

  /** Applies the position to the box. Writes only on a difference: a write forces a layout. */
  #place(box: HTMLElement): void {
    const { top, height } = this.#viewport;
    const dropped = this.#dropped;
    const before = this.#placed;
    this.#placed = height === 0 ? null : { top: box.scrollTop, dropped };
    if (height === 0 || Math.abs(box.scrollTop - top) < 1) return;
    if (before !== null && Math.abs(box.scrollTop - before.top) >= 1 && !isAtEnd(box)) {
      // The user has scrolled, and rows arrived before the scroll event: the user's position wins.
      const movedPx = box.scrollTop - before.top;
      this.#goTo(dropped === before.dropped ? box.scrollTop : top + movedPx);
      return;
    }
    this.#put(box, top);
    if (Math.abs(box.scrollTop - top) < 1) return;
    // New heights are not laid out yet, so the content may still be too short for this offset.
    void tick().then(() => this.#put(box, this.#viewport.top));
  }

  #put(box: HTMLElement, top: number): void {
    box.scrollTop = top;
    this.#placed = { top: box.scrollTop, dropped: this.#dropped };
  }

  /** The box was scrolled, by the user, by us, or by the browser, for example when it grew. */
  #scrolled(box: HTMLElement): void {
    // A hidden box has no position.
    if (this.#height === 0) return;
    this.#placed = { top: box.scrollTop, dropped: this.#dropped };
    if (Math.abs(box.scrollTop - this.#viewport.top) < 1) return;
    this.#goTo(box.scrollTop);
    if (this.#options.followsEnd === true && isAtEnd(box)) this.toEnd();
  }

  #goTo(top: number): void {
    if (this.#atEnd) this.countAnew();
    const { rows } = this.#viewport;
    this.#atEnd = this.#options.followsEnd === true && top >= endTop(this.#viewport) - nearEndPx;
    const row = rows.rowAt(top);
    this.#anchor = { row, intoPx: top - rows.topOf(row), dropped: this.#dropped };
  }

  get #dropped(): number {
    return this.#options.dropped?.() ?? 0;
  }

  #everThere(): number {
    return this.#viewport.rows.count + this.#dropped;
  }
}

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollTop + box.clientHeight >= box.scrollHeight - nearEndPx;
}
