import { z } from 'zod';
import { largestBeside, rectOfSize, sameSize } from '../geometry.ts';
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
      .describe(
        'A quarter, half or three quarters of the screen, or of what an open keyboard leaves of it.',
      ),
    ...observe,
  }),
  effect: 'act',
  aim: ({ direction, amount }, { size }) => ({
    gesture: scrollGesture(direction, amount, rectOfSize(size)),
  }),
  async run(phone, { direction, amount }, reply, signal) {
    const [size, keyboard] = await Promise.all([
      reachTouchArea(phone, [], signal),
      phone.readKeyboard(signal),
    ]);
    const screen = rectOfSize(size);
    const free = keyboard === null ? screen : largestBeside(screen, keyboard);
    await phone.performGesture(scrollGesture(direction, amount, free), signal);
    const { left, top, right, bottom } = free;
    const isPart = !sameSize(size, { width: right - left, height: bottom - top });
    const note = `note:the keyboard is open, so the finger stayed in the part it leaves free: [${left},${top}][${right},${bottom}]`;
    reply.text([`Scroll ${direction} (${amount}) executed`, ...(isPart ? [note] : [])].join('\n'));
  },
});
