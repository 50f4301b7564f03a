import { expect, it } from 'vitest';
import type { Stroke } from './gesture.ts';
import { doubleTapGesture } from './taps.ts';
import { needsSeveralFingers } from './times.ts';

const strokeBetween = (from: number, to: number): Stroke => [
  { x: 0, y: 0, timeMs: from },
  { x: 0, y: 0, timeMs: to },
];

it.each([
  [[strokeBetween(0, 10)], false],
  [[strokeBetween(0, 10), strokeBetween(10, 20)], false],
  [[strokeBetween(10, 20), strokeBetween(0, 11)], true],
  [[strokeBetween(0, 100), strokeBetween(5, 6), strokeBetween(50, 60)], true],
])('needsSeveralFingers of strokes %#: %s', (strokes, expected) => {
  expect(needsSeveralFingers({ strokes })).toBe(expected);
});

it('a double tap needs one finger', () => {
  expect(needsSeveralFingers(doubleTapGesture({ x: 1, y: 1 }))).toBe(false);
});
