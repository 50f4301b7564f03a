import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { scroll } from './touch.ts';

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
    code: 'action-failed',
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
    `Scroll ${direction} (medium) executed\nnote:the keyboard is open, so the finger stayed in the part it leaves free: [0,0][1080,1500]`,
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
