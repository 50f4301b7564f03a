import { expect, it } from 'vitest';
import { jsonErrorPosition } from './json-error.ts';

it.each([
  ['', 1, 1, ''],
  ['{', 1, 2, ''],
  ['{"a": }', 1, 7, '}'],
  ['{a: 1}', 1, 2, 'a'],
  ['{"a": 1,\n "b" 2}', 2, 6, '2'],
  ['{"a": tru}', 1, 7, 'tru'],
  ['[1, 2,]', 1, 7, ']'],
  ['{"a": 1,}', 1, 9, '}'],
  ['{} x', 1, 4, 'x'],
  ['{"a": "b', 1, 7, '"'],
  ["{'a': 1}", 1, 2, "'"],
  ['{"a": "\u007f"', 1, 10, ''],
  ['[01]', 1, 3, '1'],
])('finds where %j stops being JSON', (text, line, column, token) => {
  expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonErrorPosition(text)).toEqual({ line, column, token });
});

it('reports where it stopped in a text that is nested too deeply', () => {
  const text = '['.repeat(100_000);
  expect(jsonErrorPosition(text)).toEqual({ line: 1, column: 502, token: '[' });
});

it('limits nesting, not the number of lists', () => {
  expect(jsonErrorPosition(`[${'[1],'.repeat(2_000)}`)).toMatchObject({ column: 8_002, token: '' });
});
