import { describe, expect, it } from 'vitest';
import type { ElementRow } from '#core/link/messages.ts';
import {
  ancestorsOf,
  buildTree,
  childCount,
  lineIndexOf,
  typeAheadLine,
  visibleLines,
} from './tree.ts';

/** `0.1 button OK`: path, id, text. */
function rowsOf(...lines: readonly string[]): ElementRow[] {
  return lines.map((line) => {
    const [path = '', id = '', ...text] = line.split(' ');
    return {
      id,
      path,
      depth: path.split('.').length - 1,
      isKept: text.length > 0,
      simpleClass: id,
      text: text.join(' '),
      description: '',
      label: '',
      resourceId: '',
      bounds: { left: 0, top: 0, right: 1, bottom: 1 },
      states: [],
    };
  });
}

const tree = buildTree(
  rowsOf(
    '0 frame',
    '0.0 bar',
    '0.0.0 title Settings',
    '0.2 list',
    '0.2.0 row',
    '0.2.0.0 name Wi-Fi',
    '0.2.1 other Display',
    '1 toast Saved',
  ),
);
const nothing: readonly string[] = [];
const everything = visibleLines(tree, { closedPaths: nothing, foundIds: null });
const idsOf = (lines: typeof everything): string[] => lines.map(({ row }) => row.id);

describe('the tree', () => {
  it('knows the ancestors and the number of children of each element', () => {
    const ancestorIds = (id: string): string[] =>
      ancestorsOf(tree, tree.indexOfId.get(id) ?? -1).map((row) => row.id);
    expect(ancestorIds('name')).toEqual(['frame', 'list', 'row']);
    expect(ancestorIds('toast')).toEqual([]);
    expect([0, 3, 5].map((index) => childCount(tree, index))).toEqual([2, 2, 0]);
  });

  it('has a line for each element, with its position among its siblings', () => {
    expect(everything).toHaveLength(8);
    const summaries = everything.map(({ row, position, siblingCount, isOpen }) =>
      [row.id, `${position}/${siblingCount}`, isOpen].join(' '),
    );
    expect(summaries.slice(0, 3)).toEqual(['frame 1/2 true', 'bar 1/2 true', 'title 1/1 ']);
    expect(summaries.at(-1)).toBe('toast 2/2 ');
  });

  it('hides all descendants of collapsed elements', () => {
    const lines = visibleLines(tree, { closedPaths: ['0.2', '0.2.0'], foundIds: null });
    expect(idsOf(lines)).toEqual(['frame', 'bar', 'title', 'list', 'toast']);
    expect(lines[3]?.isOpen).toBe(false);
    expect(idsOf(visibleLines(tree, { closedPaths: ['0', '0.2'], foundIds: null }))).toEqual([
      'frame',
      'toast',
    ]);
  });

  it('shows found elements with their ancestors, collapsed or not', () => {
    const lines = visibleLines(tree, { closedPaths: ['0'], foundIds: new Set(['name']) });
    expect(idsOf(lines)).toEqual(['frame', 'list', 'row', 'name']);
    expect(lines.map(({ isFound }) => isFound)).toEqual([false, false, false, true]);
    expect(lines.map(({ siblingCount }) => siblingCount)).toEqual([1, 1, 1, 1]);
    expect(visibleLines(tree, { closedPaths: nothing, foundIds: new Set() })).toEqual([]);
  });

  it('finds the line of an element, or of its nearest visible ancestor', () => {
    const closed = visibleLines(tree, { closedPaths: ['0.2'], foundIds: null });
    expect(lineIndexOf(tree, everything, 'name')).toBe(5);
    expect(lineIndexOf(tree, closed, 'name')).toBe(3);
    expect(lineIndexOf(tree, [], 'name')).toBe(-1);
    expect(lineIndexOf(tree, everything, 'gone')).toBe(-1);
  });
});

describe('type-ahead', () => {
  const at = (from: number, typed: string): string | undefined =>
    everything[typeAheadLine(everything, from, typed)]?.row.id;

  it('finds by name or class, and wraps around', () => {
    expect(at(0, 'wi')).toBe('name');
    expect(at(0, 'DI')).toBe('other');
    expect(at(7, 'ba')).toBe('bar');
    expect(at(0, 'x')).toBeUndefined();
  });

  it('cycles with a repeated letter, and stays while a word grows', () => {
    expect([at(0, 's'), at(2, 's'), at(7, 'ss')]).toEqual(['title', 'toast', 'title']);
    expect(at(2, 'se')).toBe('title');
  });
});

it('computes positions among thousands of elements', () => {
  const many = rowsOf('0 root', ...Array.from({ length: 5000 }, (_, i) => `0.${i} row Row`));
  const big = buildTree(many);
  const lines = visibleLines(big, { closedPaths: nothing, foundIds: null });
  expect(lines).toHaveLength(5001);
  expect(lines.at(-1)).toMatchObject({ position: 5000, siblingCount: 5000 });
});
