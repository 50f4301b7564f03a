import { expect, it } from 'vitest';
import { walk } from '../screen.ts';
import { demoScreen } from '../testing/screens.ts';
import { labelOnScreen, screenFacts } from './screen-facts.ts';

const display = demoScreen('display');

it('tells a screen by its title, its texts without digits, and its switches', () => {
  const facts = screenFacts(display);
  expect(facts).toMatchObject({
    packageName: 'com.android.settings',
    activity: '.SubSettings',
    title: 'Display & touch',
  });
  expect(facts.texts).toContain('Font size');
  expect(facts.texts.filter((text) => /\d/.test(text))).toEqual([]);
  expect(facts.switches).toContainEqual({ name: 'Dark theme', isOn: false });
});

it('does not keep what is typed in fields', () => {
  const { texts } = screenFacts(demoScreen('sign-in'));
  const fields = [...walk(demoScreen('sign-in').roots)].filter(({ editable }) => editable);
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter(({ text }) => texts.includes(text))).toEqual([]);
});

it('names a switch by the text beside it', () => {
  const elements = [...walk(display.roots)];
  const label = elements.findIndex(({ text }) => text === 'Dark theme');
  const toggle = elements.slice(label).find(({ checkable }) => checkable);
  expect(toggle && labelOnScreen(display, toggle)).toBe('Dark theme');
});
