import { expect, it } from 'vitest';
import type { CallQuestion } from '#core/link/messages.ts';
import { deedOf, questionSentence } from './question-sentence.ts';

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
  ['input_text', { text: 'x' }, { touchPreview: weather }, 'type into Weather in Notes'],
  ['input_text', { text: 'x' }, {}, 'type in Notes'],
  ['scroll', { direction: 'down' }, {}, 'scroll down in Notes'],
  ['press_key', { key: 'ENTER' }, {}, 'press ENTER in Notes'],
  ['press_back', {}, {}, 'press Back in Notes'],
  ['press_home', {}, {}, 'press Home'],
  ['open_app', { package_id: 'Clock' }, {}, 'open Clock'],
  ['some_tool', {}, {}, 'do something'],
  // No tool has these names, whatever an object has.
  ['constructor', {}, {}, 'do something'],
])('%s %j', (tool, args, changes, expected) => {
  expect(questionSentence(question(tool, args, changes), 'Do something')).toBe(
    `claude-code wants to ${expected}`,
  );
});

it('spells out invisible characters and cuts long objects', () => {
  const { object } = deedOf(question('open_app', { package_id: `\u202e${'a'.repeat(80)}` }), '');
  expect(object).toBe(`‹U+202E›${'a'.repeat(59)}…`);
});
