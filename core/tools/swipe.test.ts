import { expect, it } from 'vitest';
import { call, recordingPhone, refusal, refused } from './testing/recording-phone.ts';
import { swipe } from './touch.ts';

const points = { x1: 540, y1: 1800.5, x2: 0, y2: 600 };

it.each([
  [points, 300, 'Swipe executed from (540, 1800) to (0, 600) over 300ms'],
  [{ ...points, duration: 1200 }, 1200, 'Swipe executed from (540, 1800) to (0, 600) over 1200ms'],
])('swipe: moves one finger: %j', async (given, timeMs, text) => {
  const phone = recordingPhone();
  expect(await call(swipe, given, phone)).toEqual({ texts: [text] });
  const stroke = [
    { x: 540, y: 1800.5, timeMs: 0 },
    { x: 0, y: 600, timeMs },
  ];
  expect(phone.asked).toEqual([['readTouchArea'], ['performGesture', { strokes: [stroke] }]]);
});

it.each([
  [{ x1: 1, y1: 1, x2: 1 }, "Missing required parameter: 'y2'"],
  [{ ...points, y1: -3, x2: -3 }, "Parameter 'y1' must be >= 0, got: -3.0"],
  [{ ...points, x1: -3, duration: 0.5 }, "Parameter 'duration' must be an integer, got: '0.5'"],
  [{ ...points, duration: -1 }, "Parameter 'duration' must be between 1 and 60000, got: -1"],
  [{ ...points, x: 1 }, "Unknown parameter: 'x'. swipe takes: x1, y1, x2, y2, duration, observe"],
])('swipe: refuses %j', async (given, message) => {
  expect(await refusal(swipe, given)).toEqual(refused(message));
});

it.each([
  [{ ...points, y1: 2400, x2: 1080 }, "Parameter 'y1' must be < 2400"],
  [{ ...points, x2: 1080 }, "Parameter 'x2' must be < 1080"],
])('swipe: refuses %j, which is beyond the screen', async (given, begin) => {
  const { message, asked } = await refusal(swipe, given);
  expect(message).toContain(`${begin} (the screen is 1080x2400), got: `);
  expect(asked).toEqual([['readTouchArea']]);
});
