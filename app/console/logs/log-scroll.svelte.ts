import { uniformRows, type RowLayout } from '../../ui/virtual-list/rows.ts';
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
  readonly #rowLayout = $derived.by((): RowLayout => {
    const { lineHeight, columns } = this;
    const linesAbove = this.stacked ? 1 : 0;
    if (!this.isWrapped)
      return uniformRows(this.#view.snapshot.count, lineHeight * (linesAbove + 1));
    return this.#wrapped.layOut(this.#view.snapshot, { columns, linesAbove, lineHeight });
  });

  readonly list = new VirtualList({
    rows: () => this.#rowLayout,
    droppedCount: () => this.#view.snapshot.droppedCount,
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
  updateFilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    return true;
  }
}
