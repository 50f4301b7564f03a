import { expect, test } from 'vitest';
import { toolNames } from './listing.ts';

const names = toolNames(['tap', 'get_screen_state', 'scroll', 'scroll_to_element'], 'android_');

test('a tool has its prefixed name only', () => {
  expect(names.shown('tap')).toBe('android_tap');
  expect(names.known('android_tap')).toBe('tap');
  expect(names.known('tap')).toBeNull();
  expect(names.known('android_fly')).toBeNull();
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
  expect(names.inText(text)).toBe(renamed);
});

test('without a prefix or without tools, texts are unchanged', () => {
  expect(toolNames(['get_screen_state'], '').inText('get_screen_state')).toBe('get_screen_state');
  expect(toolNames([], 'android_').inText('get_screen_state')).toBe('get_screen_state');
});
