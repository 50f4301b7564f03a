import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { longPress } from './touch.ts';

it.each([
  [{ x: 10, y: 20.7 }, 1000, 'Long press executed at (10, 20) for 1000ms'],
  [{ x: 10, y: 20.7, duration: 1 }, 1, 'Long press executed at (10, 20) for 1ms'],
  [{ x: 10, y: 20.7, duration: 6e4 }, 60_000, 'Long press executed at (10, 20) for 60000ms'],
])('long_press: holds %j for %i ms', async (args, timeMs, text) => {
  const phone = recordingPhone();
  expect(await executeTool(longPress, args, phone)).toEqual({ texts: [text] });
  const stroke = [
    { x: 10, y: 20.7, timeMs: 0 },
    { x: 10, y: 20.7, timeMs },
  ];
  expect(phone.calls).toEqual([['readTouchArea'], ['performGesture', { strokes: [stroke] }]]);
});

it.each([
  [{ y: 1 }, "Missing required parameter: 'x'"],
  [{ x: 1, y: 1, duration: 0 }, "Parameter 'duration' must be between 1 and 60000, got: 0"],
  [
    { x: 1, y: 1, duration: 60_001 },
    "Parameter 'duration' must be between 1 and 60000, got: 60001",
  ],
  [{ x: -1, y: 1, duration: 3.5 }, "Parameter 'duration' must be an integer, got: '3.5'"],
  [{ x: -1, y: 1, duration: 0 }, "Parameter 'x' must be >= 0, got: -1.0"],
  [{ x: 1, y: 1, duration: '9s' }, "Parameter 'duration' must be a number, got string: '9s'"],
  [{ x: 1, y: 1, time: 9 }, "Unknown parameter: 'time'. long_press takes: x, y, duration, observe"],
])('long_press: refuses %j', async (args, message) => {
  expect(await refusalOf(longPress, args)).toEqual(argumentRefusal(message));
});

it('long_press: refuses a point beyond the screen', async () => {
  expect(await refusalOf(longPress, { x: 1, y: 2400 })).toMatchObject({
    message: "Parameter 'y' must be < 2400 (the screen is 1080x2400), got: 2400.0",
    calls: [['readTouchArea']],
  });
});
