import { evenRows, type RowPlaces } from '../../ui/virtual-list/rows.ts';
import { VirtualList } from '../../ui/virtual-list/virtual-list.svelte.ts';
import type { LogFilter } from './log-filter.ts';
import type { LogView } from './log-view.svelte.ts';
import { WrappedRows } from './wrapped-rows.ts';

/** The list of lines: how high each is, and how far it is scrolled. It stays at the end until somebody scrolls up. */
export class LogScroll {
  /** Of a line of text, in CSS pixels. */
  lineHeight = $state(22);
  /** Whether the text stands below the rest of its line, for want of room. */
  stacked = $state(false);
  /** Characters that fit into a line of text; 0 as long as nobody knows. */
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

  /** Whether rows are as high as their text needs. */
  get isWrapped(): boolean {
    return this.#view.wraps && this.columns > 0;
  }

  /** With another filter other lines are shown; what came since is counted anew. False when it is the same. */
  refilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    return true;
  }
}
