import { expect, it } from 'vitest';
import type { InstalledApp } from '#core/phone/apps.ts';
import { findApps, hueOf, letterOf, nameOf, sortApps } from './app-list.ts';

const app = (
  packageName: string,
  name: string | null,
  facts: Partial<InstalledApp> = {},
): InstalledApp => ({
  packageName,
  name,
  launcherActivity: name === null ? null : `${packageName}/.Main`,
  isSystem: false,
  isRunning: false,
  ...facts,
});
const notes = app('com.handset.notes', 'Notes', { isRunning: true });
const zebra = app('com.a.zebra', 'zebra 10');
const zebra2 = app('com.b.zebra', 'Zebra 2', { isSystem: true });
const shell = app('com.android.shell', null, { isSystem: true, isRunning: true });
const all = [shell, zebra, zebra2, notes];

it('lists apps with an icon first, by name as people order names', () => {
  expect(sortApps(all)).toEqual([notes, zebra2, zebra, shell]);
});

it.each([
  ['all', '', all],
  ['apps', '', [zebra, zebra2, notes]],
  ['system', '', [shell]],
  ['running', '', [shell, notes]],
  ['all', 'ZEBRA com.b', [zebra2]],
  ['all', ' shell ', [shell]],
  ['apps', 'shell', []],
] as const)('finds of %s apps “%s”', (filter, query, found) => {
  expect(findApps(all, { filter, query })).toEqual(found);
});

it.each([
  ['Notes', 'N'],
  ['éclair', 'É'],
  ['\u202e\u0000<b>مذكرات', 'B'],
  ['مذكرات', 'م'],
  ['3D', '3'],
  ['***', '·'],
  ['A\u0301\u0301\u0301\u0301', 'A\u0301'],
  ['', 'S'],
  [' \n', 'S'],
  [null, 'S'],
])('of the name %j shows the letter %s', (name, letter) => {
  expect(letterOf(app('com.android.shell', name))).toBe(letter);
});

it('names an app without a name by its package, and gives it the same hue each time', () => {
  expect(nameOf(shell)).toBe('com.android.shell');
  expect(hueOf('com.android.shell')).toBe(hueOf('com.android.shell'));
  expect(hueOf('a')).toBeLessThan(360);
});
