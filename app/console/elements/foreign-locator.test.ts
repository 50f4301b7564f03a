import { expect, it } from 'vitest';
import { parseSelector } from '#core/selector/parse.ts';
import { fromForeignLocator } from './foreign-locator.ts';

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
  ['clickable=true', '[clickable]'],
  ['~Display', ':desc("Display")'],
  ['text=Display', ':contains("Display")'],
  ['text="Display"', ':text("Display")'],
  ['text: Display', ':text("Display")'],
  ['id=title', '@title'],
  ['id:title', '@title'],
  ['resource-id=com.app:id/title', '@com.app:id/title'],
  ['id=Save button', '@"Save button"'],
  ['accessibility id=Back', ':desc("Back")'],
  ['class=android.widget.Button', 'android.widget.Button'],
  ['new UiSelector().text("Display")', ':text("Display")'],
  ['UiSelector().description("a").className("A.B")', 'A.B:desc("a")'],
  ['new UiSelector().textContains("Wi").longClickable(true)', ':contains("Wi")[long-clickable]'],
  ['new UiSelector().resourceId("com.app:id/title")', '@com.app:id/title'],
  ['By.res("com.app:id/title")', '@com.app:id/title'],
  ['AppiumBy.accessibilityId("Back")', ':desc("Back")'],
  ['AppiumBy.androidUIAutomator("new UiSelector().text(\\"A\\")")', ':text("A")'],
  ['.//*[@text="Display"]', ':text("Display")'],
  ['onView(withText("Display")).perform(click())', ':text("Display")'],
  ['allOf(withId(R.id.title), withText("A"), isDisplayed())', '@title:text("A")'],
  ['withContentDescription("Close \\"it\\"")', ':desc("Close \\"it\\"")'],
  ['composeTestRule.onNodeWithText("Display").performClick()', ':text("Display")'],
  ['onNodeWithContentDescription("Back")', ':desc("Back")'],
  ['onNodeWithTag("save")', '@save'],
  ['d(text="Display")', ':text("Display")'],
  ["d(resourceId='com.app:id/title', clickable=True)", '@com.app:id/title[clickable]'],
  ['d(textContains="Wi", className="A.B")', 'A.B:contains("Wi")'],
  ['- tapOn: "Display"', ':text("Display")'],
  ['tapOn:    id: "title"', '@title'],
  ['- assertVisible: Display', ':text("Display")'],
  ['xpath=.//*[@text="Display"]', ':text("Display")'],
  ['AppiumBy.xpath("//*[@text=\\"A\\"]")', ':text("A")'],
])('%s is %s', (locator, selector) => {
  expect(fromForeignLocator(locator)).toBe(selector);
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
  'new UiSelector().textMatches("A.*")',
  'new UiSelector().instance(2)',
  'By.text(name)',
  'onView(withText(R.string.ok))',
  'onView(withHint("a"))',
  'allOf(withText("A"), hasSibling(withText("B")))',
  'd(text="A").child(text="B")',
  'd(instance=2)',
  '- tapOn: point: "50%,50%"',
  '- tapOn:    id: "title"    index: 1',
])('%s is another tool’s, without an equal', (locator) => {
  expect(fromForeignLocator(locator)).toBe('');
});

it.each([
  '',
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
])('%s is no locator of another tool', (text) => {
  expect(fromForeignLocator(text)).toBeNull();
});
