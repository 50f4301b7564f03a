import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsoleWaitLimit } from './mcp-endpoint.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a call waits long, but only shortly in the minute after a timeout', () => {
  const waitLimit = new ConsoleWaitLimit();
  expect(waitLimit.waitTimeoutMs(0)).toBe(20_000);
  waitLimit.recordTimeout(0);
  expect(waitLimit.waitTimeoutMs(0)).toBe(1_000);
  vi.advanceTimersByTime(59_000);
  waitLimit.recordTimeout(0);
  expect(waitLimit.waitTimeoutMs(0)).toBe(1_000);
  // Short waits do not lengthen that minute.
  vi.advanceTimersByTime(1_000);
  expect(waitLimit.waitTimeoutMs(0)).toBe(20_000);
});

test('a console that has connected since restores the long wait', () => {
  const waitLimit = new ConsoleWaitLimit();
  waitLimit.recordTimeout(3);
  expect([waitLimit.waitTimeoutMs(3), waitLimit.waitTimeoutMs(4)]).toEqual([1_000, 20_000]);
});
