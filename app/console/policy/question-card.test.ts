import { expect, it } from 'vitest';
import type { CallQuestion } from '#core/link/messages.ts';
import { tools } from '#core/tools/registry.ts';
import {
  answerForKey,
  describeCall,
  goneNote,
  planLine,
  questionSentence,
  questionStrings,
} from './question-card.ts';

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
  grants: 'act',
  isAskedAgain: false,
  callIds: [],
  plan: null,
  ...changes,
});

it('says whether an element is gone or no field has the focus', () => {
  expect(goneNote(question('click_element', { selector: '@save' }))).toBe(questionStrings.gone);
  expect(goneNote(question('input_text', { text: 'x' }))).toBe(questionStrings.noFocus);
});

it.each<[string, object, Partial<CallQuestion>, string]>([
  ['click_element', {}, { touchPreview: weather }, 'tap Weather in Notes'],
  ['tap', { x: 1, y: 2 }, {}, 'tap in Notes'],
  ['tap', { x: 1, y: 2 }, { app: null }, 'tap'],
  ['press_back', {}, { app: 'com.miui.home' }, 'press Back on the home screen'],
  ['press_back', {}, { app: 'com.android.launcher3' }, 'press Back on the home screen'],
  // No home screen: an app for lamps.
  ['press_back', {}, { app: 'com.example.home' }, 'press Back in com.example.home'],
  // Nor any app whose name says so: the question must name it.
  ['press_back', {}, { app: 'My Launcher Tools' }, 'press Back in My Launcher Tools'],
  ['input_text', { text: 'x' }, { touchPreview: weather }, 'type “x” into Weather in Notes'],
  ['input_text', { text: ' Dear\nSir ' }, {}, 'type “Dear Sir” in Notes'],
  ['input_text', { text: 'a'.repeat(50) }, {}, `type “${'a'.repeat(48)}…” in Notes`],
  ['click_element', { selector: ':text("Foo")' }, { isTargetGone: true }, 'tap “Foo”'],
  ['click_element', { selector: '@save' }, { isTargetGone: true }, 'tap @save'],
  ['set_text', { element_id: 'node_1a', text: 'x' }, {}, 'type “x” into node_1a in Notes'],
  ['set_text', { element_id: 'node_1a', text: '' }, {}, 'type into node_1a in Notes'],
  ['set_clipboard', { text: 'a\u200bb' }, {}, 'put “a‹U+200B›b” on the clipboard'],
  ['set_device', { wifi: false, observe: 'none' }, {}, 'set Wi-Fi to off'],
  ['set_device', { brightness: 40 }, {}, 'set brightness to 40'],
  ['set_device', { wifi: false, dark_theme: true }, {}, 'set Wi-Fi to off, dark theme to on'],
  ['set_device', { restore: true }, {}, 'restore the settings that tools changed'],
  ['set_device', {}, {}, 'change phone settings'],
  [
    'set_device',
    { app_language: 'de-DE', package_name: 'a.b' },
    {},
    'set the language of Notes to de-DE',
  ],
  [
    'set_device',
    { app_language: '', package_name: 'a.b' },
    { app: null },
    'set the language of a.b to the phone’s',
  ],
  [
    'set_permission',
    { permission: 'CAMERA', action: 'grant' },
    {},
    'grant the Camera permission to Notes',
  ],
  [
    'set_permission',
    { permission: 'android.permission.READ_SMS', action: 'revoke' },
    {},
    'revoke the Read sms permission from Notes',
  ],
  ['custom_gesture', { paths: [[], []] }, {}, 'make a gesture with 2 fingers in Notes'],
  ['custom_gesture', { paths: [[]] }, {}, 'make a gesture with 1 finger in Notes'],
  ['scroll', { direction: 'down' }, {}, 'scroll down in Notes'],
  ['scroll', { direction: 'down', selector: '@list' }, {}, 'scroll down in Notes'],
  ['swipe', { x1: 500, y1: 1500, x2: 480, y2: 400 }, {}, 'swipe up in Notes'],
  ['swipe', { x1: 500, y1: 400, x2: 480, y2: 1500 }, {}, 'swipe down in Notes'],
  ['swipe', { x1: 900, y1: 400, x2: 100, y2: 500 }, {}, 'swipe left in Notes'],
  ['swipe', { x1: 100, y1: 400, x2: 900, y2: 500 }, {}, 'swipe right in Notes'],
  ['swipe', { x1: 100, y1: 400, x2: 100, y2: 400 }, {}, 'swipe in Notes'],
  ['press_key', { key: 'ENTER' }, {}, 'press Enter in Notes'],
  ['press_key', { key: 'TAB', modifiers: ['ctrl'] }, {}, 'press Ctrl+Tab in Notes'],
  ['press_back', {}, {}, 'press Back in Notes'],
  ['clear_app_data', { package_id: 'a.b' }, {}, 'delete all data in Notes'],
  ['open_app', { package_id: 'Clock' }, { app: null }, 'open Clock'],
  ['get_screen_state', {}, { app: 'com.miui.home' }, 'read the screen'],
  ['find_elements', { by: 'text', value: 'Save' }, {}, 'look for “Save”'],
  ['find_elements', { by: 'class_name', value: 'EditText' }, {}, 'look for class “EditText”'],
  ['query_elements', { selector: 'TextView' }, {}, 'look for TextView'],
  ['suggest_selectors', { selector: ':text("Notes")' }, {}, 'get selectors for “Notes”'],
  ['wait_for_element', { by: 'text', value: 'Done' }, {}, 'wait for “Done”'],
  ['wait_for_element', { selector: '@ok', gone: true }, {}, 'wait until @ok is gone'],
  ['wait_for_element', { selector: '@ok', state: 'enabled' }, {}, 'wait until @ok is enabled'],
  ['record_screen', { action: 'stop' }, {}, 'stop recording the screen'],
  ['use_phone', { serial: 'DEMO14' }, {}, 'switch to the phone DEMO14'],
  ['use_phone', {}, {}, 'use the phone that you chose'],
  ['some_tool', {}, {}, 'call some_tool'],
  // No tool has these names, whatever an object has.
  ['constructor', {}, {}, 'call constructor'],
])('%s %j', (tool, args, changes, expected) => {
  expect(questionSentence(question(tool, args, changes), tools)).toBe(
    `claude-code wants to ${expected}`,
  );
});

it('spells out invisible characters and cuts long objects', () => {
  const { object } = describeCall(
    question('open_app', { package_id: `\u202e${'a'.repeat(80)}` }, { app: null }),
    tools,
  );
  expect(object).toBe(`‹U+202E›${'a'.repeat(40)}…`);
});

it.each([
  [1, 4, 'Step 1 of 4 · then: press Back, tap “Clock”, open Notes'],
  [1, 8, 'Step 1 of 8 · then: press Back, tap “Clock”, open Notes, and 4 more'],
  [3, 3, 'Step 3 of 3'],
])('says that it is step %d of %d, and what follows', (number, total, line) => {
  const next = [
    { tool: 'press_back', argumentsJson: '{}' },
    { tool: 'click_element', argumentsJson: '{"selector":":text(\\"Clock\\")"}' },
    { tool: 'open_app', argumentsJson: '{"package_id":"a.b"}', app: 'Notes' },
  ];
  expect(planLine({ number, total, next: number === total ? [] : next }, tools)).toBe(line);
});

const plain = {
  key: 'Enter',
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
};

it.each([
  [{}, 'once'],
  [{ key: 'Backspace' }, 'no'],
  [{ key: 'Backspace', shiftKey: true }, 'note'],
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
