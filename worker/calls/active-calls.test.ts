import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#core/caller.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type { CallProgress } from '#core/tools/shared/tool.ts';
import { ActiveCalls } from './active-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const swipe: ToolCall = {
  agent: 'codex',
  from: 'bridge',
  chosenPhone: null,
  name: 'swipe',
  arguments: {},
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

/** Work that ends when its signal aborts. */
function untilAborted({ signal }: { readonly signal: AbortSignal }): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('ended'), { once: true });
  });
}

const createCalls = () => new ActiveCalls(() => undefined);

it('lists calls from start to end, under unique ids', async () => {
  const lists: (readonly ActiveCallInfo[])[] = [];
  const calls = new ActiveCalls((now) => lists.push(now));
  const cancellation = new AbortController();
  const first = calls.runCall({ ...swipe, signal: cancellation.signal }, untilAborted);
  const second = calls.runCall({ ...swipe, name: 'tap' }, ({ id }) => Promise.resolve(id));
  const id = await second;
  cancellation.abort();
  expect(await first).toBe('ended');
  const shownLists = lists.map((now) => now.map(({ id, tool }) => `${id} ${tool}`).join());
  const swiping = `${id - 1} swipe`;
  expect(shownLists).toEqual([swiping, `${swiping},${id} tap`, swiping, '']);
});

it('reports the progress of a call until it ends', async () => {
  const lists: unknown[] = [];
  const reports: CallProgress[] = [];
  const calls = new ActiveCalls((now) => lists.push(now.map(({ progress }) => progress)));
  const report = { done: 1, total: 2, message: 'half way' };
  const call = { ...swipe, onProgress: (progress: CallProgress) => void reports.push(progress) };
  const reportLater = await calls.runCall(call, ({ onProgress }) =>
    Promise.resolve().then(() => (onProgress(report), onProgress)),
  );
  reportLater(report);
  expect(lists).toEqual([[undefined], [report], []]);
  expect(reports).toEqual([report, report]);
});

it('joins stages that each count from zero into one growing progress', async () => {
  const lists: CallProgress[] = [];
  const call = { ...swipe, onProgress: (progress: CallProgress) => void lists.push(progress) };
  await createCalls().runCall(call, ({ onProgress, beginStage }) => {
    beginStage();
    onProgress({ done: 0, total: 45, message: 'asking' });
    onProgress({ done: 5, total: 45, message: 'asking' });
    beginStage();
    onProgress({ done: 0, message: 'looking' });
    onProgress({ done: 2, total: 3, message: 'looking' });
    return Promise.resolve();
  });
  expect(lists).toEqual([
    { done: 0, total: 45, message: 'asking' },
    { done: 5, total: 45, message: 'asking' },
    { done: 6, message: 'looking' },
    { done: 8, total: 9, message: 'looking' },
  ]);
});

describe('stop', () => {
  it('stops running calls, and no later ones', async () => {
    const calls = createCalls();
    const before = calls.runCall(swipe, untilAborted);
    const stopping = calls.stopAll();
    const after = calls.runCall(swipe, ({ signal, stopped }) =>
      Promise.resolve(signal.aborted || stopped.aborted),
    );
    await stopping;
    expect(await before).toBe('ended');
    expect(await after).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports a call that does not end', async () => {
    const calls = createCalls();
    void calls.runCall(swipe, () => new Promise(() => undefined));
    const failed = expect(calls.stopAll()).rejects.toMatchObject({
      code: 'timeout',
      message: 'Not everything ended within 2 s: swipe of codex.',
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await failed;
  });
});

describe('a cancellation message of a client', () => {
  /** Starts a call that never ends by itself. */
  function start(calls: ActiveCalls, requestId: string | number, caller: Partial<Caller> = {}) {
    let callSignal: AbortSignal | undefined;
    void calls.runCall({ ...swipe, ...caller, requestId }, ({ signal }) => {
      callSignal = signal;
      return new Promise(() => undefined);
    });
    return { isAborted: () => callSignal?.aborted };
  }

  it('ends only its own call', () => {
    const calls = createCalls();
    const started = [
      start(calls, 1),
      start(calls, '1'),
      start(calls, 1, { agent: 'b' }),
      start(calls, 1, { from: 'page', port: 1 }),
      start(calls, 1, { from: 'page', port: 2 }),
    ];
    calls.cancel({ ...swipe, session: null }, 1);
    calls.cancel({ ...swipe, from: 'page', port: 2 }, 1);
    expect(started.map((call) => call.isAborted())).toEqual([true, false, false, false, true]);
  });

  it('ends only the call of its session', () => {
    const calls = createCalls();
    const started = ['x', 'y', null].map((session) => start(calls, 1, { session }));
    calls.cancel({ ...swipe, session: 'z' }, 1);
    calls.cancel({ ...swipe, session: 'y' }, 1);
    expect(started.map((call) => call.isAborted())).toEqual([false, true, false]);
  });

  it('ends neither of two calls with the same id', () => {
    const calls = createCalls();
    const started = [1, 2].map(() => start(calls, 1));
    calls.cancel(swipe, 1);
    expect(started.map((call) => call.isAborted())).toEqual([false, false]);
  });

  it('is not affected by a call that has ended', async () => {
    const calls = createCalls();
    const failing = calls.runCall({ ...swipe, requestId: 1 }, () =>
      Promise.reject(new Error('failed')),
    );
    await expect(failing).rejects.toThrow('failed');
    const next = start(calls, 1);
    calls.cancel(swipe, 1);
    expect(next.isAborted()).toBe(true);
  });
});

describe('the limit of calls', () => {
  it('is higher for all ports of one name together than for each port', async () => {
    const calls = createCalls();
    const ends: (() => void)[] = [];
    const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    const from = (port: number, agent = 'a') =>
      calls.runCall({ ...swipe, agent, from: 'page', port }, work);
    const running = [1, 2, 3, 4].flatMap((port) => Array.from({ length: 64 }, () => from(port)));
    await expect(from(5)).rejects.toMatchObject({
      code: 'too-many-calls',
      message:
        'All connections of this agent together have 256 calls running or waiting, the most allowed at once. Nothing was done.',
    });
    running.push(from(6, 'b'), calls.runCall({ ...swipe, agent: 'a' }, work));
    ends[0]?.();
    await running[0];
    // Neither the port nor the name is at its limit now.
    running.push(from(1));
    await expect(from(1)).rejects.toMatchObject({ message: /^This agent has 64 calls/ });
    for (const end of ends) end();
    await Promise.all(running);
  });

  it('does not count calls that have failed', async () => {
    const calls = createCalls();
    for (let count = 0; count < 65; count++) {
      const failing = calls.runCall(swipe, () => Promise.reject(new Error('no')));
      await expect(failing).rejects.toThrow('no');
    }
  });
});
