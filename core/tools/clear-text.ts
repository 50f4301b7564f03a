import { z } from 'zod';
import { focusField } from './focused-field.ts';
import { failureOf, replyWritten } from './text-reply.ts';
import { atMostOneTarget, fieldParameters, optionalTargetOf } from './target.ts';
import { defineTool, observe } from './tool.ts';
import { clearContent } from './clear-field.ts';

/** Emptying a field. */
export const clearText = defineTool({
  name: 'clear_text',
  title: 'Clear text',
  description: 'Empties a text field and reads it back.',
  input: z.strictObject({ ...fieldParameters, ...observe }).check(atMostOneTarget),
  effect: 'act',
  async run(phone, input, reply, signal) {
    const field = await focusField(phone, optionalTargetOf(input), signal);
    const target = { field, failure: failureOf(field.named, 'clear') };
    const written = await clearContent(phone, target, signal);
    replyWritten('Text cleared successfully', written, { phone, reply, id: field.named });
  },
});
