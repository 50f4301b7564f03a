import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Patience } from './no-console.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a call waits long, but only shortly in the minute after a timeout', () => {
  const patience = new Patience();
  expect(patience.limitMs(0)).toBe(20_000);
  patience.waitedInVain(0);
  expect(patience.limitMs(0)).toBe(1_000);
  vi.advanceTimersByTime(59_000);
  patience.waitedInVain(0);
  expect(patience.limitMs(0)).toBe(1_000);
  // Short waits do not lengthen that minute.
  vi.advanceTimersByTime(1_000);
  expect(patience.limitMs(0)).toBe(20_000);
});

test('a console that has connected since restores the long wait', () => {
  const patience = new Patience();
  patience.waitedInVain(3);
  expect([patience.limitMs(3), patience.limitMs(4)]).toEqual([1_000, 20_000]);
});
