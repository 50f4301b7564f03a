import { afterEach, expect, it } from 'vitest';
import { swipeGesture } from '../../core/gestures/swipe.ts';
import { pause } from '../waits/deadline.ts';
import { liftOnCancel } from './shell-actor.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  fingersDown,
  neverAborts,
  createPhoneHarness,
  watchTouches,
} from './testing/bench.ts';

let shellHarness: PhoneHarness | undefined;
afterEach(() => shellHarness?.connection.close());

const from = { x: 500, y: 1_500 };
const to = { x: 500, y: 700 };

/** A phone with real latency and the shell backend, and the events on its screen. */
async function createShellHarness(options: PhoneHarnessOptions = {}) {
  shellHarness = await createPhoneHarness({ ...options, faults: ['no-scrcpy'], latency: 'real' });
  await shellHarness.phone.pressKey('HOME', neverAborts);
  const events = watchTouches(shellHarness);
  const isDown = (): boolean => fingersDown(events).length > 0;
  return { phone: shellHarness.phone, connection: shellHarness.connection, events, isDown };
}

it('lifts the finger of a swipe that is cancelled, long before its end', async () => {
  const { phone, events, isDown } = await createShellHarness();
  const abort = new AbortController();
  const swiping = phone.performGesture(swipeGesture(from, to, 5_000), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await expect.poll(isDown).toBe(false);
  expect(events.some(({ action }) => action === 'up')).toBe(false);
  // It rejects only when the phone's command has ended and can no longer disturb the next gesture.
  await failed;
  expect(events.at(-1)?.action).toBe('up');
});

it('also when the finger goes down after the cancellation', async () => {
  const { phone, connection, events, isDown } = await createShellHarness();
  const over = new AbortController();
  const playing = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve()),
  );
  const lifting = liftOnCancel(connection, { playing, from, signal: AbortSignal.abort() });
  // The first attempt is sent before the swipe, and so ends nothing.
  await pause(50, neverAborts);
  const swiping = phone.performGesture(swipeGesture(from, to, 3_000), neverAborts);
  const actions = (): string[] => events.map(({ action }) => action);
  await expect.poll(actions).toContain('down');
  await expect.poll(() => actions().lastIndexOf('cancel') > actions().indexOf('down')).toBe(true);
  expect(isDown()).toBe(false);
  over.abort();
  await lifting;
  await swiping;
});

it('waits for the end of the swipe on phones that can not cancel it', async () => {
  const { phone, events, isDown } = await createShellHarness({ android: 8 });
  const abort = new AbortController();
  const swiping = phone.performGesture(swipeGesture(from, to, 1_500), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await failed;
  expect(events.map(({ action }) => action)).not.toContain('cancel');
  expect(isDown()).toBe(false);
});
