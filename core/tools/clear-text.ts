import { z } from 'zod';
import { aimAtField } from './aiming/aim.ts';
import { focusField } from './fields/focused-field.ts';
import { failureOf, replyWritten } from './fields/text-reply.ts';
import { atMostOneTarget, fieldParameters, optionalTargetOf } from './parameters/target.ts';
import { defineTool, observe } from './contract/tool.ts';
import { clearContent } from './fields/clear-field.ts';

/** Empties a text field. */
export const clearText = defineTool({
  name: 'clear_text',
  title: 'Clear text',
  description: 'Empties a text field and reads it back.',
  input: z.strictObject({ ...fieldParameters, ...observe }).check(atMostOneTarget),
  effect: 'act',
  aim: (input, sight) => aimAtField(optionalTargetOf(input), sight),
  async run(phone, input, reply, signal) {
    const field = await focusField(phone, optionalTargetOf(input), signal);
    const target = { field, failure: failureOf(field.named, 'clear') };
    const written = await clearContent(phone, target, signal);
    replyWritten('Text cleared successfully', written, { phone, reply, id: field.named });
  },
});
