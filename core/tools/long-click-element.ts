import { z } from 'zod';
import { longPress } from '../gestures/taps.ts';
import { aimToPress } from './aiming/aim.ts';
import { type Pressing, pressElement } from './touching/press-element.ts';
import { exactlyOneTarget, targetOf, targetParameters } from './parameters/target.ts';
import { defineTool, observe } from './contract/tool.ts';

/** Twice the half second after which Android calls a touch long, so that a slow phone agrees. */
const holdMs = 1000;

const press: Pressing = {
  trait: 'longClickable',
  traitName: 'long-clickable',
  gesture: (at) => longPress(at, holdMs),
};

/** A long press on an element. */
export const longClickElement = defineTool({
  name: 'long_click_element',
  title: 'Long-click element',
  description:
    'Holds a finger on an element for a second: context menus, selection. One that is not long-clickable itself is pressed for its nearest long-clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimToPress(targetOf(input), press, sight),
  async run(phone, input, reply, signal) {
    const { id, remarks } = await pressElement(phone, { on: targetOf(input), ...press }, signal);
    reply.text([`Long-click performed on element '${id}'`, ...remarks].join('\n'));
  },
});
