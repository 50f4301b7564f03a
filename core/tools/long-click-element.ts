import { z } from 'zod';
import { longPress } from '../gestures/taps.ts';
import { pressElement } from './press-element.ts';
import { exactlyOneTarget, targetOf, targetParameters } from './target.ts';
import { defineTool, observe } from './tool.ts';

/** Twice the half second after which Android calls a touch long, so that a slow phone agrees. */
const holdMs = 1000;

/** A long press on an element. */
export const longClickElement = defineTool({
  name: 'long_click_element',
  title: 'Long-click element',
  description:
    'Holds a finger on an element for a second: context menus, selection. One that is not long-clickable itself is pressed for its nearest long-clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  async run(phone, input, reply, signal) {
    const press = {
      on: targetOf(input),
      trait: 'longClickable',
      traitName: 'long-clickable',
      gesture: (at: Parameters<typeof longPress>[0]) => longPress(at, holdMs),
    } as const;
    const { id, remarks } = await pressElement(phone, press, signal);
    reply.text([`Long-click performed on element '${id}'`, ...remarks].join('\n'));
  },
});
