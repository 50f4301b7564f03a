import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RELAY_VERSION } from '../../core/relay/limits.ts';
import { ConsoleSeat } from './console-seat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newSeat = () => new ConsoleSeat('s', { version: RELAY_VERSION, toolPrefix: '', setup: null });

function sit(seat: ConsoleSeat) {
  const socket = seat.open({ send: () => undefined, close: () => undefined });
  const hello = { kind: 'hello', version: RELAY_VERSION, secret: 's', page: 'p' };
  socket.receive(JSON.stringify(hello));
  return socket;
}

/** What a promise came to so far. */
function watch<Result>(promise: Promise<Result>): { result: Result | 'waiting' } {
  const watched: { result: Result | 'waiting' } = { result: 'waiting' };
  void promise.then((result) => (watched.result = result));
  return watched;
}

test('once the seat has closed, no call waits for its console', async () => {
  const seat = newSeat();
  sit(seat);
  seat.close();
  const soon = watch(seat.consoleSoon());
  await vi.advanceTimersByTimeAsync(0);
  expect(soon.result).toBeNull();
});

test('a page that is open finds a new bridge in time', async () => {
  const seat = newSeat();
  const returns = watch(seat.consoleReturns());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(returns.result).toBe('waiting');
  sit(seat);
  await vi.advanceTimersByTimeAsync(0);
  expect(returns.result).toBe(true);
});

test('after some seconds no page can be expected any more', async () => {
  const seat = newSeat();
  const first = watch(seat.consoleReturns());
  await vi.advanceTimersByTimeAsync(5_500);
  const second = watch(seat.consoleReturns());
  await vi.advanceTimersByTimeAsync(0);
  expect([first.result, second.result]).toEqual([false, false]);
});
