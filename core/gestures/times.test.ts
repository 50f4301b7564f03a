import { expect, it } from 'vitest';
import type { Stroke } from './gesture.ts';
import { doubleTap } from './taps.ts';
import { needsSeveralFingers } from './times.ts';

const stroke = (from: number, to: number): Stroke => [
  { x: 0, y: 0, timeMs: from },
  { x: 0, y: 0, timeMs: to },
];

it.each([
  [[stroke(0, 10)], false],
  [[stroke(0, 10), stroke(10, 20)], false],
  [[stroke(10, 20), stroke(0, 11)], true],
  [[stroke(0, 100), stroke(5, 6), stroke(50, 60)], true],
])('needsSeveralFingers of strokes %#: %s', (strokes, expected) => {
  expect(needsSeveralFingers({ strokes })).toBe(expected);
});

it('a double tap needs one finger', () => {
  expect(needsSeveralFingers(doubleTap({ x: 1, y: 1 }))).toBe(false);
});
