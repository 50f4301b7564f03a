import { z } from 'zod';
import type { Phone } from '../phone/phone.ts';
import { isRef } from '../screen/snapshots.ts';
import { previewField } from './shared/touch-preview.ts';
import { findElement, idForReply, nameForReply } from './shared/find-element.ts';
import { type FocusedField, focusField } from './shared/focus-field.ts';
import {
  wellFormedText,
  exactlyOneTarget,
  targetOf,
  targetParameters,
  atMostOneTarget,
  fieldParameters,
  optionalTargetOf,
} from './shared/parameters.ts';
import { readScreen } from './shared/read-screen.ts';
import { isSettableSlider, setSlider } from './shared/set-slider.ts';
import { type ToolReply, defineTool, observe } from './shared/tool.ts';
import {
  type WriteResult,
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
function errorPrefixFor({ targetName }: FocusedField, verb: 'set' | 'clear'): string {
  if (targetName !== undefined) return `Action failed on ${targetName}`;
  return `Failed to ${verb} text on focused element`;
}

/** Replies with what was done, what could not be verified, and the field's new id if it changed. */
function replyWithResult(
  done: string,
  { unverified, field, notes }: WriteResult,
  {
    phone,
    reply,
    focused: { targetId: id, notes: focusNotes },
  }: { readonly phone: Phone; readonly reply: ToolReply; readonly focused: FocusedField },
): void {
  reply.text(unverified === null ? done : `${done}: sent, not verified (${unverified})`);
  const fieldNow = field?.seen;
  if (fieldNow !== undefined && id !== undefined && !isRef(id) && fieldNow.element.id !== id) {
    phone.shown.remember(fieldNow, [fieldNow.element]);
    reply.note(`the field has moved; its id is now ${fieldNow.element.id}`);
  }
  reply.note(...focusNotes, ...notes);
}

/** Replaces a field's whole content. */
export const setText = defineTool({
  name: 'set_text',
  title: 'Set text',
  words: {
    wantsTo: ['type *{text}*[ into {element}]', 'type into *{element}*', 'type'],
    short: ['{text}[ in {selector}][ in {element_id}]'],
    synonyms: 'fill write enter type',
    isSuggested: true,
  },
  description:
    'Replaces the whole content of a text field with text in any language and reads it back. Fails if the field then holds different text; says "sent, not verified" if that can\'t tell (passwords, fields that reformat text). Leaves the keyboard open. On a slider, text is a percentage such as 30%.',
  input: z
    .strictObject({
      ...targetParameters,
      text: fieldText().describe('May be empty; 2000 characters at most.'),
      ...observe,
    })
    .check(exactlyOneTarget),
  effect: 'act',
  hints: { idempotent: true },
  previewTouch: (input, lastScreen) => previewField(targetOf(input), lastScreen),
  secretArgument: 'text',
  async execute(phone, { text, ...input }, reply, signal) {
    const target = targetOf(input);
    const screen = await readScreen(phone, signal);
    const element = findElement(phone, screen, target);
    if (isSettableSlider(element)) {
      reply.secrets.setTargetField(element);
      const id = idForReply(phone, screen, target, element);
      const result = await setSlider(phone, { slider: element, id, screen, text }, signal);
      const name = nameForReply(phone, screen, target, element);
      reply.text(`Slider set on ${name}: ${result}`);
      return;
    }
    const field = await focusField(phone, target, signal, screen);
    reply.secrets.setTargetField(field.reading);
    const edit = { field, text, errorPrefix: errorPrefixFor(field, 'set') };
    const result = await replaceContent(phone, edit, signal);
    replyWithResult(`Text set on ${field.targetName}`, result, { phone, reply, focused: field });
  },
});

/** Types at the cursor. */
export const inputText = defineTool({
  name: 'input_text',
  title: 'Type text',
  words: {
    wantsTo: ['type *{text}*[ into {element}]', 'type into *{element}*', 'type'],
    short: ['{text}[ in {selector}][ in {element_id}]'],
    synonyms: 'type write keyboard paste send',
  },
  description:
    'Types text in any language at the cursor and reads it back as set_text does; existing text stays. If you name a field that is not focused, it is tapped first and the text is added at its end.',
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
  actsOnFocus: true,
  previewTouch: (input, lastScreen) => previewField(optionalTargetOf(input), lastScreen),
  secretArgument: 'text',
  async execute(phone, { text, ...input }, reply, signal) {
    const field = await focusField(phone, optionalTargetOf(input), signal);
    reply.secrets.setTargetField(field.reading);
    if (field.wasTapped) await phone.moveCursorToEnd(signal);
    const target = { field, text, errorPrefix: errorPrefixFor(field, 'set') };
    const result = await insertText(phone, target, signal);
    const done = `Text input completed (${text.length} characters)`;
    replyWithResult(done, result, { phone, reply, focused: field });
  },
});

/** Empties a text field. */
export const clearText = defineTool({
  name: 'clear_text',
  title: 'Clear text',
  words: { wantsTo: ['clear *{element}*', 'clear a field'] },
  description: 'Empties a text field and reads it back.',
  input: z.strictObject({ ...fieldParameters, ...observe }).check(atMostOneTarget),
  effect: 'act',
  hints: { openWorld: false, idempotent: true },
  actsOnFocus: true,
  previewTouch: (input, lastScreen) => previewField(optionalTargetOf(input), lastScreen),
  async execute(phone, input, reply, signal) {
    const field = await focusField(phone, optionalTargetOf(input), signal);
    const target = { field, errorPrefix: errorPrefixFor(field, 'clear') };
    const result = await clearContent(phone, target, signal);
    replyWithResult('Text cleared successfully', result, { phone, reply, focused: field });
  },
});
