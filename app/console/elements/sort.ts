/** The columns of the element table, and the order of its rows. */
import type { ElementRow } from '#core/link/messages.ts';
import { ownMember } from '../../ui/json.ts';
import { boundsText, labelOf, shortResourceId } from '../screen/element-text.ts';
import { stateWords } from './strings.ts';

export const columnIds = ['text', 'class', 'resource', 'state', 'bounds', 'id'] as const;
export type ColumnId = (typeof columnIds)[number];

/** What a column shows of an element, as text. */
export const cellTexts: Readonly<Record<ColumnId, (row: ElementRow) => string>> = {
  text: labelOf,
  class: ({ simpleClass }) => simpleClass,
  resource: ({ resourceId }) => shortResourceId(resourceId),
  state: (row) => stateWords(row).join(', '),
  bounds: boundsText,
  id: ({ id }) => id,
};

const sortDirections = ['ascending', 'descending'] as const;

/** The column that the rows are sorted by; null for the order on the screen. */
export type TableSort = {
  readonly column: ColumnId;
  readonly direction: (typeof sortDirections)[number];
} | null;

/** The sort that was stored; null for anything else. */
export function parseSort(stored: unknown): TableSort {
  const column = columnIds.find((id) => id === ownMember(stored, 'column'));
  const direction = sortDirections.find((each) => each === ownMember(stored, 'direction'));
  return column === undefined || direction === undefined ? null : { column, direction };
}

/** What a press on a column's heading leads to: ascending, descending, then the order on the screen. */
export function nextSort(sort: TableSort, column: ColumnId): TableSort {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** The rows in this order; those with an empty cell stay last either way. */
export function sortRows(rows: readonly ElementRow[], sort: TableSort): readonly ElementRow[] {
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const textOf = cellTexts[sort.column];
  const compare = (a: ElementRow, b: ElementRow): number => {
    if (sort.column === 'bounds') {
      return sign * (a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
    }
    const textA = textOf(a);
    const textB = textOf(b);
    if (textA === '' || textB === '') return Number(textA === '') - Number(textB === '');
    return sign * collator.compare(textA, textB);
  };
  return rows.toSorted(compare);
}
