import { HandsetError, toHandsetError } from '../../errors.ts';

/** What to poll, and for what. */
interface WaitOptions<Reading, Result> {
  readonly timeoutMs: number;
  read(signal: AbortSignal): Promise<Reading>;
  /** The result, which ends the wait; undefined continues it. */
  check(reading: Reading): Result | undefined;
  /** Called when a reading failed; the wait continues. */
  onFailure?(error: HandsetError): void;
  /** Tells when a reading is out of date; undefined if only polling can show it. */
  nextChange?(reading: Reading): AbortSignal | undefined;
  onAttempt?(attempt: { readonly attempts: number; readonly elapsedMs: number }): void;
}

/** How a wait ended. */
interface WaitResult<Result> {
  /** Undefined after the timeout. */
  readonly result: Result | undefined;
  readonly elapsedMs: number;
  readonly attempts: number;
  /** The error of the last reading, if it failed. */
  readonly lastFailure: HandsetError | undefined;
}

/** Pause between readings; one reading takes up to two seconds. */
const betweenReadingsMs = 150;
/** Where changes are told: a screen that moves all the time is read this often at most. */
const minIntervalMs = 50;
/** Where changes are told: when to read again for what no event tells. */
const maxPauseMs = 1_000;
/** How long a reading that is running at the deadline may go on before it counts as hung. */
const hangGraceMs = 5000;

/**
 * Reads until `check` returns a result: again as soon as a change is told, or else after a pause, and a
 * last time at the deadline. Failed readings are retried; a lost phone and a cancelled call end the wait.
 */
export async function pollUntil<Reading, Result>(
  options: WaitOptions<Reading, Result>,
  signal: AbortSignal,
): Promise<WaitResult<Result>> {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  const hangTimeout = AbortSignal.timeout(options.timeoutMs + hangGraceMs);
  let lastFailure: HandsetError | undefined;
  for (let attempts = 1; ; attempts++) {
    const readAtMs = elapsed();
    let nextChange: AbortSignal | undefined;
    try {
      const reading = await options.read(AbortSignal.any([signal, hangTimeout]));
      nextChange = options.nextChange?.(reading);
      const result = options.check(reading);
      lastFailure = undefined;
      if (result !== undefined) return { result, elapsedMs: elapsed(), attempts, lastFailure };
    } catch (thrown) {
      lastFailure = retryableError(thrown, { signal, hangTimeout });
      options.onFailure?.(lastFailure);
    }
    const elapsedMs = elapsed();
    // A reading shows the screen as of its end, so one that ends after the deadline is the last.
    if (elapsedMs >= options.timeoutMs)
      return { result: undefined, elapsedMs, attempts, lastFailure };
    options.onAttempt?.({ attempts, elapsedMs });
    const pauseUntil = async (atMs: number, woken?: AbortSignal): Promise<void> =>
      await pauseOrCancel(Math.min(atMs, options.timeoutMs) - elapsed(), signal, woken);
    if (nextChange === undefined) await pauseUntil(elapsedMs + betweenReadingsMs);
    else {
      await pauseUntil(readAtMs + minIntervalMs);
      await pauseUntil(elapsedMs + maxPauseMs, nextChange);
    }
  }
}

/** The error of a reading that can be retried; throws any other error. */
function retryableError(
  thrown: unknown,
  { signal, hangTimeout }: { readonly signal: AbortSignal; readonly hangTimeout: AbortSignal },
): HandsetError {
  const error = toHandsetError(thrown);
  if (signal.aborted) throw error;
  if (hangTimeout.aborted) {
    return new HandsetError('timeout', "The screen couldn't be read in time.", { cause: thrown });
  }
  const retryableCodes = ['dump-failed', 'bad-hierarchy', 'command-failed', 'timeout'];
  if (!retryableCodes.includes(error.code)) throw error;
  return error;
}

/** Resolves after this time, or when `woken` is aborted. Rejects with `cancelled` when the signal is aborted first. */
export function pauseOrCancel(
  milliseconds: number,
  signal: AbortSignal,
  woken?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      woken?.removeEventListener('abort', end);
      if (!signal.aborted) resolve();
      else reject(new HandsetError('cancelled', 'The call was canceled while it waited.'));
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    woken?.addEventListener('abort', end);
    if (signal.aborted || woken?.aborted === true) end();
  });
}

/** Longest synchronous work before other tasks may run: the phone's bytes, the page, this call's cancellation. */
const maxBlockingMs = 50;

/**
 * Maps the items in order and yields to the event loop in between: a screen can be built to make the
 * work slow, and the worker must keep serving others. Rejects with `cancelled`.
 */
export async function mapWithYields<Item, Result>(
  items: readonly Item[],
  transform: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(transform(item));
    if (performance.now() - start < maxBlockingMs) continue;
    await pauseOrCancel(0, signal);
    start = performance.now();
  }
  return results;
}

/** How long a closing keyboard or a display may take to react to a key. */
const reactionMs = 1_500;

/**
 * Polls `read` until it returns true, for as long as the phone may take to react; then returns false, or null if the
 * last reading failed or returned null, because the phone does not say.
 */
export async function holdsSoon(
  read: (signal: AbortSignal) => Promise<boolean | null>,
  signal: AbortSignal,
): Promise<boolean | null> {
  const last: { holds: boolean | null } = { holds: null };
  const check = (holds: boolean | null): true | undefined => {
    last.holds = holds;
    return holds === true ? true : undefined;
  };
  const onFailure = (): void => void (last.holds = null);
  await pollUntil({ timeoutMs: reactionMs, read, check, onFailure }, signal);
  return last.holds;
}
