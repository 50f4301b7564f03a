import { expect, it } from 'vitest';
import { parseSelector } from '#core/selector/parse.ts';
import { fromXPath } from './xpath.ts';

it.each([
  ['//*[@text="Display"]', ':text("Display")'],
  ['//*[@content-desc=\'Close "it"\']', ':desc("Close \\"it\\"")'],
  ['//*[@resource-id="com.app:id/title"]', '@com.app:id/title'],
  ['//*[@class="android.widget.Switch"]', 'android.widget.Switch'],
  [
    '//android.widget.TextView[@text="A ] and B" and @clickable="true"]',
    'android.widget.TextView:text("A ] and B")[clickable]',
  ],
  ['//*[contains(@text, "Wi")][@checked="false"]', ':contains("Wi")[checked=false]'],
  ['//*[starts-with(@text,"100*")]', ':text("100\\**")'],
  ['//*[@text="C:\\\\x"]', ':text("C:\\\\\\\\x")'],
  ['//*[text()="OK"]', ':text("OK")'],
  ['//node[@text="Calculator"]', ':text("Calculator")'],
  ['//node[@class="A.B" and @text="A"]', 'A.B:text("A")'],
  ['//hierarchy[@text="A"]', ':text("A")'],
  ['//android.widget.FrameLayout[@text="A"]', 'android.widget.FrameLayout:text("A")'],
  ["//Row[contains(@resource-id,'it')]", 'Row#it'],
  ['xpath=//*[@text="Display"]', ':text("Display")'],
  ['.//*[@text="Display"]', ':text("Display")'],
  ['xpath=.//*[@text="Display"]', ':text("Display")'],
])('%s is %s', (locator, selector) => {
  expect(fromXPath(locator)).toBe(selector);
  expect(() => parseSelector(selector)).not.toThrow();
});

it.each([
  '//*[@bounds="[0,0][1,1]"]',
  '(//*[@text="A"])[2]',
  '//A[2]',
  '//A/B',
  '//A[@class="B"]',
  '//*[@text="A" or @text="B"]',
  '/hierarchy/android.widget.FrameLayout',
])('%s has no equal', (locator) => {
  expect(fromXPath(locator)).toBe('');
});

it.each([
  '',
  '~Display',
  'text=Display',
  'new UiSelector().text("Display")',
  'Display',
  '@title',
  ':text("OK")',
  'Button:text("OK")',
  '12:30',
  'a=b',
  '~',
  '0.0.1',
  '.Button',
  'constructor=1',
])('%s is no XPath', (text) => {
  expect(fromXPath(text)).toBeNull();
});
