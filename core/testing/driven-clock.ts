import { afterAll, beforeAll, vi } from 'vitest';

/**
 * How many milliseconds of the driven clock may pass in a real one. What a test does outside of the event
 * loop, such as reading a file or signing, then still ends before the deadlines of the code that waits for it.
 */
const maxSpeed = 20;

const realTimeout = AbortSignal.timeout.bind(AbortSignal);

/**
 * Runs the tests of this file on a driven clock: a millisecond passes at each turn of the event loop, so a
 * wait takes as long as the work in it, however long it is. `setTimeout`, `setInterval`, `Date`,
 * `performance.now` and `AbortSignal.timeout` follow this clock. Not for tests that start other programs or
 * open sockets, whose work takes real time.
 */
export function useDrivenClock(): void {
  let isDriving = false;
  beforeAll(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    AbortSignal.timeout = timeoutOfDrivenClock;
    isDriving = true;
    const start = process.hrtime();
    let passedMs = 0;
    const turn = (): void => {
      if (!isDriving) return;
      const [seconds, nanoseconds] = process.hrtime(start);
      if (passedMs < maxSpeed * (seconds * 1e3 + nanoseconds / 1e6)) {
        passedMs++;
        vi.advanceTimersByTime(1);
      }
      setImmediate(turn);
    };
    setImmediate(turn);
  });
  afterAll(() => {
    isDriving = false;
    AbortSignal.timeout = realTimeout;
    vi.useRealTimers();
  });
}

function timeoutOfDrivenClock(milliseconds: number): AbortSignal {
  const ended = new AbortController();
  const abort = (): void =>
    ended.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(abort, milliseconds);
  return ended.signal;
}
