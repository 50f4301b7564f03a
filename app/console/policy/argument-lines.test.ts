import { describe, expect, it } from 'vitest';
import { argumentLines } from '../../ui/call-words.ts';
import { questionLines, sortLines } from './argument-lines.ts';

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
    (text) => expect(questionLines(text)).toEqual(argumentLines(JSON.parse(text), text)),
  );
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
