import { afterEach, describe, expect, it, vi } from 'vitest';
import { flingTrajectory } from './motion.ts';
import { createTestPhone } from './testing/boot.ts';

const settingsActivity = 'com.android.settings/.Settings';

afterEach(() => {
  vi.useRealTimers();
});

async function flingSettingsList() {
  vi.useFakeTimers();
  const phone = await createTestPhone({ activity: settingsActivity, faults: ['momentum'] });
  const before = phone.finger.get('Battery').bounds.top;
  const offset = () => before - phone.finger.get('Battery').bounds.top;
  phone.finger.swipe([540, 1500], [540, 1350], 60);
  return { ...phone, offset };
}

describe('a flung list', () => {
  it('decelerates for about a second, and notifies listeners of each frame', async () => {
    const { world, offset } = await flingSettingsList();
    expect(offset()).toBe(150);
    expect(world.isAnimating).toBe(true);
    const times: number[] = [];
    const offsets: number[] = [];
    const startedAt = performance.now();
    world.onChange(() => {
      times.push(performance.now() - startedAt);
      offsets.push(offset());
    });
    vi.runAllTimers();
    expect(world.isAnimating).toBe(false);
    expect(times.at(-1)).toBeGreaterThan(400);
    expect(times.at(-1)).toBeLessThan(1500);
    expect(times.length / ((times.at(-1) ?? 0) / 1000)).toBeGreaterThan(30);
    const steps = offsets.slice(1).map((value, index) => value - (offsets[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(steps[0]).toBeGreaterThan((steps.at(-2) ?? 0) + 3);
    expect(offsets.at(-1)).toBeGreaterThan(300);
  });

  it('can be awaited by several callers, each until its signal aborts', async () => {
    const { world } = await flingSettingsList();
    const controller = new AbortController();
    const abortedWait = world.whenIdle(controller.signal);
    const idle = world.whenIdle(new AbortController().signal);
    controller.abort();
    await expect(abortedWait).rejects.toMatchObject({ code: 'cancelled' });
    expect(world.isAnimating).toBe(true);
    vi.runAllTimers();
    await idle;
    expect(world.isAnimating).toBe(false);
    await world.whenIdle(new AbortController().signal);
  });

  it('stops under a finger, whose touch is then no tap', async () => {
    const { world, offset } = await flingSettingsList();
    vi.advanceTimersByTime(100);
    world.injectTouchEvent({ pointerId: 0, action: 'down', x: 540, y: 1400, timeMs: 0 });
    expect(world.isAnimating).toBe(false);
    const stopped = offset();
    vi.advanceTimersByTime(100);
    world.injectTouchEvent({ pointerId: 0, action: 'up', x: 540, y: 1400, timeMs: 100 });
    expect(offset()).toBe(stopped);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    world.injectGesture([{ x: 540, y: 1400, timeMs: 0 }]);
    expect(world.resumedActivity().activity).toBe('com.android.settings.SubSettings');
  });

  it('stops at the end of its content', async () => {
    const { world, finger } = await flingSettingsList();
    vi.runAllTimers();
    for (let turn = 0; turn < 4; turn++) {
      finger.swipe([540, 2000], [540, 600], 100);
      vi.runAllTimers();
    }
    expect(finger.find('About phone')).toBeDefined();
    finger.swipe([540, 2000], [540, 600], 100);
    vi.advanceTimersByTime(20);
    expect(world.isAnimating).toBe(false);
  });
});

describe('a list does not fling', () => {
  it('when the finger rested before it was lifted', async () => {
    const { world, finger } = await flingSettingsList();
    vi.runAllTimers();
    const start = performance.now();
    const { top } = finger.get('Battery').bounds;
    const at = (action: 'down' | 'move' | 'up', y: number, timeMs: number) =>
      world.injectTouchEvent({ pointerId: 0, action, x: 540, y, timeMs: start + timeMs });
    at('down', 1500, 0);
    for (let step = 1; step <= 5; step++) at('move', 1500 - step * 30, step * 16);
    at('up', 1350, 400);
    expect(world.isAnimating).toBe(false);
    expect(finger.get('Battery').bounds.top).toBe(top - 150);
  });

  it('on a phone without momentum', async () => {
    const { world, finger } = await createTestPhone({ activity: settingsActivity });
    finger.swipe([540, 1500], [540, 1350], 60);
    expect(world.isAnimating).toBe(false);
  });

  it('when the finger is slow', () => {
    expect(flingTrajectory(40 * 2.625, 2.625)).toBeUndefined();
  });
});

describe('the fling trajectory', () => {
  it('matches that of OverScroller', () => {
    // 4000 px/s at 420 dpi, by its formulas.
    const trajectory = flingTrajectory(-4000, 2.625);
    expect(trajectory?.durationMs).toBeCloseTo(757, -1);
    expect(trajectory?.distance).toBeCloseTo(-1060, -1);
  });

  it('is limited to the maximum fling velocity', () => {
    expect(flingTrajectory(90_000, 2.625)).toEqual(flingTrajectory(30_000, 2.625));
  });

  it('also runs on a phone with real latency', async () => {
    const { world, finger } = await createTestPhone({
      activity: settingsActivity,
      latency: 'real',
    });
    finger.swipe([540, 1500], [540, 1350], 60);
    expect(world.isAnimating).toBe(true);
    await world.whenIdle(new AbortController().signal);
    expect(world.isAnimating).toBe(false);
  });
});
