import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Liveness } from './liveness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watched worker that answers every ping at once, unless it hangs. */
function watched({ hangs = false } = {}) {
  const worker = { hangs, pings: 0, told: [] as boolean[] };
  const liveness: Liveness = new Liveness({
    ping: () => {
      worker.pings += 1;
      if (!worker.hangs) queueMicrotask(() => liveness.heard());
    },
    onChange: (silent) => worker.told.push(silent),
  });
  liveness.start();
  return { worker, liveness };
}

test('a worker that hangs is noticed within 3 s, and so is its return', async () => {
  const { worker, liveness } = watched();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.told).toEqual([]);
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(worker.told).toEqual([true]);
  await vi.advanceTimersByTimeAsync(60_000);
  liveness.heard();
  expect(worker.told).toEqual([true, false]);
});

test('one that is busy for a second at a stretch is alive', async () => {
  const { worker, liveness } = watched();
  for (let turn = 0; turn < 20; turn += 1) {
    worker.hangs = true;
    await vi.advanceTimersByTimeAsync(1_000);
    worker.hangs = false;
    liveness.heard();
  }
  expect(worker.told).toEqual([]);
});

test('one that is loading has more time, but not for ever', async () => {
  const { worker } = watched({ hangs: true });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(worker.told).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker.told).toEqual([true]);
});

test('a hidden page neither asks nor judges; seen again, it waits for a fresh answer', async () => {
  const { worker, liveness } = watched();
  await vi.advanceTimersByTimeAsync(1_000);
  liveness.setSeen(false);
  const { pings } = worker;
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect([worker.pings, worker.told]).toEqual([pings, []]);
  liveness.setSeen(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(worker.told).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(worker.told).toEqual([true]);
});

test('a page that slept does not take its own sleep for silence', async () => {
  const { worker } = watched();
  await vi.advanceTimersByTimeAsync(1_000);
  // What was sent meanwhile is read after the first beat.
  worker.hangs = true;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  await vi.advanceTimersByTimeAsync(600);
  clock.mockRestore();
  worker.hangs = false;
  await vi.advanceTimersByTimeAsync(600);
  expect(worker.told).toEqual([]);
});

test('nothing is heard of a worker that was let go', async () => {
  const { worker, liveness } = watched();
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(5_000);
  liveness.stop();
  const { pings } = worker;
  liveness.setSeen(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([worker.pings, worker.told]).toEqual([pings, [true, false]]);
});
