import { z } from 'zod';
import { longPress as longPressGesture } from '../gestures/taps.ts';
import { asInteger, coordinate, duration } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { playGesture } from './touching/play-gesture.ts';
import { pointOf, reachTouchArea } from './touching/touch-area.ts';

/** One touch that stays. */
export const longPress = defineTool({
  name: 'long_press',
  title: 'Long press',
  description:
    'Holds a finger on a point of the screen, in device pixels: context menus, selecting text, moving icons. For what get_screen_state lists, long_click_element is safer.',
  input: z.strictObject({
    x: coordinate('x'),
    y: coordinate('y'),
    duration: duration().default(1000).describe('Milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  aim: ({ x, y, duration: durationMs }) => ({ gesture: longPressGesture({ x, y }, durationMs) }),
  async run(phone, { x, y, duration: durationMs }, reply, signal) {
    const at = { x, y };
    await reachTouchArea(phone, [pointOf('x', 'y', at)], signal);
    await playGesture(phone, { gesture: longPressGesture(at, durationMs), reply }, signal);
    reply.text(`Long press executed at (${asInteger(x)}, ${asInteger(y)}) for ${durationMs}ms`);
  },
});
