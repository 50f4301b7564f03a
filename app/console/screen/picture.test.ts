import { expect, it } from 'vitest';
import type { Rect } from '#core/geometry.ts';
import type { ElementRow } from '#core/link/messages.ts';
import { elementAt, movedPoint, pixelAt, visibleCenterOf } from './picture.ts';

const size = { width: 1000, height: 2000 };

function row(
  id: string,
  [left, top, right, bottom]: readonly number[],
  { path = '0', states = [] }: Partial<Pick<ElementRow, 'path' | 'states'>> = {},
): ElementRow {
  const bounds: Rect = { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 };
  const texts = { simpleClass: '', text: '', description: '', label: '', resourceId: '' };
  return { id, path, depth: 0, isKept: true, ...texts, bounds, states };
}

const rows = [
  row('page', [0, 0, 1000, 2000]),
  row('button', [100, 100, 300, 200]),
  row('icon', [250, 120, 300, 180]),
  row('gone', [100, 100, 110, 110], { states: ['offscreen'] }),
  row('empty', [200, 150, 200, 150]),
];

it('finds the smallest element at a point', () => {
  expect(elementAt(rows, { x: 105, y: 105 })?.id).toBe('button');
  expect(elementAt(rows, { x: 260, y: 150 })?.id).toBe('icon');
  // The right edge is exclusive.
  expect(elementAt(rows, { x: 300, y: 150 })?.id).toBe('page');
  expect(elementAt(rows.slice(1), { x: 900, y: 900 })).toBeNull();
});

it('finds a button that floats over smaller texts, and the text on the button', () => {
  const list = [
    row('list', [0, 0, 1000, 2000], { path: '0.0', states: ['scrollable'] }),
    row('note', [0, 1700, 1000, 1900], { path: '0.0.0', states: ['clickable'] }),
    row('note-text', [500, 1750, 700, 1800], { path: '0.0.0.0' }),
  ];
  const button = row('button', [400, 1700, 800, 1850], { path: '0.1', states: ['clickable'] });
  const label = row('label', [450, 1720, 600, 1780], { path: '0.1.0' });
  const overlay = row('overlay', [0, 0, 1000, 2000], { path: '0.2' });
  expect(elementAt([...list, button, overlay], { x: 550, y: 1770 })?.id).toBe('button');
  expect(elementAt([...list, button, label, overlay], { x: 550, y: 1770 })?.id).toBe('label');
  expect(elementAt([...list, button, overlay], { x: 100, y: 1800 })?.id).toBe('note');
  // An element without an action lets touches through.
  const banner = { ...button, states: [] };
  expect(elementAt([...list, banner], { x: 550, y: 1770 })?.id).toBe('note-text');
});

it('converts fractions to pixels, including the far edge', () => {
  expect(pixelAt(size, { x: 0.5, y: 1 })).toEqual({ x: 500, y: 1999 });
});

it('uses the center of the part of an element that is on the screen', () => {
  expect(visibleCenterOf(row('wide', [-200, 1900, 400, 2400]), size)).toEqual({ x: 200, y: 1950 });
});

it('moves a point with arrow keys, within the screen', () => {
  const from = { x: 500, y: 1990 };
  expect(movedPoint(from, { key: 'ArrowLeft', step: 'small', size })).toEqual({ x: 475, y: 1990 });
  expect(movedPoint(from, { key: 'ArrowUp', step: 'large', size })).toEqual({ x: 500, y: 1865 });
  expect(movedPoint(from, { key: 'ArrowRight', step: 'pixel', size })).toEqual({ x: 501, y: 1990 });
  expect(movedPoint(from, { key: 'ArrowDown', step: 'large', size })).toEqual({ x: 500, y: 1999 });
  expect(movedPoint(from, { key: 'Home', step: 'small', size })).toBeNull();
});
