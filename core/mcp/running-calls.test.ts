import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.ts';

/** Starts a call that never ends by itself; the result is its signal. */
function start(
  calls: RunningCalls,
  { agent, session = null, id }: { agent: string; session?: string | null; id: string | number },
  gone?: AbortSignal,
) {
  let given: AbortSignal | undefined;
  void calls.run({ agent, session, id, gone: gone ?? new AbortController().signal }, (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  return { isAborted: () => given?.aborted };
}

test('a cancelled call is aborted, and no other', () => {
  const calls = new RunningCalls();
  const started = [
    start(calls, { agent: 'a', id: 1 }),
    start(calls, { agent: 'a', id: '1' }),
    start(calls, { agent: 'b', id: 1 }),
  ];
  calls.cancel({ agent: 'a', session: null, id: 1 });
  expect(started.map((call) => call.isAborted())).toEqual([true, false, false]);
});

test('a session cancels its own call alone', () => {
  const calls = new RunningCalls();
  const sessions = ['x', 'y', null];
  const started = sessions.map((session) => start(calls, { agent: 'a', session, id: 1 }));
  calls.cancel({ agent: 'a', session: 'z', id: 1 });
  calls.cancel({ agent: 'a', session: 'y', id: 1 });
  expect(started.map((call) => call.isAborted())).toEqual([false, true, false]);
});

test('nobody knows which of two calls with the same id is meant', () => {
  const calls = new RunningCalls();
  const started = [start(calls, { agent: 'a', id: 1 }), start(calls, { agent: 'a', id: 1 })];
  calls.cancel({ agent: 'a', session: null, id: 1 });
  expect(started.map((call) => call.isAborted())).toEqual([false, false]);
});

test('a call that has ended is not in the way of the next', async () => {
  const calls = new RunningCalls();
  const gone = new AbortController().signal;
  await calls.run({ agent: 'a', session: null, id: 1, gone }, () => Promise.resolve());
  await expect(
    calls.run({ agent: 'a', session: null, id: 1, gone }, () =>
      Promise.reject(new Error('failed')),
    ),
  ).rejects.toThrow('failed');
  const next = start(calls, { agent: 'a', id: 1 });
  calls.cancel({ agent: 'a', session: null, id: 1 });
  expect(next.isAborted()).toBe(true);
});

test('a client that goes, or has gone, ends its call', () => {
  const calls = new RunningCalls();
  const client = new AbortController();
  const before = start(calls, { agent: 'a', id: 1 }, client.signal);
  client.abort();
  const after = start(calls, { agent: 'a', id: 2 }, client.signal);
  expect([before.isAborted(), after.isAborted()]).toEqual([true, true]);
});
