import { HandsetError, toHandsetError } from '../../errors.ts';
import { quote } from '../../format/quote.ts';
import type { Phone } from '../../phone.ts';
import type { Request, Verdict } from '../../text/request.ts';
import { verdict } from '../../text/verdict.ts';
import { type Field, readField } from './focused-field.ts';

/** What came of writing into a field; failures are thrown. */
export interface Written {
  /** Why nobody can tell that the field holds what was asked; null where it does. */
  readonly unverified: string | null;
  /** The field as it was read last; undefined when it is gone. */
  readonly field: Field | undefined;
  readonly remarks: readonly string[];
}

/** A field, what was asked of it, and what messages begin with when it does not hold that. */
export interface Job {
  readonly field: Field;
  readonly request: Request;
  readonly failure: string;
  readonly how?: 'paste';
}

/** A field as it was read last, and what that says about what was asked. */
export interface Judged {
  readonly verdict: Verdict;
  readonly field: Field | undefined;
  readonly remarks: readonly string[];
}

/** Reads the field and judges it. A screen that can't be read leaves the verdict open. */
export async function judgeNow(
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

/** The end of a job. Rejects with `action-failed`, saying what the field holds. */
export function settle(request: Request, judged: Judged, failure: string): Written {
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

/** Units to remove from a password field that does not say how many it holds. */
const unknownUnits = 64;

/** How many units there are to remove. */
export function unitsOf(field: Field | undefined): number {
  const { shown = '', password = false } = field?.reading ?? {};
  return shown === '' && password ? unknownUnits : shown.length;
}
