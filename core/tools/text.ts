import { z } from 'zod';
import type { Phone } from '../phone.ts';
import { aimAtField } from './shared/aim.ts';
import { focusField } from './shared/focus-field.ts';
import {
  wellFormedText,
  exactlyOneTarget,
  targetOf,
  targetParameters,
  atMostOneTarget,
  fieldParameters,
  optionalTargetOf,
} from './shared/parameters.ts';
import { type Reply, defineTool, observe } from './shared/tool.ts';
import {
  type Written,
  maxTextLength,
  replaceContent,
  insertText,
  clearContent,
} from './shared/write-field.ts';

/** Text for a field, up to the limit of one call. */
function fieldText() {
  return wellFormedText('text').refine((text) => text.length <= maxTextLength, {
    error: ({ input }) =>
      `text exceeds maximum length of ${maxTextLength} characters (got ${String(input).length})`,
  });
}

/** How the error message begins when a field does not hold the requested text. */
function failureOf(id: string | undefined, verb: 'set' | 'clear'): string {
  if (id !== undefined) return `Action failed on element '${id}'`;
  return `Failed to ${verb} text on focused element`;
}

/** Replies with what was done, what could not be verified, and the field's new id if it changed. */
function replyWritten(
  done: string,
  { unverified, field, remarks }: Written,
  {
    phone,
    reply,
    id,
  }: { readonly phone: Phone; readonly reply: Reply; readonly id?: string | undefined },
): void {
  reply.text(unverified === null ? done : `${done}: sent, not verified (${unverified})`);
  const now = field?.seen;
  if (now !== undefined && id !== undefined && now.element.id !== id) {
    phone.shown.remember(now, [now.element]);
    reply.text(`note:the field has moved; its id is now ${now.element.id}`);
  }
  for (const remark of remarks) reply.text(remark);
}

/** Replaces a field's whole content. */
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

/** Types at the cursor. */
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
