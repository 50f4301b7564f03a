import { expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { splitByMatch } from './fuzzy.ts';
import { rank } from './ranking.ts';

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
    { text: 'Ta', isTyped: true },
    { text: 'p', isTyped: false },
  ]);
});
