import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';
import { doubleTap, longPress, scroll, swipe, tap } from './touch.ts';

it('tap: touches the point for 50 ms and prints it without its fraction', async () => {
  const phone = recordingPhone();
  const answer = await executeTool(tap, { x: 540.9, y: 1200 }, phone);
  expect(answer).toEqual({ texts: ['Tap executed at (540, 1200)'] });
  const stroke = [
    { x: 540.9, y: 1200, timeMs: 0 },
    { x: 540.9, y: 1200, timeMs: 50 },
  ];
  expect(phone.calls).toEqual([
    ['readTouchArea'],
    ['readKeyboard'],
    ['performGesture', { strokes: [stroke] }],
  ]);
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
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'x'",
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
    code: 'display-off',
    message:
      "The phone's display is off, so its screen does not react to touches; nothing was sent.",
    hint: 'press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.',
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
      'Finger held at (1, 2) for 620 ms: the computer or the USB connection was too slow for a tap, and the phone may have taken it as a long press. Look at the screen before you continue.',
    ],
  });
});

it('double_tap: touches the point twice for 50 ms, 100 ms apart', async () => {
  const phone = recordingPhone();
  const answer = await executeTool(doubleTap, { x: 3.2, y: 4 }, phone);
  expect(answer).toEqual({ texts: ['Double tap executed at (3, 4)'] });
  const [area, , gesture] = phone.calls;
  expect(area).toEqual(['readTouchArea']);
  expect(gesture).toMatchObject([
    'performGesture',
    {
      strokes: [
        [{ x: 3.2, y: 4, timeMs: 0 }, { timeMs: 50 }],
        [{ x: 3.2, y: 4, timeMs: 150 }, { timeMs: 200 }],
      ],
    },
  ]);
});

it.each([
  [{ x: 1 }, "Missing required parameter: 'y'"],
  [{ x: 1, y: -1 }, "Parameter 'y' must be >= 0, got: -1.0"],
  [{ x: 1, y: 1, duration: 9 }, "Unknown parameter: 'duration'. double_tap takes: x, y, observe"],
])('double_tap: refuses %j', async (args, message) => {
  expect(await refusalOf(doubleTap, args)).toEqual(argumentRefusal(message));
});

it('double_tap: refuses a point beyond the screen', async () => {
  expect(await refusalOf(doubleTap, { x: 1080, y: 1 })).toMatchObject({
    message: "Parameter 'x' must be < 1080 (the screen is 1080x2400), got: 1080.0",
    calls: [['readTouchArea']],
  });
});

it('double_tap: reports a double tap that the phone may have recognised as two taps', async () => {
  const timings = [
    { downSentMs: 0, upSentMs: 50, upAcknowledgedMs: 55 },
    { downSentMs: 500, upSentMs: 550, upAcknowledgedMs: 555 },
  ];
  expect(await executeTool(doubleTap, { x: 1, y: 2 }, recordingPhone({ timings }))).toEqual({
    texts: [
      'Tapped twice at (1, 2), 450 ms apart: the computer or the USB connection was too slow for a double tap, and the phone may have taken it as two single taps. Look at the screen before you continue.',
    ],
  });
});

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
  expect(phone.calls).toEqual([
    ['readTouchArea'],
    ['readKeyboard'],
    ['performGesture', { strokes: [stroke] }],
  ]);
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
  expect(phone.calls).toEqual([
    ['readTouchArea'],
    ['readKeyboard'],
    ['performGesture', { strokes: [stroke] }],
  ]);
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

it.each([
  [{ direction: 'down', amount: 'small' }, [540, 1500], [540, 900], 'Scroll down (small) executed'],
  [{ direction: 'down' }, [540, 1800], [540, 600], 'Scroll down (medium) executed'],
  [{ direction: 'DOWN', amount: 'Large' }, [540, 2100], [540, 300], 'Scroll down (large) executed'],
  [{ direction: 'Up', amount: 'large' }, [540, 300], [540, 2100], 'Scroll up (large) executed'],
  [
    { direction: 'right', amount: 'small' },
    [675, 1200],
    [405, 1200],
    'Scroll right (small) executed',
  ],
  [{ direction: 'left' }, [270, 1200], [810, 1200], 'Scroll left (medium) executed'],
])('scroll: swipes across the middle for %j', async (args, [x1, y1], [x2, y2], text) => {
  const phone = recordingPhone();
  expect(await executeTool(scroll, args, phone)).toEqual({ texts: [text] });
  const stroke = [
    { x: x1, y: y1, timeMs: 0 },
    { x: x2, y: y2, timeMs: 300 },
  ];
  expect(phone.calls.at(-1)).toEqual(['performGesture', { strokes: [stroke] }]);
});

it('scroll: swipes across the middle of a landscape screen', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 2400, height: 1080 }, awake: true } });
  await executeTool(scroll, { direction: 'down' }, phone);
  expect(phone.calls.at(-1)).toMatchObject([
    'performGesture',
    {
      strokes: [
        [
          { x: 1200, y: 810 },
          { x: 1200, y: 270 },
        ],
      ],
    },
  ]);
});

it('scroll: does not touch while the display is off', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 9, height: 9 }, awake: false } });
  await expect(executeTool(scroll, { direction: 'up' }, phone)).rejects.toMatchObject({
    code: 'display-off',
  });
  expect(phone.calls).toEqual([['readTouchArea'], ['readKeyboard']]);
});

it.each([
  ['down', [540, 1125], [540, 375]],
  ['left', [270, 750], [810, 750]],
] as const)('scroll: avoids the open keyboard: %s', async (direction, [x1, y1], [x2, y2]) => {
  const phone = recordingPhone({ keyboard: { left: 0, top: 1500, right: 1080, bottom: 2300 } });
  const { texts } = await executeTool(scroll, { direction }, phone);
  expect(texts).toEqual([
    `Scroll ${direction} (medium) executed`,
    `note:the keyboard is open, so the finger stayed in the part it leaves free: [0,0][1080,1500]`,
  ]);
  expect(phone.calls.at(-1)).toMatchObject([
    'performGesture',
    {
      strokes: [
        [
          { x: x1, y: y1 },
          { x: x2, y: y2 },
        ],
      ],
    },
  ]);
});

it.each([
  [{}, "Missing required parameter: 'direction'"],
  [{ direction: 7 }, "Parameter 'direction' must be a string, got: 7"],
  [{ direction: 'sideways', amount: 7 }, "Parameter 'amount' must be a string, got: 7"],
  [
    { direction: 'Sideways', amount: 'huge' },
    "Parameter 'direction' must be one of: up, down, left, right. Got: 'Sideways'",
  ],
  [
    { direction: 'up', amount: 'Huge' },
    "Parameter 'amount' must be one of: small, medium, large. Got: 'Huge'",
  ],
  [{ direction: null }, "Parameter 'direction' must be a string, got: null"],
  [
    { direction: 'up', variance: 5 },
    "Unknown parameter: 'variance'. scroll takes: direction, amount, observe",
  ],
])('scroll: refuses %j', async (args, message) => {
  expect(await refusalOf(scroll, args)).toEqual(argumentRefusal(message));
});
