import { vi } from 'vitest';

/**
 * Does this work in simulated time, in which a millisecond passes only when nothing else is left to do:
 * it takes as long as the waits in it, however busy the machine is. `AbortSignal.timeout` stays real.
 */
export async function inSimulatedTime<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const ended = new AbortController();
  try {
    const working = work().finally(() => ended.abort());
    working.catch(() => undefined);
    while (!ended.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1);
    }
    return await working;
  } finally {
    vi.useRealTimers();
  }
}
