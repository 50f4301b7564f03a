import { expect, it } from 'vitest';
import type { Rect } from '#core/geometry.ts';
import type { ElementRow } from '#core/link/messages.ts';
import { elementAt, movedPoint, pixelAt, visibleCenterOf } from './picture.ts';

const size = { width: 1000, height: 2000 };

function row(
  id: string,
  [left, top, right, bottom]: readonly number[],
  states: ElementRow['states'] = [],
): ElementRow {
  const bounds: Rect = { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 };
  const texts = { simpleClass: '', text: '', description: '', label: '', resourceId: '' };
  return { id, path: '0', depth: 0, isKept: true, ...texts, bounds, states };
}

const rows = [
  row('page', [0, 0, 1000, 2000]),
  row('button', [100, 100, 300, 200]),
  row('icon', [250, 120, 300, 180]),
  row('gone', [100, 100, 110, 110], ['offscreen']),
  row('empty', [200, 150, 200, 150]),
];

it('finds the smallest element at a point', () => {
  expect(elementAt(rows, { x: 105, y: 105 })?.id).toBe('button');
  expect(elementAt(rows, { x: 260, y: 150 })?.id).toBe('icon');
  // The right edge is exclusive.
  expect(elementAt(rows, { x: 300, y: 150 })?.id).toBe('page');
  expect(elementAt(rows.slice(1), { x: 900, y: 900 })).toBeNull();
});

it('converts fractions to pixels, including the far edge', () => {
  expect(pixelAt(size, { x: 0.5, y: 1 })).toEqual({ x: 500, y: 1999 });
});

it('uses the center of the part of an element that is on the screen', () => {
  expect(visibleCenterOf(row('wide', [-200, 1900, 400, 2400]), size)).toEqual({ x: 200, y: 1950 });
});

it('moves a point by arrow keys, not beyond the screen', () => {
  const from = { x: 500, y: 1990 };
  expect(movedPoint(from, { key: 'ArrowLeft', step: 'small', size })).toEqual({ x: 475, y: 1990 });
  expect(movedPoint(from, { key: 'ArrowUp', step: 'large', size })).toEqual({ x: 500, y: 1865 });
  expect(movedPoint(from, { key: 'ArrowRight', step: 'pixel', size })).toEqual({ x: 501, y: 1990 });
  expect(movedPoint(from, { key: 'ArrowDown', step: 'large', size })).toEqual({ x: 500, y: 1999 });
  expect(movedPoint(from, { key: 'Home', step: 'small', size })).toBeNull();
});
