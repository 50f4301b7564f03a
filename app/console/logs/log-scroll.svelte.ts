import { untrack } from 'svelte';
import type { LogFilter } from './log-filter.ts';
import type { LogView } from './log-view.svelte.ts';
import { endTop, evenRows, type RowPlaces, rowWindow, type Sight, topFor } from './row-window.ts';
import { WrappedRows } from './wrapped-rows.ts';

/** So near the end counts as at the end, in CSS pixels: browsers round. */
const nearPx = 4;

/** How far the list of lines is scrolled. It stays at the end until somebody scrolls up. */
export class LogScroll {
  /** Of the box, in CSS pixels; 0 while it is hidden. */
  height = $state(0);
  /** Of a line of text, in CSS pixels. */
  lineHeight = $state(22);
  /** Whether the text stands below the rest of its line, for want of room. */
  stacked = $state(false);
  /** Characters that fit into a line of text; 0 as long as nobody knows. */
  columns = $state(0);
  #atEnd = $state(true);
  /** Where it was scrolled to: a row, how far into it, and how many lines had been cut off above by then. */
  #top = $state.raw({ row: 0, into: 0, cutOff: 0 });
  /** Lines that had ever been shown when the end was left. */
  #leftAt = $state(0);
  readonly #view: LogView;
  #filter: LogFilter | null = null;
  readonly #wrapped = new WrappedRows();

  constructor(view: LogView) {
    this.#view = view;
  }

  readonly #places = $derived.by((): RowPlaces => {
    const { lineHeight, columns } = this;
    const above = this.stacked ? 1 : 0;
    if (!this.isWrapped) return evenRows(this.#view.shown.count, lineHeight * (above + 1));
    return this.#wrapped.follow(this.#view.shown, { columns, above, lineHeight });
  });

  readonly sight = $derived.by((): Sight => {
    const { cutOff } = this.#view.shown;
    const list = { height: this.height, rows: this.#places };
    const end = endTop(list);
    // Lines that are cut off above must not move those that are looked at.
    const row = this.#top.row - (cutOff - this.#top.cutOff);
    const top = row < 0 ? 0 : list.rows.topOf(Math.min(row, list.rows.count)) + this.#top.into;
    return { ...list, top: this.#atEnd ? end : Math.min(top, end) };
  });

  readonly rows = $derived(rowWindow(this.sight));

  /** Whether rows are as high as their text needs. */
  get isWrapped(): boolean {
    return this.#view.wraps && this.columns > 0;
  }

  /** Rows to go by for a page, at least one. */
  get pageRows(): number {
    const { top, height, rows } = this.sight;
    return Math.max(1, rows.rowAt(top + height) - rows.rowAt(top) - 1);
  }

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** Lines that came since the end was left. */
  get fresh(): number {
    return this.#atEnd ? 0 : Math.max(0, this.#everShown() - this.#leftAt);
  }

  /** The box was scrolled, by a person, by us, or by the browser when it had to: it became higher, say. */
  scrolled(box: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>): void {
    // A box that is hidden has no place.
    if (this.height === 0 || Math.abs(box.scrollTop - this.sight.top) < 1) return;
    this.#go(box.scrollTop);
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - nearPx) this.toEnd();
  }

  /** Shows the newest line, and each that comes. */
  toEnd(): void {
    this.#atEnd = true;
  }

  /** Brings a row into sight. */
  show(row: number): void {
    this.#go(topFor(row, this.sight));
  }

  /** With another filter other lines are shown; what came since is counted anew. False when it is the same. */
  refilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    this.#leftAt = untrack(() => this.#everShown());
    return true;
  }

  #go(top: number): void {
    if (this.#atEnd) this.#leftAt = this.#everShown();
    this.#atEnd = top >= endTop(this.sight) - nearPx;
    const { rows } = this.sight;
    const row = rows.rowAt(top);
    this.#top = { row, into: top - rows.topOf(row), cutOff: this.#view.shown.cutOff };
  }

  #everShown(): number {
    const { count, cutOff } = this.#view.shown;
    return count + cutOff;
  }
}
