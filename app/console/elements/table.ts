/** The columns of the element table, the order of its rows, and which of them are only layout. */
import type { ElementRow } from '#core/link/messages.ts';
import { ownMember } from '../../ui/json.ts';
import { boundsText, labelOf, shortResourceId } from '../screen/element-text.ts';
import { stateWords } from './table-strings.ts';

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

/** Widths in rem. */
interface ColumnSize {
  /** A track of CSS grid. */
  readonly track: string;
  readonly min: number;
}

/**
 * The widths until the user changes them, by the width of the table (`cqi`). At their least they fit
 * into 40 rem together with gaps and padding; a narrower table is a list.
 */
const columnSizes: Readonly<Record<ColumnId, ColumnSize>> = {
  text: { track: 'minmax(7.5rem, 2fr)', min: 7.5 },
  class: { track: 'clamp(4.75rem, 11.5cqi, 6.75rem)', min: 4.75 },
  resource: { track: 'minmax(4.25rem, 1fr)', min: 4.25 },
  state: { track: 'clamp(4.5rem, 20cqi - 4rem, 9.5rem)', min: 4.5 },
  bounds: { track: 'clamp(7.4rem, 14cqi, 8.75rem)', min: 7.4 },
  id: { track: 'clamp(5.75rem, 12.5cqi, 7.75rem)', min: 5.75 },
};

/** Widths in rem that the user has chosen. */
export type ColumnWidths = Readonly<Partial<Record<ColumnId, number>>>;

const narrowestRem = 3;
const widestRem = 60;

export function limitWidth(widthRem: number): number {
  return Math.min(widestRem, Math.max(narrowestRem, Math.round(widthRem * 100) / 100));
}

/** The widths that were stored; without what is none. */
export function parseWidths(stored: unknown): ColumnWidths {
  return Object.fromEntries(
    columnIds.flatMap((id) => {
      const width = ownMember(stored, id);
      return typeof width === 'number' && Number.isFinite(width) ? [[id, limitWidth(width)]] : [];
    }),
  );
}

/** The table's columns as CSS, and the width in rem below which it scrolls sideways. */
export function tableSize(widths: ColumnWidths): {
  readonly columns: string;
  readonly minRem: number;
} {
  const tracks = columnIds.map((id) => {
    const width = widths[id];
    return width === undefined ? columnSizes[id].track : `${width}rem`;
  });
  const minRem = columnIds.reduce((sum, id) => sum + (widths[id] ?? columnSizes[id].min), 0);
  return { columns: tracks.join(' '), minRem };
}
