import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest';
import {
  type LiveMoment,
  maxWaitMs,
  settleMs,
  untilCurrentMs,
  ElementChanges,
  ShapeWatch,
} from './current.ts';
import type { Size } from '../../core/geometry.ts';

const moment = (given: Partial<LiveMoment>): number | null =>
  untilCurrentMs({
    nowMs: 10_000,
    askedAtMs: 10_000,
    changedAtMs: 0,
    longestGapMs: 16,
    alwaysLateMs: 0,
    lateMs: 5,
    ...given,
  });

describe('untilCurrentMs', () => {
  it('counts from the request, however long the picture has been still', () => {
    expect(moment({})).toBe(settleMs);
    expect(moment({ nowMs: 10_000 + settleMs })).toBe(0);
  });
  it('starts again after each change', () => {
    expect(moment({ nowMs: 10_140, changedAtMs: 10_120 })).toBe(settleMs - 20);
    expect(moment({ nowMs: 10_120 + settleMs, changedAtMs: 10_120 })).toBe(0);
  });
  it('is longer for a phone that draws slowly', () => {
    expect(moment({ longestGapMs: 200 })).toBe(400);
  });
  it('is longer for late packets, and null for packets that are much too late', () => {
    expect(moment({ lateMs: 200 })).toBe(400);
    expect(moment({ lateMs: 400 })).toBeNull();
  });
  it('includes the delay of every packet, and is null when that is always too long', () => {
    expect(moment({ alwaysLateMs: 120 })).toBe(settleMs);
    expect(moment({ alwaysLateMs: 400, lateMs: 50 })).toBe(500);
    expect(moment({ alwaysLateMs: 650 })).toBeNull();
  });
  it('is null for a picture that never stops moving', () => {
    const lastChance = maxWaitMs - settleMs;
    expect(moment({ nowMs: 10_500, changedAtMs: 10_000 + lastChance })).toBe(100);
    expect(moment({ nowMs: 10_500, changedAtMs: 10_001 + lastChance })).toBeNull();
  });
  it('is 0 at the last moment of the wait', () => {
    expect(moment({ nowMs: 10_000 + maxWaitMs, changedAtMs: 10_000 + maxWaitMs - settleMs })).toBe(
      0,
    );
  });
});

describe('ElementChanges', () => {
  it('keeps the last reading of other elements, however often the new ones are read', () => {
    const changes = new ElementChanges();
    changes.read(1, 10);
    changes.read(1, 20);
    expect(changes.othersAtMs).toBe(-Infinity);
    changes.read(2, 30);
    expect(changes.othersAtMs).toBe(20);
    changes.read(2, 40);
    expect(changes.othersAtMs).toBe(20);
  });
});

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

  /** Simulates a reading of the elements on a screen of this size. */
  const read = (size: Size): void => {
    screen = size;
    watch.look();
  };
  const turned = { width: 2400, height: 1080 };

  it('accepts a video of the right shape, and a missing one', () => {
    watch.look();
    frame = null;
    read(turned);
    expect(watch.isRight).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });

  it('gives the phone time to restart its video', () => {
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
  ])('reports once that the shape stays wrong after the phone was %s', (_, size) => {
    read(size);
    vi.advanceTimersByTime(1_900);
    expect(stuck).toBe(0);
    vi.advanceTimersByTime(200);
    expect(stuck).toBe(1);
    // A restart did not help; it is not repeated.
    read(size);
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(1);
  });

  it('reports nothing after the end', () => {
    read(turned);
    watch.end();
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });
});
