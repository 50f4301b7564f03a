import { expect, it } from 'vitest';
import { type Stroke, detectLateTap, needsSeveralFingers } from './gesture.ts';
import { doubleTapGesture } from './build-gesture.ts';

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

const timing = (downSentMs: number, upSentMs: number, upAcknowledgedMs = upSentMs + 5) => ({
  downSentMs,
  upSentMs,
  upAcknowledgedMs,
});

it.each([
  ['a tap in time', [timing(1_000, 1_050)], null],
  ['a tap that was almost held', [timing(1_000, 1_390)], null],
  ['a finger that was lifted late', [timing(1_000, 1_620)], { became: 'long press', ms: 620 }],
  ['a slow answer', [timing(1_000, 1_050, 1_440)], null],
  ['an answer that never came', [timing(0, 50, 700)], { became: 'long press', ms: 700 }],
  ['a double tap in time', [timing(0, 50), timing(150, 200)], null],
  ['a second tap too late', [timing(0, 50), timing(500, 550)], { became: 'two taps', ms: 450 }],
  ['a second tap held', [timing(0, 50), timing(150, 900)], { became: 'long press', ms: 750 }],
  ['what the phone plays by itself', [], null],
])('detectLateTap: %s', (_, timings, late) => {
  expect(detectLateTap(timings)).toEqual(late);
});
