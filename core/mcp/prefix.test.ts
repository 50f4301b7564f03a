import { expect, test } from 'vitest';
import { createToolNames } from './listing.ts';

const toolNames = createToolNames(
  ['tap', 'get_screen_state', 'scroll', 'scroll_to_element'],
  'android_',
);

test('a tool has its prefixed name only', () => {
  expect(toolNames.prefixed('tap')).toBe('android_tap');
  expect(toolNames.unprefixed('android_tap')).toBe('tap');
  expect(toolNames.unprefixed('tap')).toBeNull();
  expect(toolNames.unprefixed('android_fly')).toBeNull();
});

test.each([
  ['Call get_screen_state first.', 'Call android_get_screen_state first.'],
  ['Tap the element; scroll down.', 'Tap the element; scroll down.'],
  ['Use `tap` or `scroll`.', 'Use `android_tap` or `android_scroll`.'],
  ['(scroll_to_element)', '(android_scroll_to_element)'],
  ['`scroll_to_element`', '`android_scroll_to_element`'],
  ['my_get_screen_state and get_screen_state_2', 'my_get_screen_state and get_screen_state_2'],
  ['Nearest: it is @get_screen_state.', 'Nearest: it is @get_screen_state.'],
])('%s', (text, renamed) => {
  expect(toolNames.prefixInText(text)).toBe(renamed);
});

test('without a prefix or without tools, texts are unchanged', () => {
  expect(createToolNames(['get_screen_state'], '').prefixInText('get_screen_state')).toBe(
    'get_screen_state',
  );
  expect(createToolNames([], 'android_').prefixInText('get_screen_state')).toBe('get_screen_state');
});
