import { z } from 'zod';
import { tap as tapGesture } from '../gestures/taps.ts';
import { asInteger, coordinate } from './parameters.ts';
import { defineTool, observe } from './tool.ts';
import { pointOf, reachTouchArea } from './touch-area.ts';

/** One short touch. */
export const tap = defineTool({
  name: 'tap',
  title: 'Tap',
  description:
    'Taps a point of the screen, in device pixels. For what get_screen_state lists, click_element is safer; use this for what only the picture shows (maps, games, drawings).',
  input: z.strictObject({ x: coordinate('x'), y: coordinate('y'), ...observe }),
  effect: 'act',
  async run(phone, { x, y }, reply, signal) {
    const at = { x, y };
    await reachTouchArea(phone, [pointOf('x', 'y', at)], signal);
    await phone.performGesture(tapGesture(at), signal);
    reply.text(`Tap executed at (${asInteger(x)}, ${asInteger(y)})`);
  },
});
