import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { tap } from './touch.ts';

it('tap: touches the point for 50 ms and prints it without its fraction', async () => {
  const phone = recordingPhone();
  const answer = await executeTool(tap, { x: 540.9, y: 1200 }, phone);
  expect(answer).toEqual({ texts: ['Tap executed at (540, 1200)'] });
  const stroke = [
    { x: 540.9, y: 1200, timeMs: 0 },
    { x: 540.9, y: 1200, timeMs: 50 },
  ];
  expect(phone.calls).toEqual([['readTouchArea'], ['performGesture', { strokes: [stroke] }]]);
});

it.each([
  [{ x: 0, y: 0 }, 'Tap executed at (0, 0)'],
  [{ x: 1079.9, y: 2399.9 }, 'Tap executed at (1079, 2399)'],
])('tap: accepts %j', async (args, text) => {
  expect(await executeTool(tap, args, recordingPhone())).toEqual({ texts: [text] });
});

it.each([
  [undefined, "Missing required parameter: 'x'"],
  [{ x: 1 }, "Missing required parameter: 'y'"],
  [{ x: '1a', y: 2 }, "Parameter 'x' must be a number, got string: '1a'"],
  [{ x: true, y: 2 }, "Parameter 'x' must be a number, got: 'true'"],
  [{ x: null, y: 2 }, "Parameter 'x' must be a number, got: 'null'"],
  [{ x: [1], y: 2 }, "Parameter 'x' must be a number"],
  [{ x: {}, y: 2 }, "Parameter 'x' must be a number"],
  [JSON.parse('{"x":1e999,"y":2}'), "Parameter 'x' must be a finite number, got: 'Infinity'"],
  [{ x: -1, y: 'b' }, "Parameter 'y' must be a number, got string: 'b'"],
  [{ x: -1, y: -2 }, "Parameter 'x' must be >= 0, got: -1.0"],
  [{ x: 1, y: -0.5 }, "Parameter 'y' must be >= 0, got: -0.5"],
  [{ x: 1, y: 2, z: 3 }, "Unknown parameter: 'z'. tap takes: x, y, observe"],
  [
    { x: 1, y: 2, observe: 'x' },
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'x'",
  ],
])('tap: refuses %j', async (args: unknown, message) => {
  expect(await refusalOf(tap, args)).toEqual(argumentRefusal(message));
});

it.each([
  [{ x: 5000, y: 1 }, "Parameter 'x' must be < 1080 (the screen is 1080x2400), got: 5000.0"],
  [{ x: 1080, y: 9999 }, "Parameter 'x' must be < 1080 (the screen is 1080x2400), got: 1080.0"],
  [{ x: 1, y: 2400.5 }, "Parameter 'y' must be < 2400 (the screen is 1080x2400), got: 2400.5"],
])('tap: refuses %j, which is beyond the screen', async (args, message) => {
  expect(await refusalOf(tap, args)).toEqual({
    code: 'invalid-argument',
    message,
    calls: [['readTouchArea']],
  });
});

it('tap: does not touch while the display is off', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 9, height: 9 }, awake: false } });
  await expect(executeTool(tap, { x: 1, y: 2 }, phone)).rejects.toMatchObject({
    code: 'action-failed',
    message: "The phone's display is off, so its screen takes no touches; nothing was sent.",
    hint: 'Ask the user to wake and unlock the phone, then call again.',
  });
  expect(phone.calls).toEqual([['readTouchArea']]);
});

it('tap: touches if it is unknown whether the display is on', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 9, height: 9 }, awake: null } });
  expect(await executeTool(tap, { x: 1, y: 2 }, phone)).toEqual({
    texts: ['Tap executed at (1, 2)'],
  });
});

it("tap: rejects with the phone's error", async () => {
  const error = new HandsetError('input-denied', 'refused');
  await expect(executeTool(tap, { x: 1, y: 2 }, recordingPhone({ error }))).rejects.toBe(error);
});

it('tap: reports a tap that the phone may have recognised as a long press', async () => {
  const timings = [{ downSentMs: 0, upSentMs: 620, upAcknowledgedMs: 625 }];
  expect(await executeTool(tap, { x: 1, y: 2 }, recordingPhone({ timings }))).toEqual({
    texts: [
      'Finger held at (1, 2) for 620 ms: the computer or the USB connection was too slow for a tap, and the phone may have taken it as a long press. Look at the screen before you go on.',
    ],
  });
});
