import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../core/caller.ts';
import type { RunningCall } from '../../core/link/messages.ts';
import type { ToolCall } from '../../core/mcp/call.ts';
import type { Progress } from '../../core/tools/shared/tool.ts';
import { RunningCalls } from './running-calls.ts';

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
function obedient({ signal }: { readonly signal: AbortSignal }): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('ended'), { once: true });
  });
}

const unheard = () => new RunningCalls(() => undefined);

it('lists calls from start to end, under unique ids', async () => {
  const told: (readonly RunningCall[])[] = [];
  const calls = new RunningCalls((now) => told.push(now));
  const gaveUp = new AbortController();
  const first = calls.run({ ...swipe, signal: gaveUp.signal }, obedient);
  const second = calls.run({ ...swipe, name: 'tap' }, ({ id }) => Promise.resolve(id));
  const id = await second;
  gaveUp.abort();
  expect(await first).toBe('ended');
  const shown = told.map((now) => now.map(({ id, tool }) => `${id} ${tool}`).join());
  const swiping = `${id - 1} swipe`;
  expect(shown).toEqual([swiping, `${swiping},${id} tap`, swiping, '']);
});

it('reports the progress of a call until it ends', async () => {
  const told: unknown[] = [];
  const heard: Progress[] = [];
  const calls = new RunningCalls((now) => told.push(now.map(({ progress }) => progress)));
  const report = { done: 1, total: 2, message: 'half way' };
  const call = { ...swipe, onProgress: (progress: Progress) => void heard.push(progress) };
  const tell = await calls.run(call, ({ onProgress }) =>
    Promise.resolve().then(() => (onProgress(report), onProgress)),
  );
  tell(report);
  expect(told).toEqual([[undefined], [report], []]);
  expect(heard).toEqual([report, report]);
});

it('joins stages that each count from zero into one growing progress', async () => {
  const told: Progress[] = [];
  const call = { ...swipe, onProgress: (progress: Progress) => void told.push(progress) };
  await unheard().run(call, ({ onProgress, beginStage }) => {
    beginStage();
    onProgress({ done: 0, total: 45, message: 'asking' });
    onProgress({ done: 5, total: 45, message: 'asking' });
    beginStage();
    onProgress({ done: 0, message: 'looking' });
    onProgress({ done: 2, total: 3, message: 'looking' });
    return Promise.resolve();
  });
  expect(told).toEqual([
    { done: 0, total: 45, message: 'asking' },
    { done: 5, total: 45, message: 'asking' },
    { done: 6, message: 'looking' },
    { done: 8, total: 9, message: 'looking' },
  ]);
});

describe('stop', () => {
  it('stops running calls, and none that comes later', async () => {
    const calls = unheard();
    const before = calls.run(swipe, obedient);
    const stopping = calls.stop();
    const after = calls.run(swipe, ({ signal, stopped }) =>
      Promise.resolve(signal.aborted || stopped.aborted),
    );
    await stopping;
    expect(await before).toBe('ended');
    expect(await after).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports a call that does not end', async () => {
    const calls = unheard();
    void calls.run(swipe, () => new Promise(() => undefined));
    const failed = expect(calls.stop()).rejects.toMatchObject({
      code: 'timeout',
      message: 'Not everything ended within 2 s: swipe of codex.',
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await failed;
  });
});

describe('a cancellation message of a client', () => {
  /** Starts a call that never ends by itself. */
  function start(calls: RunningCalls, requestId: string | number, caller: Partial<Caller> = {}) {
    let given: AbortSignal | undefined;
    void calls.run({ ...swipe, ...caller, requestId }, ({ signal }) => {
      given = signal;
      return new Promise(() => undefined);
    });
    return { isAborted: () => given?.aborted };
  }

  it('ends its own call, and no other', () => {
    const calls = unheard();
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
    const calls = unheard();
    const started = ['x', 'y', null].map((session) => start(calls, 1, { session }));
    calls.cancel({ ...swipe, session: 'z' }, 1);
    calls.cancel({ ...swipe, session: 'y' }, 1);
    expect(started.map((call) => call.isAborted())).toEqual([false, true, false]);
  });

  it('ends neither of two calls with the same id', () => {
    const calls = unheard();
    const started = [1, 2].map(() => start(calls, 1));
    calls.cancel(swipe, 1);
    expect(started.map((call) => call.isAborted())).toEqual([false, false]);
  });

  it('is not affected by a call that has ended', async () => {
    const calls = unheard();
    const failing = calls.run({ ...swipe, requestId: 1 }, () =>
      Promise.reject(new Error('failed')),
    );
    await expect(failing).rejects.toThrow('failed');
    const next = start(calls, 1);
    calls.cancel(swipe, 1);
    expect(next.isAborted()).toBe(true);
  });
});

describe('the limit of calls', () => {
  it('is higher for all ports of one name together than for each', async () => {
    const calls = unheard();
    const ends: (() => void)[] = [];
    const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    const from = (port: number, agent = 'a') =>
      calls.run({ ...swipe, agent, from: 'page', port }, work);
    const running = [1, 2, 3, 4].flatMap((port) => Array.from({ length: 64 }, () => from(port)));
    await expect(from(5)).rejects.toMatchObject({
      code: 'too-many-calls',
      message:
        'The ports of this agent have 256 calls running or waiting already, the most that are allowed at once. Nothing was done.',
    });
    running.push(from(6, 'b'), calls.run({ ...swipe, agent: 'a' }, work));
    ends[0]?.();
    await running[0];
    // Neither its own port nor the name is at its limit any more.
    running.push(from(1));
    await expect(from(1)).rejects.toMatchObject({ message: /^This agent has 64 calls/ });
    for (const end of ends) end();
    await Promise.all(running);
  });

  it('does not count calls that have failed', async () => {
    const calls = unheard();
    for (let count = 0; count < 65; count++) {
      const failing = calls.run(swipe, () => Promise.reject(new Error('no')));
      await expect(failing).rejects.toThrow('no');
    }
  });
});
