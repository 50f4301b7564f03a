import { z } from 'zod';
import type { Point } from '../geometry.ts';
import { swipe as swipeGesture } from '../gestures/swipe.ts';
import { asInteger, coordinate, duration } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { playGesture } from './touching/play-gesture.ts';
import { pointOf, reachTouchArea } from './touching/touch-area.ts';

/** One finger along a straight line. */
export const swipe = defineTool({
  name: 'swipe',
  title: 'Swipe',
  description:
    'Moves a finger in a straight line from (x1, y1) to (x2, y2), in device pixels: sliders, dismissing, paging, drawing. The content follows the finger. To see more of a page use `scroll`; to reach one element, scroll_to_element.',
  input: z.strictObject({
    x1: coordinate('x1'),
    y1: coordinate('y1'),
    x2: coordinate('x2'),
    y2: coordinate('y2'),
    duration: duration().default(300).describe('Milliseconds; short ones fling.'),
    ...observe,
  }),
  effect: 'act',
  aim: ({ x1, y1, x2, y2, duration: durationMs }) => ({
    gesture: swipeGesture({ x: x1, y: y1 }, { x: x2, y: y2 }, durationMs),
  }),
  async run(phone, { x1, y1, x2, y2, duration: durationMs }, reply, signal) {
    const from = { x: x1, y: y1 };
    const to = { x: x2, y: y2 };
    await reachTouchArea(phone, [pointOf('x1', 'y1', from), pointOf('x2', 'y2', to)], signal);
    await playGesture(phone, { gesture: swipeGesture(from, to, durationMs), reply }, signal);
    reply.text(`Swipe executed from ${show(from)} to ${show(to)} over ${durationMs}ms`);
  },
});

function show({ x, y }: Point): string {
  return `(${asInteger(x)}, ${asInteger(y)})`;
}
