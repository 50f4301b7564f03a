import { describe, expect, it } from 'vitest';
import { followElements } from './follow-element.ts';
import { parseHierarchy } from './parse.ts';
import { type Element, walk } from './screen.ts';

const list = (labels: readonly string[], scrollable = true): readonly Element[] => {
  const rows = labels.map(
    (label, i) => `<node text="${label}" bounds="[0,${i * 9}][9,${i * 9 + 9}]"/>`,
  );
  const xml = `<hierarchy><node scrollable="${scrollable}">${rows.join('')}</node></hierarchy>`;
  return parseHierarchy(new TextEncoder().encode(xml)).roots;
};
const moved = (before: readonly Element[], after: readonly Element[]): boolean => {
  const element = [...walk(before)].find(({ text }) => text === 'b');
  if (element === undefined) throw new Error('There is no b');
  return followElements(before, after).hasListMoved(element);
};

describe('hasListMoved', () => {
  it.each([
    ['scrolled by a row', list(['a', 'b', 'c', 'd']), list(['b', 'c', 'd', 'e']), true],
    ['still', list(['a', 'b', 'c', 'd']), list(['a', 'b', 'c', 'd']), false],
    ['one row counted on', list(['a', 'b', 'c', 'd']), list(['a', 'b', 'c 2', 'd']), false],
    ['the same word in every row', list(['b', 'x', 'x', 'x']), list(['b', 'y', 'y', 'y']), false],
    ['no list', list(['a', 'b', 'c'], false), list(['d', 'e', 'f'], false), false],
  ])('%s', (_, before, after, expected) => {
    expect(moved(before, after)).toBe(expected);
  });
});
