import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { customGesture } from './touch.ts';

it('custom_gesture: plays one stroke per path, with every point at its time', async () => {
  const phone = recordingPhone();
  const paths = [
    [
      { x: 0, y: 0.5, time: 100 },
      { x: 10, y: 20, time: 130 },
      { x: 1079.5, y: 2399, time: 500 },
    ],
    [
      { x: 5, y: 5, time: 200 },
      { x: 6, y: 6, time: 201 },
    ],
  ];
  expect(await executeTool(customGesture, { paths }, phone)).toEqual({
    texts: ['Custom gesture executed with 2 path(s), total 5 point(s)'],
  });
  const strokes = paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time })));
  expect(phone.calls).toEqual([['readTouchArea'], ['performGesture', { strokes }]]);
});

const firstPoint = { x: 1, y: 1, time: 0 };

it.each([
  [{ x: 1080, y: 2400, time: 5 }, 'Point at path[1][2].x must be < 1080', '1080.0'],
  [{ x: 1079, y: 2400.25, time: 5 }, 'Point at path[1][2].y must be < 2400', '2400.25'],
])('custom_gesture: refuses %j, which is beyond the screen', async (point, messageStart, value) => {
  const paths = [
    [firstPoint, { x: 2, y: 2, time: 9 }],
    [firstPoint, { x: 2, y: 2, time: 3 }, point],
  ];
  expect(await refusalOf(customGesture, { paths })).toEqual({
    code: 'invalid-argument',
    message: `${messageStart} (the screen is 1080x2400), got: ${value}`,
    calls: [['readTouchArea']],
  });
});

it('custom_gesture: does not touch while the display is off', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 9, height: 9 }, awake: false } });
  const paths = [[firstPoint, { x: 2, y: 2, time: 9 }]];
  await expect(executeTool(customGesture, { paths }, phone)).rejects.toMatchObject({
    code: 'action-failed',
  });
  expect(phone.calls).toEqual([['readTouchArea']]);
});

it.each([
  [{}, "Missing required parameter: 'paths'"],
  [
    { paths: [[firstPoint]], speed: 1 },
    "Unknown parameter: 'speed'. custom_gesture takes: paths, observe",
  ],
  [{ paths: [], observe: 1 }, "Parameter 'observe' must be a string, got: 1"],
])('custom_gesture: refuses %j', async (args, message) => {
  expect(await refusalOf(customGesture, args)).toEqual(argumentRefusal(message));
});
