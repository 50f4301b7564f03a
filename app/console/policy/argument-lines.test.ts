import { describe, expect, it } from 'vitest';
import {
  argumentLines,
  callWords,
  questionLines,
  shortArguments,
  sortLines,
} from './argument-lines.ts';

describe('argumentLines', () => {
  it('gives each argument a line, in the order the agent sent', () => {
    expect(argumentLines('{"text":"Hi\\nyou","x":5,"points":[[1,2]],"clear":false}')).toEqual([
      { name: 'text', value: 'Hi\nyou' },
      { name: 'x', value: '5' },
      { name: 'points', value: '[[1,2]]' },
      { name: 'clear', value: 'false' },
    ]);
  });

  it('has none for a call without arguments', () => {
    expect(argumentLines('{}')).toEqual([]);
  });

  it('spells out invisible characters, in names too', () => {
    expect(argumentLines('{"te\u200bxt":"a\u202eb"}')).toEqual([
      { name: 'te‹U+200B›xt', value: 'a‹U+202E›b' },
    ]);
  });

  it.each(['[1]', '"text"', 'null', 'no JSON'])('shows %s as it is', (text) => {
    expect(argumentLines(text)).toEqual([{ name: 'arguments', value: text }]);
  });
});

describe('questionLines', () => {
  it('gives each step a line', () => {
    const steps = [
      { tool: 'press_home' },
      { tool: 'tap', arguments: { x: 1, y: 2 }, expect: { selector: '@a\u200bb' } },
    ];
    expect(questionLines(JSON.stringify({ steps, observe: 'none' }))).toEqual([
      { name: '1. press_home', value: '' },
      {
        name: '2. tap',
        value: '{"arguments":{"x":1,"y":2},"expect":{"selector":"@a‹U+200B›b"}}',
      },
      { name: 'observe', value: 'none' },
    ]);
  });

  it('shows switches and times as a person reads them', () => {
    expect(questionLines('{"wifi":false,"timeout":2000,"text":"true"}')).toEqual([
      { name: 'wifi', value: 'off' },
      { name: 'timeout', value: '2000 ms' },
      { name: 'text', value: 'true' },
    ]);
  });

  it.each(['{"steps":[]}', '{"steps":[7]}', '{"steps":5}', '{"x":1}', '[1]'])(
    'shows other arguments as they are: %s',
    (text) => expect(questionLines(text)).toEqual(argumentLines(text)),
  );
});

describe('callWords', () => {
  it.each([
    ['input_text', { text: 'Bread', selector: '@edit_body' }, 'Title “Bread” in @edit_body'],
    ['set_text', { text: 'a\u200bb', element_id: 'n1' }, 'Title “a‹U+200B›b” in n1'],
    ['press_key', { key: 'DEL' }, 'Title Backspace'],
    ['press_key', { key: 'VOLUME_UP', modifiers: ['ctrl'] }, 'Title Ctrl+Volume up'],
    [
      'wait_for_element',
      { timeout: 5000, by: 'text', value: 'Weekend in Lisbon' },
      'Title text “Weekend in Lisbon” (up to 5 s)',
    ],
    ['wait_for_element', { selector: '@ok', state: 'enabled' }, 'Title @ok to be enabled'],
    ['wait_for_element', { selector: '@ok', gone: true, x: 1 }, 'Title @ok to be gone, x 1'],
    ['tap', { x: 540, y: 1200 }, 'Title (540, 1200)'],
    ['run_steps', { steps: [{ tool: 'press_home' }] }, 'Title 1 step'],
    ['run_steps', { steps: 3 }, 'Title steps 3'],
    // What a tool would refuse, or does not exist, is as it is.
    ['swipe', { x1: 1 }, 'Title x1 1'],
    ['constructor', { key: 'A' }, 'Title key A'],
    ['press_key', [1], 'Title arguments [1]'],
  ])('%s %j', (tool, args, words) => {
    const { title, details } = callWords(tool, 'Title', args);
    expect(`${title} ${details}`).toBe(words);
  });
});

describe('shortArguments', () => {
  it.each([
    [{ selector: '@save', observe: 'diff' }, '@save, observe diff'],
    [{ x: 540, y: 1200 }, 'x 540, y 1200'],
    [{ package_id: 'com.example', fresh: true }, 'com.example, fresh true'],
    [{ duration: 663, timeout: 'long' }, 'duration 663 ms, timeout long'],
  ])('puts %j on one line', (args, line) => expect(shortArguments(args)).toBe(line));
});

const plainCall = { object: '', hasPicture: false, isRisky: false };

it.each([
  [{ text: 'Bread' }, { object: '“Bread”' }, [], []],
  [{ text: '' }, {}, ['text'], []],
  [{ text: ' Bread' }, { object: '“Bread”' }, ['text'], []],
  [{ key: 'ENTER', repeat: 2 }, { object: 'Enter' }, ['repeat'], []],
  [
    { selector: '@ok', observe: 'diff' },
    { object: 'OK', hasPicture: true },
    [],
    ['selector', 'observe'],
  ],
  [{ selector: '@ok' }, { object: 'OK' }, ['selector'], []],
  [{ x: 1, y: 2, duration: 900 }, { hasPicture: true }, ['duration'], ['x', 'y']],
  [{ package_id: 'a.b' }, { object: 'Notes' }, [], ['package_id']],
  // Another app may have the same name.
  [{ package_id: 'a.b' }, { object: 'Notes', isRisky: true }, ['package_id'], []],
])('of %j, beside %j, shows %j and folds %j', (args, said, shown, folded) => {
  const sorted = sortLines(questionLines(JSON.stringify(args)), { ...plainCall, ...said });
  expect(sorted.shown.map(({ name }) => name)).toEqual(shown);
  expect(sorted.folded.map(({ name }) => name)).toEqual(folded);
});
