import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Repeater } from './repeater.ts';

const workMs = 300;
const pauseMs = 1000;

describe('Repeater', () => {
  let turns = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  let repeater: Repeater;

  beforeEach(() => {
    vi.useFakeTimers();
    turns = atOnce = mostAtOnce = 0;
    repeater = new Repeater(async () => {
      turns++;
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, workMs));
      atOnce--;
    }, pauseMs);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts at once and pauses after the end of each run', async () => {
    repeater.start();
    expect(turns).toBe(1);
    await vi.advanceTimersByTimeAsync(workMs + pauseMs - 1);
    expect(turns).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(turns).toBe(2);
  });

  it('stops', async () => {
    repeater.start();
    repeater.stop();
    await vi.advanceTimersByTimeAsync(10 * pauseMs);
    expect(turns).toBe(1);
  });

  it('skips the pause when started again', async () => {
    repeater.start();
    await vi.advanceTimersByTimeAsync(workMs + 100);
    repeater.stop();
    repeater.start();
    expect(turns).toBe(2);
  });

  it('when started again during a run, begins the next right after it, never in parallel', async () => {
    repeater.start();
    repeater.stop();
    repeater.start();
    expect(turns).toBe(1);
    await vi.advanceTimersByTimeAsync(workMs);
    expect(turns).toBe(2);
    expect(mostAtOnce).toBe(1);
  });
});
