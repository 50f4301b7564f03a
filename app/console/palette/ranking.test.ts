import { expect, it } from 'vitest';
import type { GroupedCommand } from './command.ts';
import { rank, splitByMatch } from './ranking.ts';

const command = (
  id: string,
  label: string,
  more: Partial<GroupedCommand> = {},
): GroupedCommand => ({
  id,
  label,
  group: 'page',
  blockedReason: null,
  action: () => undefined,
  ...more,
});

const commands = [
  command('theme', 'Dark theme'),
  command('tap', 'Tap', { group: 'tools', detail: 'tap' }),
  command('double', 'Double tap', { group: 'tools', detail: 'double_tap' }),
  command('gone', 'Disconnect the phone', { blockedReason: 'No phone is connected' }),
];
const ids = (query: string, recent: readonly string[] = []): readonly string[] =>
  rank(query, commands, recent).map((result) => result.command.id);

it.each([
  ['tap', 'Double tap', [7, 8, 9]],
  ['gss', 'Get screen state', [0, 4, 11]],
  ['screen get', 'Get screen', [0, 1, 2, 4, 5, 6, 7, 8, 9]],
  ['creen', 'Get screen', [5, 6, 7, 8, 9]],
  ['TA', 'Tap', [0, 1]],
  // Endings, words that say nothing, and a phrase with one word too many.
  ['recording', 'Record steps', [0, 1, 2, 3, 4, 5]],
  ['clear logs', 'Clear the log', [0, 1, 2, 3, 4, 10, 11, 12]],
  ['the tap', 'Tap', [0, 1, 2]],
  ['turn the volume up', 'Volume up', [0, 1, 2, 3, 4, 5, 7, 8]],
])('finds %j in %j', (query, label, indices) => {
  expect(rank(query, [command('one', label)], [])[0]?.matchIndices).toEqual(indices);
});

it.each([
  ['pat', 'Tap'],
  ['tapp', 'Tap'],
  ['dance class', 'Tap'],
  // Scattered letters, and letters inside of a word that are too few to mean it.
  ['power', 'Stop comparing with another screen'],
  ['in', 'Pinch'],
  // A word that says what is meant is missing, or is another word's beginning.
  ['restart phone', 'Open Phone'],
  ['full control', 'Take control'],
  ['log in', 'Log: info and up'],
  // Other words, of the same letters but one.
  ['slow', 'Show logs'],
  ['stop', 'Record steps'],
  ['torch', 'Touch'],
])('does not find %j in %j', (query, label) => {
  const found = rank(query, [command('one', label)], []);
  expect(found.filter(({ heading }) => heading === null)).toEqual([]);
});

it('lists what comes closest where nothing matches every word', () => {
  const all = [
    command('lock', 'Lock the phone'),
    command('live', 'Restart the live video'),
    command('gone', 'Restart the connection', { blockedReason: 'No phone is connected' }),
    command('other', 'Dark theme'),
    ...['b', 'c'].map((id) => command(id, 'Use the phone')),
  ];
  const found = rank('how do I restart the phone', all, []);
  // The rarest word says most.
  expect(found.map(({ command: { id } }) => id)).toEqual(['live', 'lock', 'b', 'c']);
  expect(found[0]?.heading).toBe('Closest');
  expect(rank('zzzz', all, [])).toEqual([]);
});

it.each(['show me the log', 'how do I open the log', 'what’s in my log'])(
  'finds what %j is about',
  (query) => {
    const all = [
      command('panel', 'Show logs', { word: 'log', synonyms: 'what in' }),
      command('level', 'Clear the log filters'),
    ];
    expect(rank(query, all, [])[0]?.command.id).toBe('panel');
  },
);

it('does not find a word inside of another one that only means the same', () => {
  const all = [command('read', 'Refresh', { synonyms: 'update' }), command('up', 'Updates')];
  expect(rank('date', all, []).map(({ command: { id } }) => id)).toEqual(['up']);
});

it('prefers a command that matches the whole phrase', () => {
  const all = [command('stop', 'Stop'), command('app', 'Stop an app')];
  expect(rank('stop app', all, []).map(({ command: { id } }) => id)).toEqual(['app']);
});

it.each([
  ['set', ['Reset', 'Set text', 'Show elements'], 'Set text'],
  ['tap', ['Turn the picture on', 'Double tap', 'Tap'], 'Tap'],
  ['pause', ['Use phone and use', 'Pause agents'], 'Pause agents'],
])('ranks for %j of %j first %j', (query, labels, first) => {
  const all = labels.map((label) => command(label, label));
  expect(rank(query, all, [])[0]?.command.label).toBe(first);
});

it('finds a command by a synonym, after those whose label says it', () => {
  const all = [command('live', 'Turn Live on', { synonyms: 'video' }), command('video', 'Video')];
  expect(rank('video', all, []).map(({ command: { id } }) => id)).toEqual(['video', 'live']);
});

it('lists some commands only in a search', () => {
  const all = [command('copy', 'Copy it', { isOnlySearched: true })];
  expect(rank('', all, [])).toEqual([]);
  expect(rank('copy', all, [])).toHaveLength(1);
});

it('lists recent commands first, then the other enabled ones', () => {
  expect(ids('', ['double', 'no-more'])).toEqual(['double', 'theme', 'tap']);
  const [first, second] = rank('', commands, ['double']);
  expect([first?.heading, second?.heading]).toEqual(['Recently used', 'Page']);
});

it('lists a recent command that only a search shows, or the one that undoes it', () => {
  const on = command('wifi-on', 'Turn Wi-Fi on', { isOnlySearched: true });
  const off = command('wifi-off', 'Turn Wi-Fi off', { isOnlySearched: true, opposite: 'wifi-on' });
  const first = (all: readonly GroupedCommand[]) => rank('', all, ['wifi-off'])[0]?.command.id;
  expect(first([...commands, on, off])).toBe('wifi-off');
  expect(first([...commands, on, { ...off, blockedReason: 'Already off' }])).toBe('wifi-on');
});

it('does not list what loosens a protection among the recent commands', () => {
  const all = [...commands, command('act', 'Let agents act', { loosens: true })];
  expect(rank('', all, ['act', 'tap']).map((each) => each.command.id)).toEqual([
    'tap',
    'theme',
    'double',
    'act',
  ]);
});

it('prefers a recent command where others match as well', () => {
  expect(ids('tap')).toEqual(['tap', 'double']);
  const two = [command('up', 'Volume up'), command('down', 'Volume down')];
  const first = (recent: readonly string[]) => rank('volume', two, recent)[0]?.command.id;
  expect(first([])).toBe('up');
  expect(first(['down'])).toBe('down');
  // Not a tool, whose words are many.
  expect(ids('d')[0]).toBe('theme');
  expect(ids('d', ['double'])[0]).toBe('theme');
});

it('finds a command that can’t run only where no other matches as well', () => {
  expect(ids('d')).not.toContain('gone');
  expect(ids('disconnect')).toEqual(['gone']);
  const all = [
    command('log', 'Save the log', { synonyms: 'logcat download export' }),
    command('calls', 'Export the timeline', { blockedReason: 'The timeline is empty' }),
  ];
  expect(rank('export', all, []).map((each) => each.command.id)).toEqual(['calls', 'log']);
});

it('finds the noun where the verb is another one', () => {
  const all = [command('volume', 'Volume up'), command('theme', 'Theme', { synonyms: 'change' })];
  expect(rank('change volume', all, []).map((each) => each.command.id)).toEqual(['volume']);
});

it('says of what it only comes close to that it is the closest', () => {
  const all = [command('power', 'Press Power', { closeTo: 'reboot' })];
  expect(rank('reboot', all, [])).toMatchObject([{ heading: 'Closest' }]);
});

it('comes close to no app by a part of its package', () => {
  const all = [command('app', 'Open Calculator', { detail: 'com.android.calculator2' })];
  expect(rank('com.android.chrome', all, [])).toEqual([]);
});

it('prefers what is on the screen to a tool that only means the word', () => {
  const all = [
    command('tool', 'Get phone info', { group: 'tools', synonyms: 'battery' }),
    command('tap', 'Tap “Battery”', { isOnlySearched: true }),
  ];
  expect(rank('battery', all, [])[0]?.command.id).toBe('tap');
});

it('comes close to nothing that deletes something', () => {
  const all = [command('app', 'Uninstall Phone', { deletes: true }), command('lock', 'Lock phone')];
  expect(rank('reboot the phone', all, []).map((each) => each.command.id)).toEqual(['lock']);
  expect(rank('uninstall phone', all, [])[0]?.command.id).toBe('app');
});

it('prefers the command whose label begins with the words that were typed', () => {
  const all = [
    command('panel', 'Show agents', { word: 'agent' }),
    command('question', 'Show the agent’s request'),
  ];
  expect(rank('show the agent', all, [])[0]?.command.id).toBe('question');
});

it('corrects no word that some command has', () => {
  const all = [command('live', 'Restart the video'), command('undo', 'Restore the phone')];
  expect(rank('restart phone', all, [])[0]?.heading).toBe('Closest');
});

it.each([
  ['scren', 'Get screen'],
  ['screne', 'Get screen'],
  ['sceen', 'Get screen'],
  ['screeen', 'Get screen'],
  ['screanshot', 'Save screenshot'],
  ['screnshot', 'Save screenshot'],
  ['scrnshot', 'Save screenshot'],
  ['lcok', 'Lock'],
  ['hepl', 'Help'],
  ['permisions', 'Permission'],
])('forgives the typo of %j', (query, label) => {
  const all = [command('other', 'Send files'), command('meant', label)];
  expect(rank(query, all, []).map(({ command: { id } }) => id)).toEqual(['meant']);
});

it('forgives no typo where a command is spelled like the query', () => {
  const all = [command('light', 'Light theme'), command('right', 'Lights out')];
  expect(rank('lights', all, [])[0]?.command.id).toBe('right');
  expect(rank('fullscreen', [command('screen', 'Get screen')], [])).toEqual([]);
});

it('keeps a command that can’t run only where it is just what was typed', () => {
  const all = [
    command('other', 'Connect to the bridge'),
    command('phone', 'Connect a phone', { word: 'connect', blockedReason: 'Connected already' }),
  ];
  expect(rank('connect', all, []).map((each) => each.command.id)).toEqual(['phone', 'other']);
  expect(rank('conn', all, []).map((each) => each.command.id)).toEqual(['other']);
});

it('prefers the command that the word stands for', () => {
  const all = [command('log', 'Save log'), command('picture', 'Save screenshot', { word: 'save' })];
  expect(rank('save', all, [])[0]?.command.id).toBe('picture');
});

it('searches a tool’s name, and highlights matches only in the label', () => {
  const detail = command('tool', 'Type', { detail: 'input_text' });
  expect(rank('input_', [detail], [])).toMatchObject([{ matchIndices: [] }]);
  expect(splitByMatch('Tap', [0, 1])).toEqual([
    { text: 'Ta', isMatch: true },
    { text: 'p', isMatch: false },
  ]);
});

it('an app’s package finds what opens the app, not what deletes it', () => {
  const packageName = 'com.android.settings';
  const others = 'app developer options '.repeat(20);
  const all = [
    command('delete', 'Uninstall Settings', { detail: packageName, deletes: true }),
    command('open', 'Open Settings', { detail: packageName, synonyms: others }),
  ];
  expect(rank(packageName, all, [])[0]?.command.id).toBe('open');
});

it('a fallback is offered where no other command matches, and last', () => {
  const fallback = command('filter', 'Filter by “two taps”', { isFallback: true });
  const idsOf = (query: string) =>
    rank(query, [fallback, ...commands], []).map((result) => result.command.id);
  expect(idsOf('tap')).not.toContain('filter');
  expect(idsOf('two taps').at(-1)).toBe('filter');
  expect(idsOf('two taps').length).toBeGreaterThan(1);
  // Without a word in it, as the first key of a selector.
  expect(idsOf('@')).not.toContain('filter');
});
