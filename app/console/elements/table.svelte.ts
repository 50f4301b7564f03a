import { recall, remember } from '../../ui/storage.ts';
import {
  limitWidth,
  nextSort,
  parseWidths,
  type ColumnId,
  type ColumnWidths,
  type TableSort,
} from './table.ts';

/** How the user has arranged the element table; all but the order is kept in this browser. */
export class TableState {
  sort = $state.raw<TableSort>(null);
  widths = $state.raw<ColumnWidths>(loadWidths());
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

function loadWidths(): ColumnWidths {
  try {
    return parseWidths(JSON.parse(recall('element-columns') ?? '{}'));
  } catch {
    return {};
  }
}
