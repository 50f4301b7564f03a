import { z } from 'zod';
import { scroll as scrollGesture } from '../gestures/scroll.ts';
import { choice } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';
import { reachTouchArea } from './touching/touch-area.ts';

/** One swipe through the middle of the screen. */
export const scroll = defineTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scrolls what is in the middle of the screen. The direction is where you want to read on: down shows what lies further down. To bring one listed element on the screen use scroll_to_element.',
  input: z.strictObject({
    direction: choice('direction', ['up', 'down', 'left', 'right']),
    amount: choice('amount', ['small', 'medium', 'large'])
      .prefault('medium')
      .describe('A quarter, half or three quarters of the screen.'),
    ...observe,
  }),
  effect: 'act',
  aim: ({ direction, amount }, { size }) => ({ gesture: scrollGesture(direction, amount, size) }),
  async run(phone, { direction, amount }, reply, signal) {
    const size = await reachTouchArea(phone, [], signal);
    await phone.performGesture(scrollGesture(direction, amount, size), signal);
    reply.text(`Scroll ${direction} (${amount}) executed`);
  },
});
