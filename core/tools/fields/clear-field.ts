import { quote } from '../../format/quote.ts';
import type { Phone } from '../../phone.ts';
import type { Request } from '../../text/request.ts';
import { type Field, type FocusedField, readField } from './focused-field.ts';
import { type Written, judgeNow, settle, unitsOf } from './judge-field.ts';

/** Empties the field. Rejects with `action-failed`, saying what is left. */
export async function clearContent(
  phone: Phone,
  { field, failure }: { readonly field: FocusedField; readonly failure: string },
  signal: AbortSignal,
): Promise<Written> {
  const before = field.reading;
  if (before.shown === '' && !before.password) return { unverified: null, field, remarks: [] };
  const request: Request = { how: 'replace', text: '', before };
  let now: Field = field;
  for (let attempt = 0; attempt < 2; attempt++) {
    await phone.clearField(unitsOf(now), signal);
    const judged = await judgeNow(phone, { field: now, request }, signal);
    if (judged.verdict.kind !== 'different' || judged.field === undefined) {
      return settle(request, judged, failure);
    }
    const hint = await provenHint(phone, { before: field, after: judged.field }, signal);
    if (hint.written !== undefined) return hint.written;
    now = hint.field;
  }
  return settle(request, { verdict: { kind: 'different' }, field: now, remarks: [] }, failure);
}

/**
 * Whether what an emptied field shows is its hint, which older phones don't tell apart: one more
 * DEL changes a content, and no hint.
 */
async function provenHint(
  phone: Phone,
  { before, after }: { readonly before: Field; readonly after: Field },
  signal: AbortSignal,
): Promise<{ readonly written?: Written; readonly field: Field }> {
  const { shown, hint, password } = after.reading;
  if (hint !== '' || password) return { field: after };
  await phone.moveCursorToEnd(signal);
  await phone.pressKey('DEL', signal);
  const field = await readField(phone, after, signal);
  if (field?.reading.shown !== shown) return { field: field ?? after };
  const changed = shown !== before.reading.shown;
  const unverified = `it shows ${quote(shown)} as before: its hint, or a text that keys don't change`;
  return { field, written: { unverified: changed ? null : unverified, field, remarks: [] } };
}
