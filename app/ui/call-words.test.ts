import { describe, expect, it } from 'vitest';
import { tools } from '#core/tools/registry.ts';
import { argumentLines, callWords, fillPhrase, resultWords, shortArguments } from './call-words.ts';
import type { Call, WaitResult } from '#core/call.ts';
import { parseJson } from './json.ts';

describe('argumentLines', () => {
  it('gives each argument a line, in the order the agent sent', () => {
    expect(
      argumentLines(JSON.parse('{"text":"Hi\\nyou","x":5,"points":[[1,2]],"clear":false}'), ''),
    ).toEqual([
      { name: 'text', value: 'Hi\nyou' },
      { name: 'x', value: '5' },
      { name: 'points', value: '[[1,2]]' },
      { name: 'clear', value: 'false' },
    ]);
  });

  it('has none for a call without arguments', () => {
    expect(argumentLines(JSON.parse('{}'), '')).toEqual([]);
  });

  it('spells out invisible characters, in names too', () => {
    expect(argumentLines(JSON.parse('{"te\u200bxt":"a\u202eb"}'), '')).toEqual([
      { name: 'te‹U+200B›xt', value: 'a‹U+202E›b' },
    ]);
  });

  it.each(['[1]', '"text"', 'null', 'no JSON'])('shows %s as it is', (text) => {
    expect(argumentLines(parseJson(text), text)).toEqual([{ name: 'arguments', value: text }]);
  });
});

describe('callWords', () => {
  it.each([
    ['input_text', { text: 'Bread', selector: '@edit_body' }, 'Type text “Bread” in @edit_body'],
    ['set_text', { text: 'a\u200bb', element_id: 'n1' }, 'Set text “a‹U+200B›b” in n1'],
    ['press_key', { key: 'DEL' }, 'Press key Backspace'],
    ['press_key', { key: 'VOLUME_UP', modifiers: ['ctrl'] }, 'Press key Ctrl+Volume up'],
    [
      'wait_for_element',
      { timeout: 5000, by: 'text', value: 'Weekend in Lisbon' },
      'Wait for element “Weekend in Lisbon” (up to 5.0 s)',
    ],
    [
      'wait_for_element',
      { selector: '@ok', state: 'enabled' },
      'Wait for element @ok to be enabled',
    ],
    [
      'wait_for_element',
      { selector: '@ok', gone: true, x: 1 },
      'Wait for element @ok to be gone, x 1',
    ],
    ['tap', { x: 540, y: 1200 }, 'Tap (540, 1200)'],
    ['run_steps', { steps: [{ tool: 'press_home' }] }, 'Run steps 1 step'],
    ['run_steps', { steps: 3 }, 'Run steps steps 3'],
    // What a tool would refuse, or does not exist, is as it is.
    ['swipe', { x1: 1 }, 'Swipe x1 1'],
    ['constructor', { key: 'A' }, 'constructor key A'],
    ['press_key', [1], 'Press key arguments [1]'],
  ])('%s %j', (tool, args, words) => {
    const { title, details } = callWords(tools, tool, args);
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

describe('resultWords', () => {
  const text = { by: 'text', value: 'Cheese' };
  const met = { isMet: true, elapsedMs: 320, reason: '' };
  const late = { isMet: false, elapsedMs: 5000, reason: 'Why.' };
  it.each<[Call['arguments'], WaitResult, string]>([
    [text, met, '“Cheese” appeared after 320 ms'],
    [text, late, '“Cheese” didn’t appear within 5.0 s. Why.'],
    [{ ...text, gone: true }, met, '“Cheese” disappeared after 320 ms'],
    [{ ...text, gone: true }, late, '“Cheese” didn’t disappear within 5.0 s. Why.'],
    [{ selector: '@ok', state: 'checked' }, met, '@ok became checked after 320 ms'],
    [
      { selector: '@ok', state: 'checked' },
      { ...late, elapsedMs: 9, reason: '' },
      '@ok didn’t become checked within 9 ms.',
    ],
  ])('%j %j', (args, wait, sentence) => {
    const call = { tool: 'wait_for_element', arguments: args, wait };
    expect(resultWords(tools, call)).toBe(sentence);
  });

  it('has none for a call that waited for nothing', () => {
    expect(resultWords(tools, { tool: 'tap', arguments: {} })).toBeNull();
  });
});

describe('fillPhrase', () => {
  it('takes values as they are, whatever characters a template has', () => {
    const filled = fillPhrase(['type *{text}*[ into {element}]'], {
      text: '*[{element}]',
      selector: '@a*',
    });
    expect(filled).toMatchObject({ verb: 'type', object: '“*[{element}]”', rest: 'into @a*' });
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'has words for a call of %s whatever its arguments',
    (_, { words, input }) => {
      const fields = Object.keys(input.shape);
      expect(fillPhrase(words.wantsTo, {})?.verb).not.toBe('');
      const all = [words.wantsTo, words.short, words.done, words.missed].flatMap(
        (each) => each ?? [],
      );
      for (const phrase of all) {
        const { when, say } = typeof phrase === 'string' ? { when: {}, say: phrase } : phrase;
        expect(fields).toEqual(expect.arrayContaining(Object.keys(when)));
        const values = ['element', 'target', 'app', 'keys', 'course', 'settings', 'elapsedMs'];
        for (const [, name] of say.matchAll(/\{(\w+)\}/g))
          expect([...fields, ...values]).toContain(name);
      }
    },
  );
});
