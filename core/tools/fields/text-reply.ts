import type { Phone } from '../../phone.ts';
import type { Reply } from '../contract/tool.ts';
import { wellFormedText } from '../parameters/common.ts';
import type { Written } from './judge-field.ts';
import { maxTextLength } from './write-field.ts';

/** Text for a field, as long as one call takes. */
export function fieldText() {
  return wellFormedText('text').refine((text) => text.length <= maxTextLength, {
    error: ({ input }) =>
      `text exceeds maximum length of ${maxTextLength} characters (got ${String(input).length})`,
  });
}

/** What messages begin with when a field does not hold what was asked. */
export function failureOf(id: string | undefined, verb: 'set' | 'clear'): string {
  if (id !== undefined) return `Action failed on element '${id}'`;
  return `Failed to ${verb} text on focused element`;
}

/** Says what was done, what could not be verified, and the field's new id where it was renamed. */
export function replyWritten(
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
