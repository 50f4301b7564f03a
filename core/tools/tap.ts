import { z } from 'zod';
import { tap as tapGesture } from '../gestures/taps.ts';
import { asInteger, coordinate } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { tellTap } from './touching/tell-tap.ts';
import { pointOf, reachTouchArea } from './touching/touch-area.ts';

/** One short touch. */
export const tap = defineTool({
  name: 'tap',
  title: 'Tap',
  description:
    'Taps a point of the screen, in device pixels. For what get_screen_state lists, click_element is safer; use this for what only the picture shows (maps, games, drawings).',
  input: z.strictObject({ x: coordinate('x'), y: coordinate('y'), ...observe }),
  effect: 'act',
  aim: ({ x, y }) => ({ gesture: tapGesture({ x, y }) }),
  async run(phone, { x, y }, reply, signal) {
    const at = { x, y };
    await reachTouchArea(phone, [pointOf('x', 'y', at)], signal);
    const played = await phone.performGesture(tapGesture(at), signal);
    const place = `at (${asInteger(x)}, ${asInteger(y)})`;
    reply.text(tellTap({ done: `Tap executed ${place}`, place, meant: 'tap' }, played));
  },
});
