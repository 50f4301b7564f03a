import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { pinch } from './touch.ts';

const center = { center_x: 540.5, center_y: 1200 };

it('pinch: moves two fingers apart', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { ...center, scale: 2 }, phone)).toEqual({
    texts: ['Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms'],
  });
  expect(phone.calls).toMatchObject([
    ['readTouchArea'],
    [
      'performGesture',
      {
        strokes: [
          [
            { x: 440.5, y: 1200, timeMs: 0 },
            { x: 340.5, y: 1200, timeMs: 300 },
          ],
          [
            { x: 640.5, y: 1200, timeMs: 0 },
            { x: 740.5, y: 1200, timeMs: 300 },
          ],
        ],
      },
    ],
  ]);
});

it('pinch: reports a zoom out and its duration', async () => {
  const answer = await executeTool(
    pinch,
    { ...center, scale: 0.25, duration: 900 },
    recordingPhone(),
  );
  expect(answer).toEqual({
    texts: ['Pinch (zoom out) executed at (540, 1200) with scale 0.25 over 900ms'],
  });
});

it('pinch: keeps the fingers on the screen', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { center_x: 1079, center_y: 5, scale: 50 }, phone)).toEqual({
    texts: [
      'Pinch (zoom in) executed at (1079, 5) with scale 50.0 over 300ms',
      "note:the screen's edge stopped the fingers: they ended 10.79 times as far apart as they began",
    ],
  });
  expect(phone.calls[1]).toMatchObject([
    'performGesture',
    {
      strokes: [
        [{ x: 979 }, { x: 0 }],
        [{ x: 1079 }, { x: 1079 }],
      ],
    },
  ]);
});

it('pinch: does not touch for a scale of 1', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { ...center, scale: 1 }, phone)).toEqual({
    texts: ['Pinch (none (no-op)) executed at (540, 1200) with scale 1.0 over 300ms'],
  });
  expect(phone.calls).toEqual([['readTouchArea']]);
});

it.each([
  [center, "Missing required parameter: 'scale'"],
  [{ ...center, scale: 0 }, "Parameter 'scale' must be > 0, got: 0.0"],
  [{ ...center, scale: -1.5 }, "Parameter 'scale' must be > 0, got: -1.5"],
  [{ ...center, scale: '2x' }, "Parameter 'scale' must be a number, got string: '2x'"],
  [{ center_x: -1, center_y: -1, scale: 0 }, "Parameter 'center_x' must be >= 0, got: -1.0"],
  [{ center_x: 1, center_y: -1, scale: 0 }, "Parameter 'center_y' must be >= 0, got: -1.0"],
  [{ ...center, scale: 0, duration: 1.5 }, "Parameter 'duration' must be an integer, got: '1.5'"],
  [
    { ...center, scale: 2, duration: 60_001 },
    "Parameter 'duration' must be between 1 and 60000, got: 60001",
  ],
])('pinch: refuses %j', async (args, message) => {
  expect(await refusalOf(pinch, args)).toEqual(argumentRefusal(message));
});

it('pinch: refuses a centre beyond the screen', async () => {
  expect(await refusalOf(pinch, { center_x: 5, center_y: 2400, scale: 2 })).toMatchObject({
    message: "Parameter 'center_y' must be < 2400 (the screen is 1080x2400), got: 2400.0",
    calls: [['readTouchArea']],
  });
});
