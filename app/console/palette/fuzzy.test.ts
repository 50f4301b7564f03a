import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzy.ts';

/** The matching texts, the best first. */
function ranked(typed: string, texts: readonly string[]): readonly string[] {
  const scored = texts.flatMap((text) => {
    const match = fuzzyMatch(typed, text);
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
  ])('finds %j in %j', (typed, text, at) => {
    expect(fuzzyMatch(typed, text)?.at).toEqual(at);
  });

  it.each([
    ['pat', 'Tap'],
    ['tapp', 'Tap'],
    ['tap dance', 'Tap'],
  ])('does not find %j in %j', (typed, text) => {
    expect(fuzzyMatch(typed, text)).toBeNull();
  });

  it('accepts characters that are longer in lower case', () => {
    expect(fuzzyMatch('x', 'İx')?.at).toEqual([]);
  });

  it.each([
    ['ste', ['Scroll to element', 'Set text', 'System theme'], 'Scroll to element'],
    ['set', ['Reset', 'Set text', 'Show elements'], 'Set text'],
    ['tap', ['Turn the picture on', 'Double tap', 'Tap'], 'Tap'],
    ['pause', ['Use phone and use', 'Pause agents'], 'Pause agents'],
  ])('ranks for %j of %j first %j', (typed, texts, first) => {
    expect(ranked(typed, texts)[0]).toBe(first);
  });
});
