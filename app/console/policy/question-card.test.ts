import { expect, it } from 'vitest';
import type { CallQuestion } from '#core/link/messages.ts';
import { answerForKey, describeCall, questionSentence } from './question-card.ts';

const size = { width: 1080, height: 2400 };
const weather: CallQuestion['touchPreview'] = {
  kind: 'element',
  size,
  bounds: null,
  at: null,
  name: 'Button "Weather"',
  label: 'Weather',
};

const question = (
  tool: string,
  args: object,
  changes: Partial<CallQuestion> = {},
): CallQuestion => ({
  id: 1,
  agent: 'claude-code',
  from: 'bridge',
  tool,
  argumentsJson: JSON.stringify(args),
  deadlineEpochMs: 0,
  touchPreview: null,
  isTargetGone: false,
  app: 'Notes',
  risk: null,
  onlyThisCall: false,
  isAskedAgain: false,
  ...changes,
});

it.each<[string, object, Partial<CallQuestion>, string]>([
  ['click_element', {}, { touchPreview: weather }, 'tap Weather in Notes'],
  ['tap', { x: 1, y: 2 }, {}, 'tap in Notes'],
  ['tap', { x: 1, y: 2 }, { app: null }, 'tap'],
  ['press_back', {}, { app: 'com.miui.home' }, 'press Back on the home screen'],
  ['press_back', {}, { app: 'com.android.launcher3' }, 'press Back on the home screen'],
  // No home screen: an app for lamps.
  ['press_back', {}, { app: 'com.example.home' }, 'press Back in com.example.home'],
  ['input_text', { text: 'x' }, { touchPreview: weather }, 'type into Weather in Notes'],
  ['input_text', { text: 'x' }, {}, 'type in Notes'],
  ['click_element', { selector: ':text("Foo")' }, { isTargetGone: true }, 'tap “Foo” in Notes'],
  ['click_element', { selector: '@save' }, { isTargetGone: true }, 'tap @save in Notes'],
  ['set_text', { element_id: 'node_1a', text: 'x' }, {}, 'fill in node_1a in Notes'],
  ['scroll', { direction: 'down' }, {}, 'scroll down in Notes'],
  ['scroll', { direction: 'down', selector: '@list' }, {}, 'scroll down in Notes'],
  ['swipe', { x1: 500, y1: 1500, x2: 480, y2: 400 }, {}, 'swipe up in Notes'],
  ['swipe', { x1: 500, y1: 400, x2: 480, y2: 1500 }, {}, 'swipe down in Notes'],
  ['swipe', { x1: 900, y1: 400, x2: 100, y2: 500 }, {}, 'swipe left in Notes'],
  ['swipe', { x1: 100, y1: 400, x2: 900, y2: 500 }, {}, 'swipe right in Notes'],
  ['swipe', { x1: 100, y1: 400, x2: 100, y2: 400 }, {}, 'swipe in Notes'],
  ['press_key', { key: 'ENTER' }, {}, 'press ENTER in Notes'],
  ['press_back', {}, {}, 'press Back in Notes'],
  ['clear_app_data', { package_id: 'a.b' }, {}, 'delete all data of Notes'],
  ['open_app', { package_id: 'Clock' }, { app: null }, 'open Clock'],
  ['some_tool', {}, {}, 'do something'],
  // No tool has these names, whatever an object has.
  ['constructor', {}, {}, 'do something'],
])('%s %j', (tool, args, changes, expected) => {
  expect(questionSentence(question(tool, args, changes), 'Do something')).toBe(
    `claude-code wants to ${expected}`,
  );
});

it('spells out invisible characters and cuts long objects', () => {
  const { object } = describeCall(
    question('open_app', { package_id: `\u202e${'a'.repeat(80)}` }, { app: null }),
    '',
  );
  expect(object).toBe(`‹U+202E›${'a'.repeat(59)}…`);
});

const plain = {
  ...{ key: 'Enter', altKey: true, ctrlKey: false, metaKey: false, shiftKey: false },
  ...{ repeat: false, target: null },
};

it.each([
  [{}, 'once'],
  [{ key: 'Backspace' }, 'no'],
  [{ key: 'a' }, null],
  [{ altKey: false }, null],
  [{ repeat: true }, null],
  // Right Alt types characters on Windows, where it counts as Ctrl and Alt.
  [{ ctrlKey: true }, null],
  [{ shiftKey: true }, null],
  [{ metaKey: true }, null],
])('%j answers %j', (changes, answer) => {
  expect(answerForKey({ ...plain, ...changes })).toBe(answer);
});
