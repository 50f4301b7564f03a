import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzy.ts';

/** The matching texts, the best first. */
function ranked(query: string, candidates: readonly string[]): readonly string[] {
  const scored = candidates.flatMap((text) => {
    const match = fuzzyMatch(query, text);
    return match === null ? [] : [{ text, score: match.score }];
  });
  return scored.sort((a, b) => b.score - a.score).map(({ text }) => text);
}

describe('fuzzyMatch', () => {
  it.each([
    ['', 'Tap', []],
    ['tap', 'Double tap', [7, 8, 9]],
    ['gss', 'Get screen state', [0, 4, 11]],
    ['screen get', 'Get screen', [0, 1, 2, 4, 5, 6, 7, 8, 9]],
    ['LP', 'list_phones', [0, 5]],
  ])('finds %j in %j', (query, text, indices) => {
    expect(fuzzyMatch(query, text)?.indices).toEqual(indices);
  });

  it.each([
    ['pat', 'Tap'],
    ['tapp', 'Tap'],
    ['tap dance', 'Tap'],
  ])('does not find %j in %j', (query, text) => {
    expect(fuzzyMatch(query, text)).toBeNull();
  });

  it('accepts characters that are longer in lower case', () => {
    expect(fuzzyMatch('x', 'İx')?.indices).toEqual([]);
  });

  it.each([
    ['ste', ['Scroll to element', 'Set text', 'System theme'], 'Scroll to element'],
    ['set', ['Reset', 'Set text', 'Show elements'], 'Set text'],
    ['tap', ['Turn the picture on', 'Double tap', 'Tap'], 'Tap'],
    ['pause', ['Use phone and use', 'Pause agents'], 'Pause agents'],
  ])('ranks for %j of %j first %j', (query, candidates, first) => {
    expect(ranked(query, candidates)[0]).toBe(first);
  });
});
