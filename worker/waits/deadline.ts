import { HandsetError } from '../../core/errors.ts';

/** How long after a transfer that failed the browser tells that the phone is gone. */
const unplugMs = 500;

/** What ends a piece of work before it is done. */
interface Limits {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Aborted with a HandsetError when the phone is gone. */
  readonly lost: AbortSignal;
  readonly deadlineMs: number;
  /** For messages: `reading the elements of the screen`. */
  readonly purpose: string;
}

/**
 * Runs the work until it settles, the caller gives up (`cancelled`), the phone is gone
 * (`phone-lost`) or the time is over (`timeout`), whichever is first. The work gets one signal
 * for all of these; what it does after that is nobody's concern any more: Tango leaves promises
 * open for ever when a phone is unplugged. An error that is not a HandsetError is passed on half a
 * second later, if the phone is still there then.
 */
export async function withLimits<Result>(
  limits: Limits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, lost, deadlineMs } = limits;
  const late = AbortSignal.timeout(deadlineMs);
  const ended = AbortSignal.any([signal, lost, late]);
  try {
    ended.throwIfAborted();
    const working = work(ended);
    // When the race is lost this promise may reject later with nobody listening.
    working.catch(() => undefined);
    return await unlessAborted(working, ended);
  } catch (error) {
    // When a phone is unplugged, the transfer that is under way fails first.
    if (!(error instanceof HandsetError)) await pause(unplugMs, ended);
    throw ended.aborted ? reasonFor(limits, late) : error;
  }
}

function reasonFor({ signal, lost, deadlineMs, purpose }: Limits, late: AbortSignal): HandsetError {
  if (lost.aborted) {
    // `lost` is aborted by our own connection, always with a HandsetError.
    const reason = lost.reason as HandsetError;
    return new HandsetError(reason.code, `${reason.message} This happened while ${purpose}.`, {
      ...(reason.hint === undefined ? {} : { hint: reason.hint }),
      cause: reason,
    });
  }
  if (signal.aborted)
    return new HandsetError('cancelled', `The call was cancelled while ${purpose}.`);
  return new HandsetError(
    'timeout',
    `The phone did not finish ${purpose} within ${deadlineMs / 1000} s.`,
    {
      hint: 'Try again; if it stays, unlock the phone or restart it.',
      cause: late.reason,
    },
  );
}

/** The promise's outcome, or a rejection as soon as the signal is aborted, at once if it is already. */
export async function unlessAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    // A signal may live as long as a call of a hundred readings.
    signal.removeEventListener('abort', abort);
  }
}

/** The promise's outcome, or a rejection with `cancelled` as soon as the signal is aborted; the work goes on. */
export async function orCancelled<Result>(
  promise: Promise<Result>,
  { signal, purpose }: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Result> {
  // When it is given up it may reject later with nobody listening.
  promise.catch(() => undefined);
  try {
    return await unlessAborted(promise, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new HandsetError('cancelled', `The call was cancelled while ${purpose}.`, {
      cause: error,
    });
  }
}

/** Resolves after the time, or at once when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      // A long gesture pauses thousands of times under one signal.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
