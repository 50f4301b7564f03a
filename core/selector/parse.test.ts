import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { maxSelectorLength, parseSelector } from './parse.ts';

function errorOf(text: string): HandsetError {
  try {
    parseSelector(text);
  } catch (error) {
    if (error instanceof HandsetError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
}

describe('parseSelector', () => {
  it('parses a chain with every kind of test', () => {
    const text = 'List@main > Row[2] #sub:contains("a*"):desc("b")[checked=false], 0.1';
    expect(parseSelector(text)).toEqual({
      alternatives: [
        {
          steps: [
            {
              relation: 'anywhere',
              tests: [
                { kind: 'type', suffix: 'List' },
                { kind: 'name', name: 'main' },
              ],
            },
            {
              relation: 'child',
              tests: [
                { kind: 'type', suffix: 'Row' },
                { kind: 'index', index: 2 },
              ],
            },
            {
              relation: 'descendant',
              tests: [
                { kind: 'id', part: 'sub' },
                { kind: 'contains', pattern: { pieces: ['a', ''] } },
                { kind: 'desc', pattern: { pieces: ['b'] } },
                { kind: 'attribute', name: 'checked', value: false },
              ],
            },
          ],
        },
        { steps: [{ relation: 'anywhere', tests: [{ kind: 'path', indices: [0, 1] }] }] },
      ],
    });
  });

  it('parses chains inside :has(), the sibling step and :near()', () => {
    const step = (relation: string, suffix: string) => ({
      relation,
      tests: [{ kind: 'type', suffix }],
    });
    expect(parseSelector('A + B:has(C > D, + E):near("f*")')).toEqual({
      alternatives: [
        {
          steps: [
            step('anywhere', 'A'),
            {
              relation: 'next-sibling',
              tests: [
                { kind: 'type', suffix: 'B' },
                {
                  kind: 'has',
                  alternatives: [
                    { steps: [step('descendant', 'C'), step('child', 'D')] },
                    { steps: [step('next-sibling', 'E')] },
                  ],
                },
                { kind: 'near', pattern: { pieces: ['f', ''] } },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['', 1, 'an element', 'the end'],
    ['   ', 4, 'an element', 'the end'],
    ['Button >', 9, 'an element', 'the end'],
    ['> Button', 1, 'an element', '>'],
    ['+ Button', 1, 'an element', '+'],
    ['A + > B', 5, 'an element', '>'],
    ['A,,B', 3, 'an element', ','],
    ['"Submit"', 1, 'an element', '"'],
    ['Button:text(OK)', 13, 'text in quotes', 'OK'],
    ['Button:text("OK', 16, 'the closing "', 'the end'],
    ['Button:text("OK"', 17, '")"', 'the end'],
    ['Button:text "OK"', 12, '"("', 'a space'],
    ['Button:hint("OK")', 8, 'text, contains, desc, has or near', 'hint'],
    [':contains("")', 11, 'some text', '"'],
    [':near("")', 7, 'some text', '"'],
    [':near(Wi-Fi)', 7, 'text in quotes', 'Wi-Fi'],
    ['Row:has', 8, '"("', 'the end'],
    ['Row:has()', 9, 'an element', ')'],
    ['Row:has("Wi-Fi")', 9, 'an element', '"'],
    ['Row:has(> )', 11, 'an element', ')'],
    ['Row:has(A, )', 12, 'an element', ')'],
    ['Row:has(Switch', 15, 'an element, ">", "+", "," or ")"', 'the end'],
    ['Row:has(Switch]', 15, 'an element, ">", "+", "," or ")"', ']'],
    ['Row:has(A > B[2])', 14, 'a test of one element', '['],
    ['Row:has(A:near("x"))', 10, 'a test of one element', ':'],
    ['Row:has(A:has([0]))', 15, 'a test of one element', '['],
    ['😀', 1, 'an element', '😀'],
    [':text("😀" x', 11, '")"', 'x'],
    [String.raw`:text("\q")`, 9, 'a character to escape', 'q'],
    [String.raw`:text("\u{110000}")`, 10, 'a code such as {1f600}', '{'],
    ['[clickabel]', 2, 'an attribute or an index', 'clickabel'],
    ['[checked=yes]', 10, 'true or false', 'yes'],
    ['[checked=trueish]', 10, 'true or false', 'trueish'],
    ['[checked', 9, '"]"', 'the end'],
    ['Button[0.1]', 8, 'one number', '0'],
    ['Button[1234567890]', 17, '"]"', '0'],
    ['0.1.', 4, 'the end of the index path', '.'],
    [':text("OK")Button', 12, 'a space, ">", "+", "," or another test', 'Button'],
    ['Button**', 7, 'a space, ">", "+", "," or another test', '*'],
    ['#', 2, 'the name of a resource id', 'the end'],
    ['@""', 2, 'the name of a resource id', '"'],
    ['Button\u0000', 7, 'an element, ">", "+", "," or the end', String.raw`the character \u{0}`],
    ['Button)', 7, 'an element, ">", "+", "," or the end', ')'],
    ['Button )', 8, 'an element, ">", "+", "," or the end', ')'],
  ])('reports where %j is wrong', (text, column, expected, found) => {
    const error = errorOf(text);
    expect(error.code).toBe('invalid-argument');
    const isNamed = /^(?:a space|the character .+)$/.test(found);
    const quoted = found === '"' ? `'"'` : `"${found}"`;
    const what = found === 'the end' ? 'ends' : `has ${isNamed ? found : quoted}`;
    expect(error.message).toBe(
      `The selector ${what} at column ${column}, where ${expected} should be.`,
    );
    expect(error.hint).toMatch(/\.$/);
  });

  it.each([
    ['"Submit"', 'For an element by its text write :text("Submit").'],
    ['[text="Submit"]', 'Write :text("Submit"), or :contains("Sub") to match part of it.'],
    ['[resource-id="x"]', 'Write @btn_submit, or #btn to match part of the id.'],
    [':contains("")', ':text("*") matches elements with any text, :text("") those without text.'],
    [
      'Row:has(Switch[1])',
      'An index and :near() choose among all matches, so they come after :has(), not inside it: Row:has(Switch)[0].',
    ],
    ['Row:has()', 'Example: LinearLayout:has(> Switch), Row:has(:text("Wi-Fi")).'],
  ])('hints what to write instead of %s', (text, hint) => {
    expect(errorOf(text).hint).toBe(hint);
  });

  it('accepts the longest selector and refuses a longer one', () => {
    const fits = `:text("${'a'.repeat(maxSelectorLength - 9)}")`;
    expect(parseSelector(fits).alternatives).toHaveLength(1);
    expect(errorOf(`${fits} `).message).toBe(
      'The selector has 2001 characters; the maximum is 2000.',
    );
  });
});
