import { HandsetError, toHandsetError } from '../../errors.ts';
import { quote } from '../../format/quote.ts';
import type { Phone, SentText } from '../../phone.ts';
import type { Request, Verdict } from '../../text/request.ts';
import { verdict } from '../../text/verdict.ts';
import { type Field, type FocusedField, readField } from './focus-field.ts';
import { pauseOrCancel } from './wait-until.ts';

/** Longest text of one call, UTF-16 units: the reference's limit, some seconds of typing. */
export const maxTextLength = 2000;

/** Typed text may arrive late, so a field that still changes is read again. */
const betweenLooksMs = 300;
const maxLooks = 6;
/** Deadline for restoring the clipboard, since the call's own signal may be aborted already. */
const restoreMs = 5000;

/** A text for a field, and how the error message begins if the field does not hold it. */
interface Target {
  readonly field: FocusedField;
  readonly text: string;
  readonly failure: string;
}

/** Replaces the field's content by the text. Rejects with `action-failed`, saying what the field holds. */
export async function replaceContent(
  phone: Phone,
  { field, text, failure }: Target,
  signal: AbortSignal,
): Promise<Written> {
  if (text === '') return await clearContent(phone, { field, failure }, signal);
  const { shown, hint, password } = field.reading;
  const cleared = shown !== '' || password;
  if (cleared) await phone.clearField(unitsOf(field), signal);
  // The same text before and after proves nothing, unless the field was seen empty in between.
  const empty = shown === text && hint === '' ? await readField(phone, field, signal) : undefined;
  const shownEmpty = empty?.reading.shown === '' ? '' : undefined;
  const request: Request = { how: 'replace', text, before: field.reading, shownEmpty };
  try {
    return await write(phone, { field, request, failure }, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    if (!cleared || error.code !== 'unsupported') throw error;
    throw await withOldContent(phone, { field, error }, signal);
  }
}

/** Restores the content that was cleared for a text that can't be typed; returns the error, which says whether that worked. */
async function withOldContent(
  phone: Phone,
  { field, error }: { readonly field: Field; readonly error: HandsetError },
  signal: AbortSignal,
): Promise<HandsetError> {
  const { shown, password } = field.reading;
  const now = await readField(phone, field, signal);
  // The cleared field still shows the same text: that was its hint, so nothing was removed.
  if (now?.reading.shown === shown) return error;
  const back = { how: 'replace', text: shown, before: field.reading, shownEmpty: '' } as const;
  const isBack =
    !password && (await isWritten(phone, { field, request: back, failure: '' }, signal));
  const words = isBack ? 'The field holds its old content again.' : 'The field was emptied before.';
  return new HandsetError(error.code, `${error.message} ${words}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  });
}

/** Types the text at the cursor. Rejects with `action-failed`, saying what the field holds. */
export async function insertText(
  phone: Phone,
  { field, text, failure }: Target,
  signal: AbortSignal,
): Promise<Written> {
  const request: Request = { how: 'insert', text, before: field.reading };
  return await write(phone, { field, request, failure }, signal);
}

async function isWritten(phone: Phone, job: Job, signal: AbortSignal): Promise<boolean> {
  try {
    return (await write(phone, job, signal)).unverified === null;
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
async function write(phone: Phone, job: Job, signal: AbortSignal): Promise<Written> {
  const { request, failure } = job;
  const first = await sendAndJudge(phone, job, signal);
  const intended = worthRepeating(request, first);
  const { field } = first;
  if (intended === undefined || field === undefined) return settle(request, first, failure);
  await phone.clearField(unitsOf(field), signal);
  const again: Request = { ...request, how: 'replace', text: intended };
  const second = await sendAndJudge(
    phone,
    { field, request: again, failure, how: 'paste' },
    signal,
  );
  return settle(again, { ...second, remarks: [...first.remarks, ...second.remarks] }, failure);
}

/** The whole content to write again. Undefined for a text with line breaks, because Enter may have submitted the form. */
function worthRepeating({ text }: Request, judged: Judged): string | undefined {
  if (judged.verdict.kind !== 'dropped' || /[\r\n]/.test(text)) return undefined;
  return judged.verdict.intended;
}

async function sendAndJudge(phone: Phone, job: Job, signal: AbortSignal): Promise<Judged> {
  const sent = await phone.typeText(job.request.text, signal, job.how);
  let judged: Judged;
  try {
    judged = await readBack(phone, job, signal);
  } catch (error) {
    await restore(sent);
    throw error;
  }
  return { ...judged, remarks: await restore(sent) };
}

/** Restores the user's clipboard, whatever happened before. */
async function restore(sent: SentText): Promise<string[]> {
  try {
    await sent.restoreClipboard(AbortSignal.timeout(restoreMs));
    return [];
  } catch (thrown) {
    const { message } = toHandsetError(thrown);
    return [`note:the clipboard could not be given its old content back: ${message}`];
  }
}

/** Verifies what the field shows, again and again while that is wrong and still changes. */
async function readBack(phone: Phone, job: Job, signal: AbortSignal): Promise<Judged> {
  let last = await judgeNow(phone, job, signal);
  for (let looks = 1; looks < maxLooks && !isSettled(last); looks++) {
    await pauseOrCancel(betweenLooksMs, signal);
    const next = await judgeNow(phone, job, signal);
    if (next.field?.reading.shown === last.field?.reading.shown) return next;
    last = next;
  }
  return last;
}

function isSettled({ verdict, field }: Judged): boolean {
  return verdict.kind === 'exact' || (verdict.kind === 'unverified' && field !== undefined);
}

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
 * Tests whether an emptied field shows its hint, which older phones don't mark: one more DEL changes
 * content, but no hint.
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

/** The result of writing into a field; failures are thrown. */
export interface Written {
  /** Why the content could not be verified; null if it was. */
  readonly unverified: string | null;
  /** The field as last read; undefined when it is gone. */
  readonly field: Field | undefined;
  readonly remarks: readonly string[];
}

/** A field, the requested edit, and how the error message begins if it fails. */
interface Job {
  readonly field: Field;
  readonly request: Request;
  readonly failure: string;
  readonly how?: 'paste';
}

/** A field as last read, and whether it holds the requested text. */
interface Judged {
  readonly verdict: Verdict;
  readonly field: Field | undefined;
  readonly remarks: readonly string[];
}

/** Reads the field and verifies it. If the screen can't be read, the result is `unverified`. */
async function judgeNow(
  phone: Phone,
  job: Pick<Job, 'field' | 'request'>,
  signal: AbortSignal,
): Promise<Judged> {
  try {
    const field = await readField(phone, job.field, signal);
    if (field) return { verdict: verdict(job.request, field.reading), field, remarks: [] };
    return gone('the field is no longer on the screen');
  } catch (thrown) {
    const error = toHandsetError(thrown);
    const isReading = ['dump-failed', 'bad-hierarchy', 'timeout'].includes(error.code);
    if (!isReading) throw error;
    return gone(`the screen could not be read: ${error.message.replace(/\.$/, '')}`);
  }
}

function gone(reason: string): Judged {
  return { verdict: { kind: 'unverified', reason }, field: undefined, remarks: [] };
}

/** The result of the edit. Throws `action-failed`, saying what the field holds. */
function settle(request: Request, judged: Judged, failure: string): Written {
  const { field, remarks } = judged;
  const result = judged.verdict;
  if (result.kind === 'exact') return { unverified: null, field, remarks };
  if (result.kind === 'unverified') {
    const holds =
      field && !field.reading.password ? `; it shows ${quote(field.reading.shown)}` : '';
    return { unverified: `${result.reason}${holds}`, field, remarks };
  }
  throw new HandsetError('action-failed', `${failure}: ${whatItHolds(request, field)}.`, {
    hint: nextMove(request, result),
  });
}

function whatItHolds(request: Request, field: Field | undefined): string {
  if (field === undefined) return 'the field is gone';
  const { shown, hint, password } = field.reading;
  const asked = `${counted(request.text)} ${request.text.length === 1 ? 'was' : 'were'} asked`;
  if (shown === '' || (shown === hint && hint !== '')) return `the field is empty, ${asked}`;
  if (password) return `the password field shows ${counted(shown)}, ${asked}`;
  return `the field shows ${quote(shown)} (${counted(shown)}), ${asked}`;
}

function counted({ length }: string): string {
  return `${length} ${length === 1 ? 'character' : 'characters'}`;
}

function nextMove({ text }: Request, { kind }: Verdict): string {
  if (kind === 'dropped' && /[\r\n]/.test(text)) {
    return 'A field of one line takes no line breaks: the phone may have taken one for Enter. Look at the screen, then send the text without them.';
  }
  if (kind === 'dropped') {
    return 'Characters were lost: the field limits what it takes, or the app is slow. Look at the screen, then send shorter pieces with input_text.';
  }
  return 'The app may complete, correct or refuse what is typed. Look at the screen before the next step.';
}

/** UTF-16 units to delete from a password field that does not show its length. */
const unknownUnits = 64;

/** How many UTF-16 units to delete. */
function unitsOf(field: Field | undefined): number {
  const { shown = '', password = false } = field?.reading ?? {};
  return shown === '' && password ? unknownUnits : shown.length;
}
