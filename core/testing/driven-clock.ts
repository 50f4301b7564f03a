import { createHook } from 'node:async_hooks';
import { access } from 'node:fs';
import { afterAll, beforeAll, vi } from 'vitest';
import { setSafeTimers } from 'vitest/internal/browser';

/** Turns of the event loop after which a millisecond passes although something still runs, for code that waits by yielding. */
const longestBusyTurns = 100;
/** Time between two readings of the clock in a row, as in Node. */
const leastStepMs = 0.001;

const realTimeout = AbortSignal.timeout.bind(AbortSignal);
const { isFakeTimers, useFakeTimers, useRealTimers } = vi;

/**
 * Runs the tests of this file, or of this describe block, on a driven clock: whenever nothing is left to do
 * but wait, it jumps to the next timer. A wait then takes as long as the work in it, and a deadline passes
 * only if what it is for really does not come, however slow the machine is: work in Node's thread pool
 * (files, zlib, WebCrypto, drawing) stops the clock. `setTimeout`, `setInterval`, `Date`, `performance.now`,
 * `AbortSignal.timeout` and `expect.poll` follow it. Not for tests that start other programs or threads, or
 * open sockets: their work does not stop the clock.
 */
export function useDrivenClock(): void {
  let clock: DrivenClock | undefined;
  beforeAll(() => {
    if (process.env['UV_THREADPOOL_SIZE'] !== '1')
      throw new Error('The driven clock needs UV_THREADPOOL_SIZE=1, see vitest.config.ts.');
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    performance.now = strictlyIncreasing(performance.now.bind(performance));
    AbortSignal.timeout = timeoutOfDrivenClock;
    // expect.poll waits by these timers. Where timers are fake, it would also advance them by itself,
    // without a turn for what they start.
    setSafeTimers();
    vi.isFakeTimers = () => false;
    const refuse = (): never => {
      throw new Error('This test has a driven clock already.');
    };
    vi.useFakeTimers = refuse;
    vi.useRealTimers = refuse;
    clock = new DrivenClock();
  });
  afterAll(() => {
    clock?.stop();
    Object.assign(vi, { isFakeTimers, useFakeTimers, useRealTimers });
    AbortSignal.timeout = realTimeout;
    vi.useRealTimers();
    setSafeTimers();
  });
}

/** Looks in each turn of the event loop whether anything ran since the turn before. */
class DrivenClock {
  #isStopped = false;
  #callbacks = 0;
  #busyTurns = 0;
  /** Counts what the event loop calls, promises included. */
  readonly #hook = createHook({ before: () => this.#callbacks++ }).enable();

  constructor() {
    this.#waitForTurn();
  }

  stop(): void {
    this.#isStopped = true;
    this.#hook.disable();
  }

  #waitForTurn(): void {
    this.#callbacks = 0;
    setImmediate(() => {
      if (this.#isStopped) return;
      if (this.#hasNothingRun()) this.#waitForThreadPool();
      else this.#passBusyTurn();
    });
  }

  /**
   * The thread pool has one thread, so it looks at this file only after all work that was started before;
   * the callbacks of that work run before this one too.
   */
  #waitForThreadPool(): void {
    this.#callbacks = 0;
    access('/', () => {
      if (this.#isStopped) return;
      if (!this.#hasNothingRun()) return this.#passBusyTurn();
      // Another process transforms the module.
      if (isImporting()) return this.#waitForTurn();
      this.#busyTurns = 0;
      this.#waitForTurn();
      if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
    });
  }

  #passBusyTurn(): void {
    this.#waitForTurn();
    if (++this.#busyTurns < longestBusyTurns) return;
    this.#busyTurns = 0;
    vi.advanceTimersByTime(1);
  }

  /** Whether only the callback that asks ran. */
  #hasNothingRun(): boolean {
    return this.#callbacks === 1;
  }
}

/** Whether Vitest waits for a module of a dynamic import. */
function isImporting(): boolean {
  // Internal to Vitest 4, as in its own `vi.dynamicImportSettled`.
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__');
  if (typeof worker !== 'object' || worker === null || !('resolvingModules' in worker))
    throw new Error('The state of Vitest has changed; see how it waits for imports.');
  return worker.resolvingModules instanceof Set && worker.resolvingModules.size > 0;
}

/** Two readings of a real clock differ, even if nothing happens in between. */
function strictlyIncreasing(now: () => number): () => number {
  let latestMs = -Infinity;
  return () => (latestMs = Math.max(now(), latestMs + leastStepMs));
}

function timeoutOfDrivenClock(milliseconds: number): AbortSignal {
  const ended = new AbortController();
  const abort = (): void =>
    ended.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(abort, milliseconds);
  return ended.signal;
}
