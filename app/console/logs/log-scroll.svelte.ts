import { evenRows, type RowPlaces } from '../../ui/virtual-list/rows.ts';
import { VirtualList } from '../../ui/virtual-list/virtual-list.svelte.ts';
import type { LogFilter } from './log-filter.ts';
import type { LogView } from './log-view.svelte.ts';
import { WrappedRows } from './wrapped-rows.ts';

/** Row heights and scroll position of the list of lines. It follows new lines until the person scrolls up. */
export class LogScroll {
  /** Height of a line of text, in CSS pixels. */
  lineHeight = $state(22);
  /** Whether each row shows its text below the other columns, for want of width. */
  stacked = $state(false);
  /** Characters that fit on a line of text; 0 until measured. */
  columns = $state(0);
  readonly #view: LogView;
  #filter: LogFilter | null = null;
  readonly #wrapped = new WrappedRows();
  readonly #places = $derived.by((): RowPlaces => {
    const { lineHeight, columns } = this;
    const above = this.stacked ? 1 : 0;
    if (!this.isWrapped) return evenRows(this.#view.shown.count, lineHeight * (above + 1));
    return this.#wrapped.follow(this.#view.shown, { columns, above, lineHeight });
  });

  readonly list = new VirtualList({
    rows: () => this.#places,
    dropped: () => this.#view.shown.cutOff,
    followsEnd: true,
  });

  constructor(view: LogView) {
    this.#view = view;
  }

  /** Whether rows are as high as their wrapped text. */
  get isWrapped(): boolean {
    return this.#view.wraps && this.columns > 0;
  }

  /** Remembers the filter; returns whether it changed, so that other lines are shown. */
  refilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    return true;
  }
}
