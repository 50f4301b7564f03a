import { expect, it } from 'vitest';
import { lateTap } from './played.ts';

const stroke = (downSentMs: number, upSentMs: number, upTakenMs = upSentMs + 5) => ({
  downSentMs,
  upSentMs,
  upTakenMs,
});

it.each([
  ['a tap in time', [stroke(1_000, 1_050)], null],
  ['a tap that was almost held', [stroke(1_000, 1_390)], null],
  ['a finger that was lifted late', [stroke(1_000, 1_620)], { became: 'long press', ms: 620 }],
  ['a slow answer', [stroke(1_000, 1_050, 1_440)], null],
  ['an answer that never came', [stroke(0, 50, 700)], { became: 'long press', ms: 700 }],
  ['a double tap in time', [stroke(0, 50), stroke(150, 200)], null],
  ['a second tap too late', [stroke(0, 50), stroke(500, 550)], { became: 'two taps', ms: 450 }],
  ['a second tap held', [stroke(0, 50), stroke(150, 900)], { became: 'long press', ms: 750 }],
  ['what the phone plays by itself', [], null],
])('detectLateTap: %s', (_, played, late) => {
  expect(lateTap(played)).toEqual(late);
});
