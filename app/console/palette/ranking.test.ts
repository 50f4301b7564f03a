import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { fuzzyMatch, rank, splitByMatch } from './ranking.ts';

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

const command = (id: string, label: string, more: Partial<Command> = {}): Command => ({
  id,
  label,
  group: 'page',
  isEnabled: true,
  action: () => undefined,
  ...more,
});

const commands = [
  command('theme', 'Dark theme'),
  command('tap', 'Tap', { group: 'tools', detail: 'tap' }),
  command('double', 'Double tap', { group: 'tools', detail: 'double_tap' }),
  command('gone', 'Disconnect the phone', { isEnabled: false }),
];
const ids = (query: string, recent: readonly string[] = []): readonly string[] =>
  rank(query, commands, recent).map((result) => result.command.id);

it('lists recent commands first, then the other enabled ones', () => {
  expect(ids('', ['double', 'no-more'])).toEqual(['double', 'theme', 'tap']);
  const [first, second] = rank('', commands, ['double']);
  expect([first?.heading, second?.heading]).toEqual(['Recent', 'Page']);
});

it('prefers a recent command where others match as well', () => {
  expect(ids('tap')).toEqual(['tap', 'double']);
  expect(ids('d')[0]).toBe('theme');
  expect(ids('d', ['double'])[0]).toBe('double');
});

it('ranks disabled commands last', () => {
  expect(ids('th').at(-1)).toBe('gone');
});

it('searches a tool’s name, and highlights matches only in the label', () => {
  const [result] = rank('double_', commands, []);
  expect(result).toMatchObject({ command: { id: 'double' }, matchIndices: [] });
  expect(splitByMatch('Tap', [0, 1])).toEqual([
    { text: 'Ta', isMatch: true },
    { text: 'p', isMatch: false },
  ]);
});
