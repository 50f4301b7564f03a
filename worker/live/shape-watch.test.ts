import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Size } from '#core/geometry.ts';
import { ShapeWatch } from './shape-watch.ts';

const upright = { width: 720, height: 1600 };
const lying = { width: 1600, height: 720 };

describe('ShapeWatch', () => {
  let frame: Size | null = upright;
  let screen: Size = upright;
  let stuckCount = 0;
  let watch: ShapeWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    frame = upright;
    screen = { width: 1080, height: 2400 };
    stuckCount = 0;
    const onStuck = (): unknown => stuckCount++;
    watch = new ShapeWatch({ frameSize: () => frame, screenSize: () => screen, onStuck });
    watch.check();
  });
  afterEach(() => {
    watch.end();
    vi.useRealTimers();
  });

  /** Simulates a reading of the elements on a screen of this size. */
  const readElements = (size: Size): void => {
    screen = size;
    watch.check();
  };
  const turned = { width: 2400, height: 1080 };

  it('accepts a video of the right shape, and no video', () => {
    watch.check();
    frame = null;
    readElements(turned);
    expect(watch.isMatching).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });

  it('gives the phone time to restart its video', () => {
    readElements(turned);
    expect(watch.isMatching).toBe(false);
    vi.advanceTimersByTime(1_500);
    frame = lying;
    expect(watch.isMatching).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });

  it.each([
    ['turned', turned],
    ['folded', { width: 2208, height: 1840 }],
    ['set to another size', { width: 720, height: 1280 }],
  ])('reports once that the shape stays wrong after the phone was %s', (_, size) => {
    readElements(size);
    vi.advanceTimersByTime(1_900);
    expect(stuckCount).toBe(0);
    vi.advanceTimersByTime(200);
    expect(stuckCount).toBe(1);
    // The restart did not help and is not repeated.
    readElements(size);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(1);
  });

  it('reports nothing after the end', () => {
    readElements(turned);
    watch.end();
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });
});
