import { z } from 'zod';
import { aimAtField } from './aiming/aim.ts';
import { focusField } from './fields/focused-field.ts';
import { failureOf, fieldText, replyWritten } from './fields/text-reply.ts';
import { atMostOneTarget, fieldParameters, optionalTargetOf } from './parameters/target.ts';
import { defineTool, observe } from './contract/tool.ts';
import { insertText } from './fields/write-field.ts';

/** Typing at the cursor. */
export const inputText = defineTool({
  name: 'input_text',
  title: 'Input text',
  description:
    'Types text at the cursor, any Unicode, and reads it back as set_text does; what is there stays. A named field without the focus is tapped first and gets the text at its end.',
  input: z
    .strictObject({
      text: fieldText()
        .min(1, { error: "Parameter 'text' must be non-empty" })
        .describe('2000 characters at most.'),
      ...fieldParameters,
      ...observe,
    })
    .check(atMostOneTarget),
  effect: 'act',
  aim: (input, sight) => aimAtField(optionalTargetOf(input), sight),
  maybeSecret: 'text',
  async run(phone, { text, ...input }, reply, signal) {
    const field = await focusField(phone, optionalTargetOf(input), signal);
    reply.secrets.typedInto(field.reading);
    if (field.tapped) await phone.moveCursorToEnd(signal);
    const target = { field, text, failure: failureOf(field.named, 'set') };
    const written = await insertText(phone, target, signal);
    const done = `Text input completed (${text.length} characters)`;
    replyWritten(done, written, { phone, reply, id: field.named });
  },
});
