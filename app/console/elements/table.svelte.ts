import { recall, recallJson, remember } from '../../ui/storage.ts';
import {
  limitWidth,
  nextSort,
  parseSort,
  parseWidths,
  type ColumnId,
  type ColumnWidths,
  type TableSort,
} from './table.ts';

/** How the user has arranged the element table; kept in this browser. */
export class TableState {
  sort = $state.raw<TableSort>(parseSort(recallJson('element-sort')));
  widths = $state.raw<ColumnWidths>(parseWidths(recallJson('element-columns')));
  #showsLayout = $state(recall('layout-rows') === 'shown');

  /** Whether rows that are only layout are listed. */
  get showsLayout(): boolean {
    return this.#showsLayout;
  }

  set showsLayout(shows: boolean) {
    this.#showsLayout = shows;
    remember('layout-rows', shows ? 'shown' : null);
  }

  sortBy(column: ColumnId): void {
    this.sort = nextSort(this.sort, column);
    remember('element-sort', this.sort === null ? null : JSON.stringify(this.sort));
  }

  /** Sets a column's width in rem; null for the one that it has by itself. */
  resize(column: ColumnId, widthRem: number | null): void {
    const { [column]: _, ...others } = this.widths;
    this.widths = widthRem === null ? others : { ...others, [column]: limitWidth(widthRem) };
    remember('element-columns', JSON.stringify(this.widths));
  }
}

/** The arrangement of this panel's table, which is created on first use. */
export function tableOf(inspector: { table: TableState | null }): TableState {
  return (inspector.table ??= new TableState());
}
