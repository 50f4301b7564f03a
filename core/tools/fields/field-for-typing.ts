import type { Phone } from '../../phone.ts';
import { type FocusedField, focusField } from './focused-field.ts';
import type { Target } from '../parameters/target.ts';
import type { Reply } from '../contract/tool.ts';

/** A text and where it goes; without a target to the field in focus. */
interface Typing {
  readonly text: string;
  readonly into: Target | undefined;
  readonly reply: Reply;
}

/**
 * The field that the text goes to, with the focus; rejects as `focusField` does. The text is a
 * secret where the field is one for passwords, and where nobody can tell which field was meant.
 */
export async function fieldForTyping(
  phone: Phone,
  { text, into, reply }: Typing,
  signal: AbortSignal,
): Promise<FocusedField> {
  try {
    const field = await focusField(phone, into, signal);
    if (field.reading.password) reply.secret(text);
    return field;
  } catch (thrown) {
    reply.secret(text);
    throw thrown;
  }
}
