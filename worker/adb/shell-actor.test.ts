import { afterEach, expect, it } from 'vitest';
import { swipe } from '../../core/gestures/swipe.ts';
import { pause } from '../waits/deadline.ts';
import { liftIfCancelled } from './shell-actor.ts';
import {
  type Bench,
  type BenchOptions,
  fingersDown,
  never,
  openBench,
  watchTouches,
} from './testing/bench.ts';

let bench: Bench | undefined;
afterEach(() => bench?.connection.close());

const from = { x: 500, y: 1_500 };
const to = { x: 500, y: 700 };

/** A phone of the usual pace that is acted on by its shell, and what touches its screen. */
async function open(options: BenchOptions = {}) {
  bench = await openBench({ ...options, faults: ['no-scrcpy'], latency: 'real' });
  await bench.phone.pressKey('HOME', never);
  const events = watchTouches(bench);
  const isDown = (): boolean => fingersDown(events).length > 0;
  return { phone: bench.phone, connection: bench.connection, events, isDown };
}

it('lifts the finger of a swipe that is cancelled, long before its end', async () => {
  const { phone, events, isDown } = await open();
  const abort = new AbortController();
  const swiping = phone.performGesture(swipe(from, to, 5_000), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await expect.poll(isDown).toBe(false);
  expect(events.some(({ action }) => action === 'up')).toBe(false);
  // It rejects when the phone's own command has ended, and not while that could still disturb.
  await failed;
  expect(events.at(-1)?.action).toBe('up');
});

it('also where the finger comes down after it was cancelled', async () => {
  const { phone, connection, events, isDown } = await open();
  const over = new AbortController();
  const playing = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve()),
  );
  const lifting = liftIfCancelled(connection, { playing, from, signal: AbortSignal.abort() });
  // The first try is on its way before the swipe, and ends nothing; were it late, it would do.
  await pause(50, never);
  const swiping = phone.performGesture(swipe(from, to, 3_000), never);
  const actions = (): string[] => events.map(({ action }) => action);
  await expect.poll(actions).toContain('down');
  await expect.poll(() => actions().lastIndexOf('cancel') > actions().indexOf('down')).toBe(true);
  expect(isDown()).toBe(false);
  over.abort();
  await lifting;
  await swiping;
});

it('where the phone can not, waits for the end of the swipe', async () => {
  const { phone, events, isDown } = await open({ android: 8 });
  const abort = new AbortController();
  const swiping = phone.performGesture(swipe(from, to, 1_500), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await failed;
  expect(events.map(({ action }) => action)).not.toContain('cancel');
  expect(isDown()).toBe(false);
});
