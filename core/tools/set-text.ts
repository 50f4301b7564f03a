import { z } from 'zod';
import { aimAtField } from './aiming/aim.ts';
import { focusField } from './fields/focused-field.ts';
import { exactlyOneTarget, targetOf, targetParameters } from './parameters/target.ts';
import { failureOf, fieldText, replyWritten } from './fields/text-reply.ts';
import { defineTool, observe } from './contract/tool.ts';
import { replaceContent } from './fields/write-field.ts';

/** A field's whole content. */
export const setText = defineTool({
  name: 'set_text',
  title: 'Set text',
  description:
    'Replaces the whole content of a text field, any Unicode, and reads it back. Fails when the field does not hold the text then; says "sent, not verified" where reading back can\'t tell (passwords, fields that format). Leaves the keyboard open.',
  input: z
    .strictObject({
      ...targetParameters,
      text: fieldText().describe('May be empty; 2000 characters at most.'),
      ...observe,
    })
    .check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimAtField(targetOf(input), sight),
  maybeSecret: 'text',
  async run(phone, { text, ...input }, reply, signal) {
    const field = await focusField(phone, targetOf(input), signal);
    reply.secrets.typedInto(field.reading);
    const { named: id } = field;
    const target = { field, text, failure: failureOf(id, 'set') };
    const written = await replaceContent(phone, target, signal);
    replyWritten(`Text set on element '${id}'`, written, { phone, reply, id });
  },
});
