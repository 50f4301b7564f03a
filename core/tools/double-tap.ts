import { z } from 'zod';
import { doubleTap as doubleTapGesture } from '../gestures/taps.ts';
import { asInteger, coordinate } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { tellTap } from './touching/tell-tap.ts';
import { pointOf, reachTouchArea } from './touching/touch-area.ts';

/** Two short touches of one place. */
export const doubleTap = defineTool({
  name: 'double_tap',
  title: 'Double tap',
  description:
    'Taps a point of the screen twice in quick succession, in device pixels: zooms maps and pictures, selects a word.',
  input: z.strictObject({ x: coordinate('x'), y: coordinate('y'), ...observe }),
  effect: 'act',
  aim: ({ x, y }) => ({ gesture: doubleTapGesture({ x, y }) }),
  async run(phone, { x, y }, reply, signal) {
    const at = { x, y };
    await reachTouchArea(phone, [pointOf('x', 'y', at)], signal);
    const played = await phone.performGesture(doubleTapGesture(at), signal);
    const place = `at (${asInteger(x)}, ${asInteger(y)})`;
    reply.text(
      tellTap({ done: `Double tap executed ${place}`, place, meant: 'double tap' }, played),
    );
  },
});
