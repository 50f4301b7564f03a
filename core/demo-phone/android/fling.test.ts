import { afterEach, describe, expect, it, vi } from 'vitest';
import { flingCourse } from './motion.ts';
import { testPhone } from './testing/boot.ts';

const settings = 'com.android.settings/.Settings';

afterEach(() => {
  vi.useRealTimers();
});

async function flung() {
  vi.useFakeTimers();
  const phone = await testPhone({ activity: settings, faults: ['momentum'] });
  const before = phone.finger.get('Battery').bounds.top;
  const offset = () => before - phone.finger.get('Battery').bounds.top;
  phone.finger.swipe([540, 1500], [540, 1350], 60);
  return { ...phone, offset };
}

describe('a flung list', () => {
  it('decelerates for about a second, and notifies listeners of each frame', async () => {
    const { world, offset } = await flung();
    expect(offset()).toBe(150);
    expect(world.moving).toBe(true);
    const times: number[] = [];
    const gone: number[] = [];
    const startedAt = performance.now();
    world.onChange(() => {
      times.push(performance.now() - startedAt);
      gone.push(offset());
    });
    vi.runAllTimers();
    expect(world.moving).toBe(false);
    expect(times.at(-1)).toBeGreaterThan(400);
    expect(times.at(-1)).toBeLessThan(1500);
    expect(times.length / ((times.at(-1) ?? 0) / 1000)).toBeGreaterThan(30);
    const steps = gone.slice(1).map((value, index) => value - (gone[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(steps[0]).toBeGreaterThan((steps.at(-2) ?? 0) + 3);
    expect(gone.at(-1)).toBeGreaterThan(300);
  });

  it('can be awaited by several callers, each until its signal aborts', async () => {
    const { world } = await flung();
    const leave = new AbortController();
    const gaveUp = world.whenStill(leave.signal);
    const still = world.whenStill(new AbortController().signal);
    leave.abort();
    await expect(gaveUp).rejects.toMatchObject({ code: 'cancelled' });
    expect(world.moving).toBe(true);
    vi.runAllTimers();
    await still;
    expect(world.moving).toBe(false);
    await world.whenStill(new AbortController().signal);
  });

  it('stops under a finger, whose touch is then no tap', async () => {
    const { world, offset } = await flung();
    vi.advanceTimersByTime(100);
    world.touchEvent({ pointerId: 0, action: 'down', x: 540, y: 1400, timeMs: 0 });
    expect(world.moving).toBe(false);
    const stopped = offset();
    vi.advanceTimersByTime(100);
    world.touchEvent({ pointerId: 0, action: 'up', x: 540, y: 1400, timeMs: 100 });
    expect(offset()).toBe(stopped);
    expect(world.resumed().activity).toBe('com.android.settings.Settings');
    world.touch([{ x: 540, y: 1400, timeMs: 0 }]);
    expect(world.resumed().activity).toBe('com.android.settings.SubSettings');
  });

  it('stops at the end of its content', async () => {
    const { world, finger } = await flung();
    vi.runAllTimers();
    for (let turn = 0; turn < 4; turn++) {
      finger.swipe([540, 2000], [540, 600], 100);
      vi.runAllTimers();
    }
    expect(finger.find('About phone')).toBeDefined();
    finger.swipe([540, 2000], [540, 600], 100);
    vi.advanceTimersByTime(20);
    expect(world.moving).toBe(false);
  });
});

describe('a list does not fling', () => {
  it('when the finger rested before it was lifted', async () => {
    const { world, finger } = await flung();
    vi.runAllTimers();
    const start = performance.now();
    const { top } = finger.get('Battery').bounds;
    const at = (action: 'down' | 'move' | 'up', y: number, timeMs: number) =>
      world.touchEvent({ pointerId: 0, action, x: 540, y, timeMs: start + timeMs });
    at('down', 1500, 0);
    for (let step = 1; step <= 5; step++) at('move', 1500 - step * 30, step * 16);
    at('up', 1350, 400);
    expect(world.moving).toBe(false);
    expect(finger.get('Battery').bounds.top).toBe(top - 150);
  });

  it('on a phone without momentum', async () => {
    const { world, finger } = await testPhone({ activity: settings });
    finger.swipe([540, 1500], [540, 1350], 60);
    expect(world.moving).toBe(false);
  });

  it('when the finger is slow', () => {
    expect(flingCourse(40 * 2.625, 2.625)).toBeUndefined();
  });
});

describe('the fling trajectory', () => {
  it('matches that of OverScroller', () => {
    // 4000 px/s at 420 dpi, by its formulas.
    const course = flingCourse(-4000, 2.625);
    expect(course?.durationMs).toBeCloseTo(757, -1);
    expect(course?.distance).toBeCloseTo(-1060, -1);
  });

  it('is limited to the maximum fling velocity', () => {
    expect(flingCourse(90_000, 2.625)).toEqual(flingCourse(30_000, 2.625));
  });

  it('also runs on a phone with real latency', async () => {
    const { world, finger } = await testPhone({ activity: settings, latency: 'real' });
    finger.swipe([540, 1500], [540, 1350], 60);
    expect(world.moving).toBe(true);
    await world.whenStill(new AbortController().signal);
    expect(world.moving).toBe(false);
  });
});
