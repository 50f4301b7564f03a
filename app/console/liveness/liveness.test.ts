import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Liveness } from './console-worker.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake worker that answers every ping at once, unless it hangs, and the events about it. */
function createHarness({ hangs = false } = {}) {
  const worker = { hangs, pings: 0, changes: [] as boolean[] };
  const liveness: Liveness = new Liveness({
    ping: () => {
      worker.pings += 1;
      if (!worker.hangs) queueMicrotask(() => liveness.onMessage());
    },
    onChange: (isUnresponsive) => worker.changes.push(isUnresponsive),
  });
  liveness.start();
  return { worker, liveness };
}

test('reports a hung worker within 3 s, and its recovery', async () => {
  const { worker, liveness } = createHarness();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.changes).toEqual([]);
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(worker.changes).toEqual([true]);
  await vi.advanceTimersByTimeAsync(60_000);
  liveness.onMessage();
  expect(worker.changes).toEqual([true, false]);
});

test('does not report a worker that blocks for a second at a time', async () => {
  const { worker, liveness } = createHarness();
  for (let turn = 0; turn < 20; turn += 1) {
    worker.hangs = true;
    await vi.advanceTimersByTimeAsync(1_000);
    worker.hangs = false;
    liveness.onMessage();
  }
  expect(worker.changes).toEqual([]);
});

test('gives a loading worker more time, but not unlimited', async () => {
  const { worker } = createHarness({ hangs: true });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(worker.changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker.changes).toEqual([true]);
});

test('a hidden page neither pings nor reports; once visible, it waits for a new answer', async () => {
  const { worker, liveness } = createHarness();
  await vi.advanceTimersByTimeAsync(1_000);
  liveness.setPageVisible(false);
  const { pings } = worker;
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect([worker.pings, worker.changes]).toEqual([pings, []]);
  liveness.setPageVisible(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(worker.changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(worker.changes).toEqual([true]);
});

test('a page that slept does not report the worker as unresponsive', async () => {
  const { worker } = createHarness();
  await vi.advanceTimersByTimeAsync(1_000);
  // Messages sent meanwhile are read after the first ping.
  worker.hangs = true;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  await vi.advanceTimersByTimeAsync(600);
  clock.mockRestore();
  worker.hangs = false;
  await vi.advanceTimersByTimeAsync(600);
  expect(worker.changes).toEqual([]);
});

test('reports nothing after stop', async () => {
  const { worker, liveness } = createHarness();
  worker.hangs = true;
  await vi.advanceTimersByTimeAsync(5_000);
  liveness.stop();
  const { pings } = worker;
  liveness.setPageVisible(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([worker.pings, worker.changes]).toEqual([pings, [true, false]]);
});
