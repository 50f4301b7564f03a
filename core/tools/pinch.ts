import { z } from 'zod';
import { pinch as pinchGesture, reachedScale } from '../gestures/pinch.ts';
import { asFloat, asInteger, coordinate, duration } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { playGesture } from './touching/play-gesture.ts';
import { pointOf, reachTouchArea } from './touching/touch-area.ts';

/** Part of the scale that may be missing before the reply says so. */
const unnoticed = 0.05;

/** Two fingers that part or meet. */
export const pinch = defineTool({
  name: 'pinch',
  title: 'Pinch',
  description:
    'Zooms maps, pictures and pages with two fingers around a point, in device pixels. The fingers stay on the screen, so near an edge or with a large scale they zoom less than asked: look, and pinch again.',
  input: z.strictObject({
    center_x: coordinate('center_x'),
    center_y: coordinate('center_y'),
    scale: z
      .number()
      .gt(0, {
        error: ({ input }) => `Parameter 'scale' must be > 0, got: ${asFloat(Number(input))}`,
      })
      .describe('Over 1 zooms in, below 1 zooms out.'),
    duration: duration().default(300).describe('Milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  aim: ({ center_x: x, center_y: y, scale, duration: durationMs }, { size }) =>
    scale === 1 ? null : { gesture: pinchGesture({ center: { x, y }, scale, durationMs }, size) },
  async run(phone, { center_x: x, center_y: y, scale, duration: durationMs }, reply, signal) {
    const center = { x, y };
    const size = await reachTouchArea(phone, [pointOf('center_x', 'center_y', center)], signal);
    const gesture = pinchGesture({ center, scale, durationMs }, size);
    // Fingers that come, stay and go would be a tap with two of them, which means something else.
    if (scale !== 1) await playGesture(phone, { gesture, reply }, signal);
    const at = `(${asInteger(x)}, ${asInteger(y)})`;
    reply.text(
      `Pinch (${label(scale)}) executed at ${at} with scale ${asFloat(scale)} over ${durationMs}ms`,
    );
    const reached = reachedScale(gesture);
    if (Math.abs(reached / scale - 1) > unnoticed) {
      reply.text(
        `note:the screen's edge stopped the fingers: they ended ${reached.toFixed(2)} times as far apart as they began`,
      );
    }
  },
});

function label(scale: number): string {
  if (scale === 1) return 'none (no-op)';
  return scale > 1 ? 'zoom in' : 'zoom out';
}
