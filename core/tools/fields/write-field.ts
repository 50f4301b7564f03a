import { HandsetError, toHandsetError } from '../../errors.ts';
import type { Phone, SentText } from '../../phone.ts';
import type { Request } from '../../text/request.ts';
import { clearContent } from './clear-field.ts';
import { type Field, type FocusedField, readField } from './focused-field.ts';
import { type Job, type Judged, type Written, judgeNow, settle, unitsOf } from './judge-field.ts';
import { pauseOrCancel } from '../waiting/pause-or-cancel.ts';

/** Texts that go to a field in one call; the reference's limit, some seconds of typing. */
export const maxTextLength = 2000;

/** What was sent may be on its way for a moment; as long as it changes the field, that is looked at again. */
const betweenLooksMs = 300;
const maxLooks = 6;
/** For giving the clipboard back when the caller's own signal may be over. */
const restoreMs = 5000;

/** A text for a field, and what messages begin with when the field does not hold it. */
interface Target {
  readonly field: FocusedField;
  readonly text: string;
  readonly failure: string;
}

/** Makes the text the whole content of the field. Rejects with `action-failed`, saying what it holds. */
export async function replaceContent(
  phone: Phone,
  { field, text, failure }: Target,
  signal: AbortSignal,
): Promise<Written> {
  if (text === '') return await clearContent(phone, { field, failure }, signal);
  const { shown, hint, password } = field.reading;
  const cleared = shown !== '' || password;
  if (cleared) await phone.clearField(unitsOf(field), signal);
  // A text that is there before and after proves nothing, unless the field was seen empty between.
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

/** Gives a field back what was removed for a text that can't be typed; the error says how that went. */
async function withOldContent(
  phone: Phone,
  { field, error }: { readonly field: Field; readonly error: HandsetError },
  signal: AbortSignal,
): Promise<HandsetError> {
  const { shown, password } = field.reading;
  const now = await readField(phone, field, signal);
  // What shows when the field is empty was its hint, so nothing was removed.
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
 * Sends and reads back; when characters were dropped once more from an empty field, by a paste if
 * there is a way to.
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

/** What to write in all; a line break may be an Enter that has sent the form already. */
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

/** The clipboard is the user's: it is given back whatever happened. */
async function restore(sent: SentText): Promise<string[]> {
  try {
    await sent.restoreClipboard(AbortSignal.timeout(restoreMs));
    return [];
  } catch (thrown) {
    const { message } = toHandsetError(thrown);
    return [`note:the clipboard could not be given its old content back: ${message}`];
  }
}

/** Judges what the field shows; while it is not what was asked and still changes, again. */
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
