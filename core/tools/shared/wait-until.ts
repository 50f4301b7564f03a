import { HandsetError, toHandsetError } from '../../errors.ts';

/** What a tool looks for, again and again. */
interface Wait<Reading, Result> {
  readonly timeoutMs: number;
  read(signal: AbortSignal): Promise<Reading>;
  /** What ends the wait; undefined goes on. */
  judge(reading: Reading): Result | undefined;
  /** Called when a reading failed, which is no reason to give up. */
  onFailure?(error: HandsetError): void;
  onAttempt(attempt: { readonly attempts: number; readonly elapsedMs: number }): void;
}

/** How a wait ended. */
interface Waited<Result> {
  /** Undefined when the time was over. */
  readonly result: Result | undefined;
  readonly elapsedMs: number;
  readonly attempts: number;
  /** Why the last reading failed, if it did. */
  readonly lastFailure: HandsetError | undefined;
}

/** Between two readings; a reading takes up to two seconds itself. */
const betweenReadingsMs = 150;
/** A reading that is under way at the deadline may end; one that hangs may not. */
const graceMs = 5000;

/**
 * Reads until something is found, with a last reading at the deadline. A reading that fails is
 * tried again; a lost phone and a cancelled call end the wait.
 */
export async function waitUntil<Reading, Result>(
  wait: Wait<Reading, Result>,
  signal: AbortSignal,
): Promise<Waited<Result>> {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  const hung = AbortSignal.timeout(wait.timeoutMs + graceMs);
  let lastFailure: HandsetError | undefined;
  for (let attempts = 1; ; attempts++) {
    try {
      const result = wait.judge(await wait.read(AbortSignal.any([signal, hung])));
      lastFailure = undefined;
      if (result !== undefined) return { result, elapsedMs: elapsed(), attempts, lastFailure };
    } catch (thrown) {
      lastFailure = failureOf(thrown, { signal, hung });
      wait.onFailure?.(lastFailure);
    }
    const elapsedMs = elapsed();
    // A reading shows the screen as it was at its end, so one that ends after the deadline is the last.
    if (elapsedMs >= wait.timeoutMs) return { result: undefined, elapsedMs, attempts, lastFailure };
    wait.onAttempt({ attempts, elapsedMs });
    await pauseOrCancel(Math.min(betweenReadingsMs, wait.timeoutMs - elapsedMs), signal);
  }
}

/** The error of a reading that may be tried again; throws the others. */
function failureOf(
  thrown: unknown,
  { signal, hung }: { readonly signal: AbortSignal; readonly hung: AbortSignal },
): HandsetError {
  const error = toHandsetError(thrown);
  if (signal.aborted) throw error;
  if (hung.aborted) {
    return new HandsetError('timeout', 'The screen could not be read in time.', { cause: thrown });
  }
  const mayPass = ['dump-failed', 'bad-hierarchy', 'command-failed', 'timeout'];
  if (!mayPass.includes(error.code)) throw error;
  return error;
}

/** Resolves after the time. Rejects with `cancelled` when the signal is aborted before. */
export function pauseOrCancel(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(new HandsetError('cancelled', 'The call was cancelled while it waited.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}

/** After so much work others may run: the phone's bytes, the page, a cancel of this very call. */
const atOnceMs = 50;

/**
 * What `work` makes of each item, in order. For work that can take long on a screen that was made
 * to be slow: the worker serves everybody else meanwhile. Rejects with `cancelled`.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - start < atOnceMs) continue;
    await pauseOrCancel(0, signal);
    start = performance.now();
  }
  return results;
}
