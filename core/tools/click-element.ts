import { z } from 'zod';
import { tap } from '../gestures/taps.ts';
import { aimToPress } from './aiming/aim.ts';
import { type Pressing, pressElement } from './touching/press-element.ts';
import { tellTap } from './touching/tell-tap.ts';
import { exactlyOneTarget, targetOf, targetParameters } from './parameters/target.ts';
import { defineTool, observe } from './contract/tool.ts';

const press: Pressing = { trait: 'clickable', traitName: 'clickable', gesture: tap };

/** A tap on an element. */
export const clickElement = defineTool({
  name: 'click_element',
  title: 'Click element',
  description:
    'Taps an element. One that is not clickable itself is tapped for its nearest clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimToPress(targetOf(input), press, sight),
  async run(phone, input, reply, signal) {
    const on = targetOf(input);
    const { id, remarks, played } = await pressElement(phone, { on, ...press }, signal);
    const place = `on element '${id}'`;
    const told = tellTap({ done: `Click performed ${place}`, place, meant: 'click' }, played);
    reply.text([told, ...remarks].join('\n'));
  },
});
