import { expect, it } from 'vitest';
import type { ElementFacts } from '#core/link/inspection.ts';
import { copyTexts } from './copy-texts.ts';

const facts: ElementFacts = {
  id: 'node_1',
  attributes: [],
  derived: [],
  locators: { appium: 'AppiumBy.id("p:id/a")', uiAutomator: null, maestro: null },
};
const textsOf = (...args: Parameters<typeof copyTexts>) =>
  Object.fromEntries(copyTexts(...args).map(({ form, text }) => [form, text]));

it('copies an element as agents and test frameworks name it', () => {
  expect(textsOf('node_1', '@ok', facts)).toEqual({
    selector: '@ok',
    id: 'node_1',
    appium: 'AppiumBy.id("p:id/a")',
    uiAutomator: null,
    maestro: null,
  });
});

it('has no text of what is not known', () => {
  expect(textsOf('node_1', undefined, null)).toMatchObject({ selector: null, appium: null });
});
