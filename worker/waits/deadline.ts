import { HandsetError } from '#core/errors.ts';

/** The browser reports a disconnect up to this long after the transfer that failed because of it. */
const unplugEventDelayMs = 500;

/** What can end a piece of work before it is done. */
export interface WorkLimits {
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** Aborted with a HandsetError when the phone is gone. */
  readonly lost: AbortSignal;
  readonly deadlineMs: number;
  /** For messages: `reading the elements of the screen`. */
  readonly purpose: string;
}

/**
 * Runs the work until it settles, the caller cancels (`cancelled`), the phone is gone
 * (`phone-lost`) or the deadline passes (`timeout`), whichever is first. The work gets one signal
 * for all of these; its later outcome is ignored, because Tango leaves promises pending for ever
 * when a phone is unplugged. An error that is not a HandsetError is passed on half a second later,
 * if the phone is still there.
 */
export async function withLimits<Result>(
  limits: WorkLimits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, lost, deadlineMs } = limits;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const ended = AbortSignal.any([signal, lost, deadline.signal]);
  try {
    ended.throwIfAborted();
    const workPromise = work(ended);
    // When the race is lost, this promise may reject later without a handler.
    workPromise.catch(() => undefined);
    return await abortable(workPromise, ended);
  } catch (error) {
    throw await reasonOfEnd(error, limits, ended);
  } finally {
    clearTimeout(timer);
  }
}

/** Why work ended with this error: the limit that ended it, for which `ended` aborts, or else the error itself. */
export async function reasonOfEnd(
  error: unknown,
  limits: WorkLimits,
  ended: AbortSignal,
): Promise<unknown> {
  // When a phone is unplugged, the running transfer fails before the disconnect event comes.
  if (!(error instanceof HandsetError)) await pause(unplugEventDelayMs, ended);
  return ended.aborted ? limitError(limits) : error;
}

function limitError({ signal, lost, deadlineMs, purpose }: WorkLimits): HandsetError {
  if (lost.aborted) {
    // Only our own connection aborts `lost`, always with a HandsetError.
    const reason = lost.reason as HandsetError;
    return new HandsetError(reason.code, `${reason.message} This happened while ${purpose}.`, {
      ...(reason.hint === undefined ? {} : { hint: reason.hint }),
      cause: reason,
    });
  }
  if (signal.aborted)
    return new HandsetError('cancelled', `The call was canceled while ${purpose}.`);
  return new HandsetError(
    'timeout',
    `The phone didn't finish ${purpose} within ${deadlineMs / 1000} s.`,
    { hint: "Try again. If that doesn't help, unlock the phone or restart it." },
  );
}

/** Settles as the promise does, or rejects with an AbortError as soon as the signal is aborted. */
export async function abortable<Result>(
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
    // One signal may serve a hundred readings of one call, so each reading removes its listener.
    signal.removeEventListener('abort', abort);
  }
}

/** Settles as the promise does, or rejects with `cancelled` as soon as the signal is aborted; the work goes on. */
export async function cancellable<Result>(
  promise: Promise<Result>,
  { signal, purpose }: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Result> {
  // After a cancellation, the promise may reject later without a handler.
  promise.catch(() => undefined);
  try {
    return await abortable(promise, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new HandsetError('cancelled', `The call was canceled while ${purpose}.`, {
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
