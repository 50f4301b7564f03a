import { z } from 'zod';
import { tap } from '../gestures/taps.ts';
import { pressElement } from './press-element.ts';
import { exactlyOneTarget, targetOf, targetParameters } from './target.ts';
import { defineTool, observe } from './tool.ts';

/** A tap on an element. */
export const clickElement = defineTool({
  name: 'click_element',
  title: 'Click element',
  description:
    'Taps an element. One that is not clickable itself is tapped for its nearest clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  async run(phone, input, reply, signal) {
    const on = targetOf(input);
    const press = { on, trait: 'clickable', traitName: 'clickable', gesture: tap } as const;
    const { id, remarks } = await pressElement(phone, press, signal);
    reply.text([`Click performed on element '${id}'`, ...remarks].join('\n'));
  },
});
