import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunningCall } from '../../core/link/messages.ts';
import { InFlight } from './in-flight.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;
const swipe = { agent: 'codex', from: 'bridge', tool: 'swipe', signal: never } as const;

/** Work that ends when it is told to by its signal. */
function obedient({ signal }: { readonly signal: AbortSignal }): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('ended'), { once: true });
  });
}

it('lists calls from their beginning to their end, under ids of their own', async () => {
  const told: (readonly RunningCall[])[] = [];
  const inFlight = new InFlight((calls) => told.push(calls));
  const gaveUp = new AbortController();
  const first = inFlight.run({ ...swipe, signal: gaveUp.signal }, obedient);
  const second = inFlight.run({ ...swipe, tool: 'tap' }, ({ id }) => Promise.resolve(id));
  const id = await second;
  gaveUp.abort();
  expect(await first).toBe('ended');
  const shown = told.map((calls) => calls.map(({ id, tool }) => `${id} ${tool}`).join());
  const swiping = `${id - 1} swipe`;
  expect(shown).toEqual([swiping, `${swiping},${id} tap`, swiping, '']);
});

it('tells how far a call has come, until it ends', async () => {
  const told: unknown[] = [];
  const inFlight = new InFlight((calls) => told.push(calls.map(({ progress }) => progress)));
  const report = { done: 1, total: 2, message: 'half way' };
  const id = await inFlight.run(swipe, ({ id }) =>
    Promise.resolve().then(() => (inFlight.report(id, report), id)),
  );
  inFlight.report(id, report);
  expect(told).toEqual([[undefined], [report], []]);
});

it('stops what runs, and nothing that comes after', async () => {
  const inFlight = new InFlight(() => undefined);
  const before = inFlight.run(swipe, obedient);
  const stopping = inFlight.stop();
  const after = inFlight.run(swipe, ({ signal, stopped }) =>
    Promise.resolve(signal.aborted || stopped.aborted),
  );
  await stopping;
  expect(await before).toBe('ended');
  expect(await after).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('says so when a call does not end', async () => {
  const inFlight = new InFlight(() => undefined);
  void inFlight.run(swipe, () => new Promise(() => undefined));
  const failed = expect(inFlight.stop()).rejects.toMatchObject({
    code: 'timeout',
    message: 'Not everything ended within 2 s: swipe of codex.',
  });
  await vi.advanceTimersByTimeAsync(2_000);
  await failed;
});
