import { expect, it } from 'vitest';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';
import { doubleTap } from './touch.ts';

it('double_tap: touches the point twice for 50 ms, 100 ms apart', async () => {
  const phone = recordingPhone();
  const answer = await executeTool(doubleTap, { x: 3.2, y: 4 }, phone);
  expect(answer).toEqual({ texts: ['Double tap executed at (3, 4)'] });
  const [area, gesture] = phone.calls;
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
      'Tapped twice at (1, 2), 450 ms apart: the computer or the USB connection was too slow for a double tap, and the phone may have taken it as two single taps. Look at the screen before you go on.',
    ],
  });
});
