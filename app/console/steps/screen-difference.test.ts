import { expect, it } from 'vitest';
import type { ScreenFacts } from '#core/call.ts';
import { screenDifference } from './screen-difference.ts';

const settings: ScreenFacts = {
  packageName: 'com.android.settings',
  activity: 'com.android.settings.Settings',
  title: 'Settings',
  texts: ['Network & internet', 'Apps', 'Battery', 'Display & touch'],
  switches: [],
};
const display: ScreenFacts = {
  ...settings,
  activity: 'com.android.settings.SubSettings',
  title: 'Display & touch',
  texts: ['Brightness level', 'Dark theme', 'Night Light', 'Font size'],
  switches: [
    { name: 'Dark theme', isOn: false },
    { name: 'Night Light', isOn: true },
  ],
};
const sound = { ...display, title: 'Sound', texts: ['Ringtone', 'Media volume', 'Vibration'] };
const feed = { ...display, title: 'News', texts: ['One', 'Two', 'Three'] };
const untitled = { ...feed, title: '' };
const game = { ...untitled, texts: [] };

it.each<[string, ScreenFacts, ScreenFacts, string | null]>([
  ['another activity', display, settings, 'Another screen: Settings, recorded Display & touch'],
  ['the same activity', display, sound, 'Another screen: Sound, recorded Display & touch'],
  [
    'another app',
    display,
    { ...settings, packageName: 'com.android.launcher3', title: '' },
    'Another screen: the home screen, recorded Display & touch',
  ],
  ['the same screen', display, display, ''],
  ['the same screen opened otherwise', display, { ...display, activity: 'a.Shortcut' }, ''],
  ['other contents of a list', feed, { ...feed, texts: ['Four', 'Five', 'Six'] }, ''],
  ['another number', { ...feed, title: 'Inbox 3' }, { ...feed, title: 'Inbox 12' }, ''],
  [
    'no titles',
    untitled,
    { ...untitled, texts: ['Four', 'Five', 'Six'] },
    'Another screen: Four, Five, recorded One, Two',
  ],
  ['a game, which texts do not tell', game, game, null],
])('tells screens apart: %s', (_, recorded, shown, words) => {
  expect(screenDifference(recorded, shown, undefined)).toBe(words);
});

it('says if the element is switched otherwise, and no other one', () => {
  const off = { ...display, switches: [{ name: 'Night Light', isOn: false }] };
  expect(screenDifference(display, off, 'Night Light')).toBe('Night Light is off, recorded on');
  expect(screenDifference(display, off, 'Dark theme')).toBe('');
  expect(screenDifference(display, off, undefined)).toBe('');
});
