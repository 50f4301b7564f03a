import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnstalledClock } from './time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets the clock tick every `tickMs` for the time; both in ms of the real clock. */
function pass(realMs: number, tickMs: number): void {
  const now = performance.now();
  for (let ms = tickMs; ms <= realMs; ms += tickMs) {
    vi.spyOn(performance, 'now').mockReturnValue(now + ms);
    vi.advanceTimersToNextTimer();
  }
}

it('counts the time while the thread runs', () => {
  const clock = new UnstalledClock();
  const start = clock.now();
  pass(400, 20);
  expect(clock.now() - start).toBe(400);
});

it.each([
  ['in one long stall', 2_000, 2_000],
  ['when every tick is late', 400, 80],
  ['when every tick is a little late', 400, 50],
])('keeps a double tap within its 40 to 300 ms %s', (_, realMs, tickMs) => {
  const clock = new UnstalledClock();
  const start = clock.now();
  pass(realMs, tickMs);
  expect(clock.now() - start).toBeGreaterThan(40);
  expect(clock.now() - start).toBeLessThan(300);
});
