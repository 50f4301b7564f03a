import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Repeater } from './screen.svelte.ts';

const workMs = 300;
const pauseMs = 1000;

describe('Repeater', () => {
  let runs = 0;
  let concurrent = 0;
  let maxConcurrent = 0;
  let repeater: Repeater;

  beforeEach(() => {
    vi.useFakeTimers();
    runs = 0;
    concurrent = 0;
    maxConcurrent = 0;
    repeater = new Repeater(async () => {
      runs++;
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      await new Promise((resolve) => setTimeout(resolve, workMs));
      concurrent--;
    }, pauseMs);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts at once and pauses after the end of each run', async () => {
    repeater.start();
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(workMs + pauseMs - 1);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
  });

  it('stops', async () => {
    repeater.start();
    repeater.stop();
    await vi.advanceTimersByTimeAsync(10 * pauseMs);
    expect(runs).toBe(1);
  });

  it('skips the pause when started again', async () => {
    repeater.start();
    await vi.advanceTimersByTimeAsync(workMs + 100);
    repeater.stop();
    repeater.start();
    expect(runs).toBe(2);
  });

  it('runs again right after the current run if started during it, never in parallel', async () => {
    repeater.start();
    repeater.stop();
    repeater.start();
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(workMs);
    expect(runs).toBe(2);
    expect(maxConcurrent).toBe(1);
  });
});
