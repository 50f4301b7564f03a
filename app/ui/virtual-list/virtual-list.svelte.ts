import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { endTop, type RowPlaces, rowWindow, topFor, topForJump, type Viewport } from './rows.ts';

/** So near the end counts as at the end, in CSS pixels: browsers round. */
const nearEndPx = 4;

interface Options {
  /** Where the rows stand now. What it reads of Svelte's state is followed. */
  rows(): RowPlaces;
  /** How many rows have been dropped at the front, ever: what is looked at stays in its place. */
  dropped?(): number;
  /** Whether the list begins at its end and stays there, while rows are added, until somebody scrolls up. */
  followsEnd?: boolean;
}

/**
 * A long list in a box that scrolls, of which only the rows that are seen are drawn. It knows by
 * row, not by pixel, where it is, so that rows can be dropped or change their heights above.
 * `VirtualRows.svelte` draws the rows; the box takes `attach`.
 */
export class VirtualList {
  /** Of the box, in CSS pixels; 0 while it is hidden. */
  #height = $state(0);
  #atEnd = $state(false);
  /** Where it was scrolled to: a row, how far into it, and how many rows had been dropped by then. */
  #anchor = $state.raw({ row: 0, intoPx: 0, dropped: 0 });
  /** Rows that had ever been there when the end was left. */
  #leftEndAt = $state(0);
  /** How far the box was scrolled when it was last put in its place; null while that is not known. */
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

  /** The rows to draw, from `first` to before `end`. */
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

  /** Rows that came since the end was left, or since `countAnew`. */
  get fresh(): number {
    return this.#atEnd ? 0 : Math.max(0, this.#everThere() - this.#leftEndAt);
  }

  /** Rows to go by for a page, at least one. */
  get pageRows(): number {
    const { top, height, rows } = this.#viewport;
    return Math.max(1, rows.rowAt(top + height) - rows.rowAt(top) - 1);
  }

  /** Shows the last row, and where the list follows its end each that comes. */
  toEnd(): void {
    this.#atEnd = true;
  }

  /** Brings a row into view, moving as little as can be; nothing else than the box scrolls. */
  show(row: number): void {
    if (row >= 0) this.#goTo(topFor(row, this.#viewport));
  }

  /** Brings a row into view; one that is far away comes into the middle. */
  jumpTo(row: number): void {
    if (row >= 0) this.#goTo(topForJump(row, this.#viewport));
  }

  /** Other rows are there now: what comes from here on is fresh. */
  countAnew(): void {
    this.#leftEndAt = this.#everThere();
  }

  /** Makes this element the box that the list scrolls in. */
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

  /** Scrolls the box to where the list is. Written only where it differs: writing makes the browser lay the page out. */
  #place(box: HTMLElement): void {
    const { top, height } = this.#viewport;
    const dropped = this.#dropped;
    const before = this.#placed;
    this.#placed = height === 0 ? null : { top: box.scrollTop, dropped };
    if (height === 0 || Math.abs(box.scrollTop - top) < 1) return;
    if (before !== null && Math.abs(box.scrollTop - before.top) >= 1 && !isAtEnd(box)) {
      // A person has scrolled, and rows came before the event that tells of it: theirs goes first.
      const movedPx = box.scrollTop - before.top;
      this.#goTo(dropped === before.dropped ? box.scrollTop : top + movedPx);
      return;
    }
    this.#put(box, top);
    if (Math.abs(box.scrollTop - top) < 1) return;
    // What has just been measured is not laid out yet, and the list may be too short for this.
    void tick().then(() => this.#put(box, this.#viewport.top));
  }

  #put(box: HTMLElement, top: number): void {
    box.scrollTop = top;
    this.#placed = { top: box.scrollTop, dropped: this.#dropped };
  }

  /** The box was scrolled, by a person, by us, or by the browser when it had to: it became higher, say. */
  #scrolled(box: HTMLElement): void {
    // A box that is hidden has no place.
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
