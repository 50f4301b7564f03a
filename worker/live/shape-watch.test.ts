import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Size } from '../../core/geometry.ts';
import { ShapeWatch } from './current.ts';

const upright = { width: 720, height: 1600 };
const lying = { width: 1600, height: 720 };

describe('ShapeWatch', () => {
  let frame: Size | null = upright;
  let screen: Size = upright;
  let stuck = 0;
  let watch: ShapeWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    [frame, screen, stuck] = [upright, { width: 1080, height: 2400 }, 0];
    const onStuck = (): unknown => stuck++;
    watch = new ShapeWatch({ frameSize: () => frame, screenSize: () => screen, onStuck });
    watch.look();
  });
  afterEach(() => {
    watch.end();
    vi.useRealTimers();
  });

  /** The elements were read, and the screen has this size. */
  const read = (size: Size): void => {
    screen = size;
    watch.look();
  };
  const turned = { width: 2400, height: 1080 };

  it('has nothing to say of a video that has the shape, or of none', () => {
    watch.look();
    frame = null;
    read(turned);
    expect(watch.isRight).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });

  it('leaves the phone its time to begin anew', () => {
    read(turned);
    expect(watch.isRight).toBe(false);
    vi.advanceTimersByTime(1_500);
    frame = lying;
    expect(watch.isRight).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });

  it.each([
    ['turned', turned],
    ['folded', { width: 2208, height: 1840 }],
    ['set to another size', { width: 720, height: 1280 }],
  ])('notices once that it keeps its shape when the phone was %s', (_, size) => {
    read(size);
    vi.advanceTimersByTime(1_900);
    expect(stuck).toBe(0);
    vi.advanceTimersByTime(200);
    expect(stuck).toBe(1);
    // It did not help: once is enough.
    read(size);
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(1);
  });

  it('is silent after the end', () => {
    read(turned);
    watch.end();
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });
});
