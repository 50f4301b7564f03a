import { expect, it } from 'vitest';
import { checkArguments } from '#core/tools/shared/arguments.ts';
import { toolsStrings } from './strings.ts';
import { toolNamed } from './testing/registered-tools.ts';

const { plainMessage, pointLabel } = toolsStrings;

it('names a point by what it is', () => {
  expect(pointLabel([], 'x')).toBe('Point');
  expect(pointLabel([], 'x2')).toBe('End');
  expect(pointLabel(['paths', 0, 1], 'x')).toBe('Point 2 of finger 1');
});

it.each([
  [[{ x: -1, y: 0, time: 0 }], 'X of point 1 of finger 1 must be >= 0, got: -1'],
  [
    [{ x: 1, y: 0, time: 1.5 }],
    "Field 'time' in point 1 of finger 1 must be an integer, got: '1.5'",
  ],
  [[7], 'Point 1 of finger 1 must be an object with x, y, time'],
  [[], 'Finger 1 must have at least 2 points, has 0'],
  [
    [
      { x: 1, y: 1, time: 50 },
      { x: 1, y: 1, time: 50 },
    ],
    'Times must be monotonically increasing within each path. Time of point 2 of finger 1 (50) <= previous time (50)',
  ],
])('says in words which point of a gesture %j is wrong', (path, text) => {
  const [problem] = checkArguments(toolNamed('custom_gesture'), { paths: [path] });
  expect(plainMessage(problem?.message ?? '')).toBe(text);
});

it('names the parameters of a help text as the form does', () => {
  expect(toolsStrings.fieldHelp('Use this or by and value.')).toBe(
    'Use this or Attribute and Value.',
  );
});

it.each([
  ["Parameter 'y' must be >= 0, got: -3.0", "Parameter 'y' must be >= 0, got: -3"],
  ["Parameter 'y' must be >= 0, got: -3.05", "Parameter 'y' must be >= 0, got: -3.05"],
  ["Element '@a' is gone.", "Element '@a' is gone."],
])('writes the numbers of %j as a person does', (message, text) => {
  expect(plainMessage(message)).toBe(text);
});
