import { describe, expect, it } from 'vitest';
import type { ElementRow } from '#core/link/messages.ts';
import { nextSort, parseSort, sortRows } from './sort.ts';
import { stateWords } from './strings.ts';

function row(id: string, more: Partial<ElementRow> = {}): ElementRow {
  return {
    id,
    path: '0',
    depth: 0,
    isKept: true,
    simpleClass: 'TextView',
    text: '',
    description: '',
    label: '',
    resourceId: '',
    bounds: { left: 0, top: 0, right: 1, bottom: 1 },
    states: [],
    ...more,
  };
}

describe('sorting', () => {
  const rows = [
    row('a', { text: 'Item 10', bounds: { left: 5, top: 9, right: 6, bottom: 10 } }),
    row('b', { bounds: { left: 1, top: 9, right: 2, bottom: 10 } }),
    row('c', { description: 'item 9', bounds: { left: 0, top: 3, right: 1, bottom: 4 } }),
  ];
  const sorted = (
    ...[column, direction]: [Parameters<typeof nextSort>[1], 'ascending' | 'descending']
  ) =>
    sortRows(rows, { column, direction })
      .map(({ id }) => id)
      .join('');

  it('compares numbers in texts as numbers, and keeps empty cells last', () => {
    expect(sorted('text', 'ascending')).toBe('cab');
    expect(sorted('text', 'descending')).toBe('acb');
  });

  it('takes the text inside for one of the row’s own', () => {
    const inside = [row('x', { label: 'Wi-Fi' }), row('y', { text: 'About' }), row('z')];
    const sort = { column: 'text', direction: 'ascending' } as const;
    expect(sortRows(inside, sort).map(({ id }) => id)).toEqual(['y', 'x', 'z']);
  });

  it.each([
    [
      { column: 'text', direction: 'descending' },
      { column: 'text', direction: 'descending' },
    ],
    [{ column: 'colour', direction: 'ascending' }, null],
    [{ column: 'text' }, null],
    ['text', null],
    [null, null],
  ])('is read from what is stored: %j', (stored, sort) => {
    expect(parseSort(stored)).toEqual(sort);
  });

  it('goes from the top, then from the left by bounds', () => {
    expect(sorted('bounds', 'ascending')).toBe('cba');
    expect(sorted('bounds', 'descending')).toBe('abc');
  });

  it('goes up, down, and back to the order on the screen', () => {
    const up = nextSort(null, 'text');
    expect(up).toEqual({ column: 'text', direction: 'ascending' });
    expect(nextSort(up, 'id')).toEqual({ column: 'id', direction: 'ascending' });
    const down = nextSort(up, 'text');
    expect(down).toEqual({ column: 'text', direction: 'descending' });
    expect(nextSort(down, 'text')).toBeNull();
    expect(sortRows(rows, null)).toBe(rows);
  });
});

it('puts an element’s state into words', () => {
  const words = (...states: ElementRow['states']) => stateWords(row('a', { states }));
  expect(words('clickable', 'long-clickable')).toEqual(['clickable', 'long-clickable']);
  expect(words('checked', 'checkable')).toEqual(['checked']);
  expect(words('disabled', 'offscreen', 'checkable')).toEqual([
    'unchecked',
    'disabled',
    'off screen',
  ]);
  expect(words()).toEqual([]);
});
