import { expect, it } from 'vitest';
import { aCall, tools } from '../calls/testing/calls.ts';
import { isPlainText, resultParts, splitResult } from './result-text.ts';

it('shows the elements of a screen as a table, and its notes last', () => {
  const text = [
    'note:one',
    'app:a activity:b',
    'id\tclass\ttext',
    'node_1\tButton\tOK',
    'node_2\tView\t-',
    'snapshot:s1',
  ].join('\n');
  expect(splitResult(text)).toEqual([
    { kind: 'text', text: 'app:a activity:b' },
    {
      kind: 'table',
      header: ['id', 'class', 'text'],
      rows: [
        ['node_1', 'Button', 'OK'],
        ['node_2', 'View', '-'],
      ],
    },
    { kind: 'text', text: 'snapshot:s1' },
    { kind: 'notes', lines: ['one'] },
  ]);
});

it('leaves out the columns that have no value', () => {
  const text = 'id\tdesc\ttext\nnode_1\t-\tOK\nnode_2\t-\t-';
  const header = ['id', 'text'];
  const rows = [
    ['node_1', 'OK'],
    ['node_2', '-'],
  ];
  expect(splitResult(text)).toEqual([{ kind: 'table', header, rows }]);
});

it('keeps tables of different widths apart', () => {
  expect(splitResult('a\tb\n1\t2\nc\td\te\n3\t4\t5').map(({ kind }) => kind)).toEqual([
    'table',
    'table',
  ]);
});

it('keeps notes in place if there is no table', () => {
  expect(splitResult('done\nnote:one')).toEqual([{ kind: 'text', text: 'done\nnote:one' }]);
});

it('shows a list of flat objects as a table below the other values', () => {
  const data = {
    apps: [
      { package_id: 'com.a', name: 'A', is_system: true },
      { package_id: 'com.b', name: null, launchable: false },
    ],
    note: '2 more packages.',
  };
  const table = {
    kind: 'table',
    header: ['package_id', 'name', 'is_system', 'launchable'],
    rows: [
      ['com.a', 'A', 'true', '-'],
      ['com.b', '-', '-', 'false'],
    ],
  };
  expect(splitResult(JSON.stringify(data))).toEqual([
    { kind: 'text', text: 'note: 2 more packages.' },
    table,
  ]);
  expect(splitResult(JSON.stringify(data.apps))).toEqual([table]);
});

it.each([
  { apps: [{ name: 'A', bounds: { left: 1 } }] },
  { apps: [{ name: 'A' }], others: [{ name: 'B' }] },
])('keeps other data as JSON: %j', (data) => {
  expect(splitResult(JSON.stringify(data)).map(({ kind }) => kind)).toEqual(['json']);
});

it('keeps plain text as it is, including indented trees', () => {
  const tree = 'root\n  child: {x}\n\n    [leaf]';
  expect(splitResult(tree)).toEqual([{ kind: 'text', text: tree }]);
});

it.each([['[1]', '[\n  1\n]']])('formats JSON: %s', (text, pretty) => {
  expect(splitResult(text)).toEqual([{ kind: 'json', text: pretty }]);
});

it.each(['{not json}', '7', '"a"', '[Button] OK'])('does not treat %s as JSON', (text) => {
  expect(splitResult(text)).toEqual([{ kind: 'text', text }]);
});

it('shows a multi-line text as it is below the other values', () => {
  const log = JSON.stringify({ line_count: 2, logs: 'one\ntwo\n', truncated: false });
  expect(splitResult(log)).toEqual([
    {
      kind: 'table',
      header: ['Name', 'Value'],
      rows: [
        ['Line count', '2'],
        ['Truncated', 'no'],
      ],
    },
    { kind: 'text', text: 'one\ntwo' },
  ]);
});

it('shows an object as names and values, with those of the objects in it', () => {
  const device = { model: 'Pixel', screen: { on: true, locked: null }, network: ['wifi', 'vpn'] };
  expect(splitResult(JSON.stringify(device))).toEqual([
    {
      kind: 'table',
      header: ['Name', 'Value'],
      rows: [
        ['Model', 'Pixel'],
        ['Screen on', 'yes'],
        ['Screen locked', '-'],
        ['Network', 'wifi, vpn'],
      ],
    },
  ]);
});

it('says in a sentence how a wait ended', () => {
  const call = aCall({
    tool: 'wait_for_element',
    arguments: { selector: '@nothere' },
    wait: { isMet: false, elapsedMs: 3000, reason: '' },
  });
  const parts = resultParts(tools, call, '{"found":false}');
  expect(parts).toEqual([{ kind: 'text', text: '@nothere didn’t appear within 3.0 s.' }]);
  expect(isPlainText(parts, '{"found":false}')).toBe(false);
});

it('says in people’s words why a call failed', () => {
  const text = "Element 'e32' is not clickable. Use the id of another element.";
  const call = aCall({ isError: true, errorCode: 'not-clickable', text });
  expect(resultParts(tools, call, text)).toEqual([
    { kind: 'text', text: 'Nothing here can be tapped.' },
  ]);
  const lost = { ...call, errorCode: 'element-not-found', selectors: ['@ok'] } as const;
  expect(resultParts(tools, lost, text)).toEqual([
    { kind: 'text', text: 'There is no such element on the screen. Similar: @ok' },
  ]);
});
