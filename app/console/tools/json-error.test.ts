import { expect, it } from 'vitest';
import { jsonErrorPosition, lineOf } from './json-error.ts';

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

it('survives a text that is nested too deeply', () => {
  expect(jsonErrorPosition('['.repeat(100_000))).toMatchObject({ line: 1 });
  expect(lineOf('['.repeat(100_000), [0])).toBeNull();
});

it.each([
  [['steps', 1, 'tool'], 4],
  // For a missing value, the line of the object that lacks it.
  [['steps', 1, 'arguments', 'x'], 4],
  [['gone'], 1],
])('finds the line of the value at %j', (path, line) => {
  const text = '{\n  "steps": [\n    { "tool": "tap" },\n    { "tool": "fly" }\n  ]\n}';
  expect(lineOf(text, path)).toBe(line);
});
