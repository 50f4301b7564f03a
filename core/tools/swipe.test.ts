import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { swipe } from './touch.ts';

const swipePoints = { x1: 540, y1: 1800.5, x2: 0, y2: 600 };

it.each([
  [swipePoints, 300, 'Swipe executed from (540, 1800) to (0, 600) over 300ms'],
  [
    { ...swipePoints, duration: 1200 },
    1200,
    'Swipe executed from (540, 1800) to (0, 600) over 1200ms',
  ],
])('swipe: moves one finger: %j', async (args, timeMs, text) => {
  const phone = recordingPhone();
  expect(await executeTool(swipe, args, phone)).toEqual({ texts: [text] });
  const stroke = [
    { x: 540, y: 1800.5, timeMs: 0 },
    { x: 0, y: 600, timeMs },
  ];
  expect(phone.calls).toEqual([['readTouchArea'], ['performGesture', { strokes: [stroke] }]]);
});

it.each([
  [{ x1: 1, y1: 1, x2: 1 }, "Missing required parameter: 'y2'"],
  [{ ...swipePoints, y1: -3, x2: -3 }, "Parameter 'y1' must be >= 0, got: -3.0"],
  [
    { ...swipePoints, x1: -3, duration: 0.5 },
    "Parameter 'duration' must be an integer, got: '0.5'",
  ],
  [{ ...swipePoints, duration: -1 }, "Parameter 'duration' must be between 1 and 60000, got: -1"],
  [
    { ...swipePoints, x: 1 },
    "Unknown parameter: 'x'. swipe takes: x1, y1, x2, y2, duration, observe",
  ],
])('swipe: refuses %j', async (args, message) => {
  expect(await refusalOf(swipe, args)).toEqual(argumentRefusal(message));
});

it.each([
  [{ ...swipePoints, y1: 2400, x2: 1080 }, "Parameter 'y1' must be < 2400"],
  [{ ...swipePoints, x2: 1080 }, "Parameter 'x2' must be < 1080"],
])('swipe: refuses %j, which is beyond the screen', async (args, messageStart) => {
  const { message, calls } = await refusalOf(swipe, args);
  expect(message).toContain(`${messageStart} (the screen is 1080x2400), got: `);
  expect(calls).toEqual([['readTouchArea']]);
});
