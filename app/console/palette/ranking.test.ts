import { expect, it } from 'vitest';
import { splitByMatch } from '../../ui/word-search.ts';
import { CommandSearch, type GroupedCommand } from './ranking.ts';

const command = (
  id: string,
  label: string,
  more: Partial<GroupedCommand> = {},
): GroupedCommand => ({
  id,
  label,
  group: 'page',
  cannotRun: null,
  run: () => undefined,
  ...more,
});

const find = (
  query: string,
  commands: readonly GroupedCommand[],
  recent: readonly string[] = [],
): readonly string[] =>
  new CommandSearch(commands).find(query, recent).map((found) => found.command.id);

const commands = [
  command('theme', 'Dark theme', { isSuggested: true }),
  command('tap', 'Tap', { group: 'tools', detail: 'tap' }),
  command('double', 'Double tap', { group: 'tools', detail: 'double_tap' }),
  command('gone', 'Disconnect the phone', {
    isSuggested: true,
    cannotRun: 'No phone is connected',
  }),
];

it.each([
  ['tap', 'Double tap', ['tap']],
  ['screen get', 'Get screen', ['Get', 'screen']],
  ['TA', 'Tap', ['Tap']],
  // Endings, words that say nothing, and a slip of the finger.
  ['recording', 'Record steps', ['Record']],
  ['clear logs', 'Clear the log', ['Clear', 'log']],
  ['the tap', 'Tap', ['Tap']],
  ['permisions', 'Permissions', ['Permissions']],
])('finds %j in %j', (query, label, words) => {
  const [found] = new CommandSearch([command('one', label)]).find(query, []);
  const runs = found && splitByMatch(found.command.label, found.matches);
  expect(runs?.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(words);
});

it('begins with what has the typed word as its own, however it is written', () => {
  const named = [
    command('logs', 'Show notes on notes'),
    command('app', 'Open an app', { word: 'Notes' }),
  ];
  expect(find('notes', named)).toEqual(['app', 'logs']);
});

it.each([
  ['pat', 'Tap'],
  ['dance class', 'Tap'],
  ['in', 'Pinch'],
  // A word that says what is meant is missing, or is another word's beginning.
  ['full control', 'Take control'],
  ['log in', 'Log: info and up'],
  // A short word of the same letters but one.
  ['slow', 'Show logs'],
])('does not find %j in %j', (query, label) => {
  expect(find(query, [command('one', label)])).toEqual([]);
});

it.each(['show me the log', 'how do I open the log'])('finds what %j is about', (query) => {
  const all = [
    command('level', 'Clear the log filters'),
    command('panel', 'Show logs', { word: 'log' }),
  ];
  expect(find(query, all)[0]).toBe('panel');
});

it('finds a command by a synonym, after those whose label says it', () => {
  const all = [command('live', 'Turn Live on', { synonyms: 'video' }), command('video', 'Video')];
  expect(find('video', all)).toEqual(['video', 'live']);
});

it('finds a tool by its name, after what is on the page', () => {
  const all = [...commands, command('page', 'Tap here')];
  expect(find('tap', all)[0]).not.toBe('double');
  expect(find('double_tap', all)).toEqual(['double']);
});

it('lists recent commands first, then those to begin with', () => {
  expect(find('', commands, ['double', 'no-more'])).toEqual(['double', 'theme']);
  const headings = new CommandSearch(commands).find(' ', ['double']).map(({ heading }) => heading);
  expect(headings).toEqual(['Recently used', 'Page']);
});

it('lists a recent command, or the one that undoes it', () => {
  const on = command('wifi-on', 'Turn Wi-Fi on');
  const off = command('wifi-off', 'Turn Wi-Fi off', { opposite: 'wifi-on' });
  expect(find('', [on, off], ['wifi-off'])).toEqual(['wifi-off']);
  expect(find('', [on, { ...off, cannotRun: 'Already off' }], ['wifi-off'])).toEqual(['wifi-on']);
});

it('does not list what loosens a protection among the recent commands', () => {
  expect(find('', [command('resume', 'Resume agents', { loosens: true })], ['resume'])).toEqual([]);
});

it('finds a command that can’t run only where no other matches better', () => {
  const blocked = command('stop', 'Stop', { cannotRun: 'Not running' });
  expect(find('stop', [blocked])).toEqual(['stop']);
  expect(find('stop', [blocked, command('all', 'Stop all')])).toContain('all');
  expect(find('disc', [...commands, command('disc', 'Disc')])).toEqual(['disc']);
});
