import { HandsetError, toHandsetError } from '../../errors.ts';
import { quote } from '../../format/quote.ts';
import type { Phone, SentText } from '../../phone/phone.ts';
import { verifyField, type EditRequest, type Verification } from './verify-field.ts';
import { type Field, type FocusedField, readField } from './focus-field.ts';
import { pauseOrCancel } from './poll-until.ts';

/** Longest text of one call, UTF-16 units: the reference's limit, some seconds of typing. */
export const maxTextLength = 2000;

/** Typed text may arrive late, so a field that still changes is read again. */
const betweenReadingsMs = 300;
const maxReadings = 6;
/** Deadline for restoring the clipboard, since the call's own signal may be aborted already. */
const restoreMs = 5000;

/** A text for a field, and how the error message begins if the field does not hold it. */
interface FieldEdit {
  readonly field: FocusedField;
  readonly text: string;
  readonly errorPrefix: string;
}

/** Replaces the field's content by the text. Rejects with `action-failed`, saying what the field holds. */
export async function replaceContent(
  phone: Phone,
  { field, text, errorPrefix }: FieldEdit,
  signal: AbortSignal,
): Promise<WriteResult> {
  if (text === '') return await clearContent(phone, { field, errorPrefix }, signal);
  const { shown, hint, password } = field.reading;
  const wasCleared = shown !== '' || password;
  if (wasCleared) await phone.clearField(unitsToDelete(field), signal);
  // The same text before and after proves nothing, unless the field was seen empty in between.
  const empty = shown === text && hint === '' ? await readField(phone, field, signal) : undefined;
  const shownEmpty = empty?.reading.shown === '' ? '' : undefined;
  const request: EditRequest = { how: 'replace', text, before: field.reading, shownEmpty };
  try {
    return await writeAndVerify(phone, { field, request, errorPrefix }, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    if (!wasCleared || error.code !== 'unsupported') throw error;
    throw await restoreOldContent(phone, { field, error }, signal);
  }
}

/** Restores the content that was cleared for a text that can't be typed; returns the error, which says whether that worked. */
async function restoreOldContent(
  phone: Phone,
  { field, error }: { readonly field: Field; readonly error: HandsetError },
  signal: AbortSignal,
): Promise<HandsetError> {
  const { shown, password } = field.reading;
  const now = await readField(phone, field, signal);
  // The cleared field still shows the same text: that was its hint, so nothing was removed.
  if (now?.reading.shown === shown) return error;
  const restoreRequest = {
    how: 'replace',
    text: shown,
    before: field.reading,
    shownEmpty: '',
  } as const;
  const isRestored =
    !password &&
    (await tryWrite(phone, { field, request: restoreRequest, errorPrefix: '' }, signal));
  const outcome = isRestored
    ? "The field's old content was restored."
    : "The field's old content was removed and could not be restored.";
  return new HandsetError(error.code, `${error.message} ${outcome}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  });
}

/** Types the text at the cursor. Rejects with `action-failed`, saying what the field holds. */
export async function insertText(
  phone: Phone,
  { field, text, errorPrefix }: FieldEdit,
  signal: AbortSignal,
): Promise<WriteResult> {
  const request: EditRequest = { how: 'insert', text, before: field.reading };
  return await writeAndVerify(phone, { field, request, errorPrefix }, signal);
}

async function tryWrite(phone: Phone, job: WriteJob, signal: AbortSignal): Promise<boolean> {
  try {
    return (await writeAndVerify(phone, job, signal)).unverified === null;
  } catch (thrown) {
    const { code } = toHandsetError(thrown);
    if (code !== 'unsupported' && code !== 'action-failed') throw thrown;
    return false;
  }
}

/**
 * Sends the text and reads it back. If characters were dropped, clears the field and sends it once
 * more, by pasting if possible.
 */
async function writeAndVerify(
  phone: Phone,
  job: WriteJob,
  signal: AbortSignal,
): Promise<WriteResult> {
  const { request, errorPrefix } = job;
  const first = await sendAndVerify(phone, job, signal);
  const intended = textToRepeat(request, first);
  const { field } = first;
  if (intended === undefined || field === undefined)
    return resultOrThrow(request, first, errorPrefix);
  await phone.clearField(unitsToDelete(field), signal);
  const again: EditRequest = { ...request, how: 'replace', text: intended };
  const second = await sendAndVerify(
    phone,
    { field, request: again, errorPrefix, how: 'paste' },
    signal,
  );
  return resultOrThrow(again, { ...second, notes: [...first.notes, ...second.notes] }, errorPrefix);
}

/** The whole content to write again. Undefined for a text with line breaks, because Enter may have submitted the form. */
function textToRepeat({ text }: EditRequest, verified: VerifiedField): string | undefined {
  if (verified.verification.kind !== 'dropped' || /[\r\n]/.test(text)) return undefined;
  return verified.verification.intended;
}

async function sendAndVerify(
  phone: Phone,
  job: WriteJob,
  signal: AbortSignal,
): Promise<VerifiedField> {
  const sent = await phone.typeText(job.request.text, signal, job.how);
  let verified: VerifiedField;
  try {
    verified = await readBack(phone, job, signal);
  } catch (error) {
    await restoreClipboard(sent);
    throw error;
  }
  return { ...verified, notes: await restoreClipboard(sent) };
}

/** Restores the user's clipboard, whatever happened before. */
async function restoreClipboard(sent: SentText): Promise<string[]> {
  try {
    await sent.restoreClipboard(AbortSignal.timeout(restoreMs));
    return [];
  } catch (thrown) {
    const { message } = toHandsetError(thrown);
    return [`the clipboard's old content couldn't be restored: ${message}`];
  }
}

/** Verifies what the field shows, again and again while that is wrong and still changes. */
async function readBack(phone: Phone, job: WriteJob, signal: AbortSignal): Promise<VerifiedField> {
  let latest = await verifyNow(phone, job, signal);
  for (let readings = 1; readings < maxReadings && !isSettled(latest); readings++) {
    await pauseOrCancel(betweenReadingsMs, signal);
    const next = await verifyNow(phone, job, signal);
    if (next.field?.reading.shown === latest.field?.reading.shown) return next;
    latest = next;
  }
  return latest;
}

function isSettled({ verification, field }: VerifiedField): boolean {
  return (
    verification.kind === 'exact' || (verification.kind === 'unverified' && field !== undefined)
  );
}

/** Empties the field. Rejects with `action-failed`, saying what is left. */
export async function clearContent(
  phone: Phone,
  { field, errorPrefix }: { readonly field: FocusedField; readonly errorPrefix: string },
  signal: AbortSignal,
): Promise<WriteResult> {
  const before = field.reading;
  if (before.shown === '' && !before.password) return { unverified: null, field, notes: [] };
  const request: EditRequest = { how: 'replace', text: '', before };
  let now: Field = field;
  for (let attempt = 0; attempt < 2; attempt++) {
    await phone.clearField(unitsToDelete(now), signal);
    const verified = await verifyNow(phone, { field: now, request }, signal);
    if (verified.verification.kind !== 'different' || verified.field === undefined) {
      return resultOrThrow(request, verified, errorPrefix);
    }
    const hint = await testForHint(phone, { before: field, after: verified.field }, signal);
    if (hint.result !== undefined) return hint.result;
    now = hint.field;
  }
  return resultOrThrow(
    request,
    { verification: { kind: 'different' }, field: now, notes: [] },
    errorPrefix,
  );
}

/**
 * Tests whether an emptied field shows its hint, which older phones don't mark: one more DEL changes
 * content, but no hint.
 */
async function testForHint(
  phone: Phone,
  { before, after }: { readonly before: Field; readonly after: Field },
  signal: AbortSignal,
): Promise<{ readonly result?: WriteResult; readonly field: Field }> {
  const { shown, hint, password } = after.reading;
  if (hint !== '' || password) return { field: after };
  await phone.moveCursorToEnd(signal);
  await phone.pressKey('DEL', signal);
  const field = await readField(phone, after, signal);
  if (field?.reading.shown !== shown) return { field: field ?? after };
  const changed = shown !== before.reading.shown;
  const unverified = `it shows ${quote(shown)} as before: its hint, or text that keys don't change`;
  return { field, result: { unverified: changed ? null : unverified, field, notes: [] } };
}

/** The result of writing into a field; failures are thrown. */
export interface WriteResult {
  /** Why the content could not be verified; null if it was. */
  readonly unverified: string | null;
  /** The field as last read; undefined when it is gone. */
  readonly field: Field | undefined;
  readonly notes: readonly string[];
}

/** A field, the requested edit, and how the error message begins if it fails. */
interface WriteJob {
  readonly field: Field;
  readonly request: EditRequest;
  readonly errorPrefix: string;
  readonly how?: 'paste';
}

/** A field as last read, and whether it holds the requested text. */
interface VerifiedField {
  readonly verification: Verification;
  readonly field: Field | undefined;
  readonly notes: readonly string[];
}

/** Reads the field and verifies it. If the screen can't be read, the result is `unverified`. */
async function verifyNow(
  phone: Phone,
  job: Pick<WriteJob, 'field' | 'request'>,
  signal: AbortSignal,
): Promise<VerifiedField> {
  try {
    const field = await readField(phone, job.field, signal);
    if (field) return { verification: verifyField(job.request, field.reading), field, notes: [] };
    return unreadableField('the field is no longer on the screen');
  } catch (thrown) {
    const error = toHandsetError(thrown);
    const isReading = ['dump-failed', 'bad-hierarchy', 'timeout'].includes(error.code);
    if (!isReading) throw error;
    return unreadableField(`the screen couldn't be read: ${error.message.replace(/\.$/, '')}`);
  }
}

function unreadableField(reason: string): VerifiedField {
  return { verification: { kind: 'unverified', reason }, field: undefined, notes: [] };
}

/** The result of the edit. Throws `action-failed`, saying what the field holds. */
function resultOrThrow(
  request: EditRequest,
  verified: VerifiedField,
  errorPrefix: string,
): WriteResult {
  const { field, notes } = verified;
  const result = verified.verification;
  if (result.kind === 'exact') return { unverified: null, field, notes };
  if (result.kind === 'unverified') {
    const holds =
      field && !field.reading.password ? `; it shows ${quote(field.reading.shown)}` : '';
    return { unverified: `${result.reason}${holds}`, field, notes };
  }
  throw new HandsetError('action-failed', `${errorPrefix}: ${describeContent(request, field)}.`, {
    hint: hintFor(request, result),
  });
}

function describeContent(request: EditRequest, field: Field | undefined): string {
  if (field === undefined) return 'the field is gone';
  const { shown, hint, password } = field.reading;
  const requested = `${characterCount(request.text)} ${request.text.length === 1 ? 'was' : 'were'} asked`;
  if (shown === '' || (shown === hint && hint !== '')) return `the field is empty, ${requested}`;
  if (password) return `the password field shows ${characterCount(shown)}, ${requested}`;
  return `the field shows ${quote(shown)} (${characterCount(shown)}), ${requested}`;
}

function characterCount({ length }: string): string {
  return `${length} ${length === 1 ? 'character' : 'characters'}`;
}

function hintFor({ text }: EditRequest, { kind }: Verification): string {
  if (kind === 'dropped' && /[\r\n]/.test(text)) {
    return 'A single-line field accepts no line breaks: the phone may have treated one as Enter. Look at the screen, then send the text without them.';
  }
  if (kind === 'dropped') {
    return 'Characters were lost: the field limits its length, or the app is slow. Look at the screen, then send shorter pieces with input_text.';
  }
  return 'The app may complete, correct or refuse what is typed. Look at the screen before the next step.';
}

/** UTF-16 units to delete from a password field that does not show its length. */
const unknownUnits = 64;

/** How many UTF-16 units to delete. */
function unitsToDelete(field: Field | undefined): number {
  const { shown = '', password = false } = field?.reading ?? {};
  return shown === '' && password ? unknownUnits : shown.length;
}
