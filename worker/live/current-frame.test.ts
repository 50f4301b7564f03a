import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  DisplayWatch,
  ElementChanges,
  maxWaitMs,
  settleMs,
  ShapeWatch,
  msUntilFrameIsCurrent,
  type LiveMoment,
} from './current-frame.ts';
import type { Size } from '#core/geometry.ts';

const moment = (overrides: Partial<LiveMoment>): number | null =>
  msUntilFrameIsCurrent({
    nowMs: 10_000,
    requestedAtMs: 10_000,
    sinceMs: 10_000,
    changedAtMs: 0,
    longestGapMs: 16,
    alwaysLateMs: 0,
    lateMs: 5,
    ...overrides,
  });

describe('msUntilFrameIsCurrent', () => {
  it('counts from the request, however long the picture has been still', () => {
    expect(moment({})).toBe(settleMs);
    expect(moment({ nowMs: 10_000 + settleMs })).toBe(0);
  });
  it('needs no wait for a moment that has long been shown', () => {
    expect(moment({ sinceMs: 8_000 })).toBe(0);
    expect(moment({ sinceMs: 8_000, changedAtMs: 9_900 })).toBe(settleMs - 100);
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
    changes.record(1, 10);
    changes.record(1, 20);
    expect(changes.lastDifferentAtMs).toBe(-Infinity);
    changes.record(2, 30);
    expect(changes.lastDifferentAtMs).toBe(20);
    changes.record(2, 40);
    expect(changes.lastDifferentAtMs).toBe(20);
  });
});

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

  it('accepts a video of the right shape, and a missing one', () => {
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
    // A restart did not help; it is not repeated.
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

describe('DisplayWatch', () => {
  useDrivenClock();

  let watch: DisplayWatch | undefined;
  afterEach(() => watch?.end());

  /** A phone with a settable display, and the changes that were reported. */
  function openDisplay() {
    const phone: { awake: boolean | null; reads: number } = { awake: true, reads: 0 };
    const changes: boolean[] = [];
    const watching = new DisplayWatch({
      readAwake: () => {
        phone.reads++;
        return Promise.resolve(phone.awake);
      },
      onChange: () => changes.push(watching.isOn),
    });
    watch = watching;
    return { phone, changes, watch: watching };
  }

  it('asks after an input without a frame, and again at the next frame', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    watch.onInput();
    await expect.poll(() => changes).toEqual([false]);
    phone.awake = true;
    watch.onFrame();
    await expect.poll(() => changes).toEqual([false, true]);
  });

  it('does not mistake the frame of a dozing phone for a display that is on', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    watch.onInput();
    await expect.poll(() => changes).toEqual([false]);
    const before = phone.reads;
    watch.onFrame();
    await expect.poll(() => phone.reads).toBeGreaterThan(before);
    expect(watch.isOn).toBe(false);
  });

  it('assumes that the display of a phone that does not report it is on', async () => {
    const { phone, watch } = openDisplay();
    phone.awake = null;
    watch.onInput();
    await expect.poll(() => phone.reads).toBeGreaterThan(0);
    expect(watch.isOn).toBe(true);
  });

  it('asks without an input too, and no more after its end', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    await expect.poll(() => changes).toEqual([false]);
    watch.end();
    const before = phone.reads;
    watch.onFrame();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(phone.reads).toBe(before);
  });
});
