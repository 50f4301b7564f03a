import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestPhone, pinch, sendTouchEvents } from './testing/test-phone.ts';
import { flingTrajectory } from './motion.ts';
import { AbortedError } from '../time.ts';

const settings = 'com.android.settings/.Settings';
const sound = 'com.android.settings/.Settings$SoundSettingsActivity';
const notes = 'com.handset.notes/.MainActivity';

afterEach(() => {
  vi.useRealTimers();
});

describe('a drag', () => {
  it('scrolls a list while the finger moves, and notifies listeners of each move', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const top = () => finger.get('Battery').bounds.top;
    const before = top();
    let changeCount = 0;
    world.onChange(() => changeCount++);
    sendTouchEvents(world, [
      ['down', 540, 1800, 0],
      ['move', 540, 1790, 16],
    ]);
    expect(top()).toBe(before);
    expect(changeCount).toBe(0);
    sendTouchEvents(world, [['move', 540, 1700, 32]]);
    expect(top()).toBe(before - 100);
    expect(changeCount).toBe(1);
    sendTouchEvents(world, [['move', 540, 1750, 48]]);
    expect(top()).toBe(before - 50);
    sendTouchEvents(world, [['up', 540, 1750, 64]]);
    expect(top()).toBe(before - 50);
  });

  it('reverses immediately at the end of a list', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const before = finger.get('Battery').bounds.top;
    sendTouchEvents(world, [
      ['down', 540, 1000, 0],
      ['move', 540, 1400, 16],
      ['move', 540, 1300, 32],
      ['up', 540, 1300, 48],
    ]);
    expect(finger.get('Battery').bounds.top).toBe(before - 100);
  });

  it('moves a slider, but not with a vertical drag', async () => {
    const { world, finger } = await createTestPhone({ activity: sound });
    const slider = finger.get('seekbar').bounds;
    const y = (slider.top + slider.bottom) / 2;
    const x = slider.left + 300;
    const first = await world.screenshot();
    sendTouchEvents(world, [
      ['down', x, y, 0],
      ['move', x + 200, y, 16],
    ]);
    const second = await world.screenshot();
    sendTouchEvents(world, [
      ['move', x + 400, y, 32],
      ['cancel', x + 400, y, 48],
    ]);
    const third = await world.screenshot();
    expect(Buffer.compare(first, second)).not.toBe(0);
    expect(Buffer.compare(second, third)).not.toBe(0);
    finger.swipe([x, y], [x, y - 400]);
    expect(Buffer.compare(await world.screenshot(), third)).toBe(0);
  });

  it('opens the shade, but not if it is short', async () => {
    const { world, finger } = await createTestPhone({});
    finger.swipe([540, 10], [540, 60]);
    expect(world.focusedWindow().kind).toBe('activity');
    finger.swipe([540, 10], [540, 900]);
    expect(world.focusedWindow().kind).toBe('shade');
  });

  it('pushes the shade up, and opens the quick settings when it goes down', async () => {
    const { world, finger } = await createTestPhone({});
    world.expandNotifications();
    finger.swipe([540, 1400], [540, 1700]);
    expect(finger.find('brightness_slider')).toBeDefined();
    finger.swipe([540, 2000], [540, 1700]);
    expect(world.focusedWindow().kind).toBe('activity');
  });

  it('dismisses a notification', async () => {
    const { finger, world } = await createTestPhone({});
    world.expandNotifications();
    const row = finger.get('Reminder: Groceries').bounds;
    finger.swipe([300, row.top], [380, row.top]);
    expect(finger.get('Reminder: Groceries').bounds).toEqual(row);
    finger.swipe([300, row.top], [800, row.top]);
    expect(finger.find('Reminder: Groceries')).toBeUndefined();
  });
});

describe('a finger in place', () => {
  it('taps when it is lifted soon, even if it moves a little', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const { left, top } = finger.get('Battery').bounds;
    sendTouchEvents(world, [
      ['down', left + 20, top + 10, 0],
      ['move', left + 30, top + 20, 40],
      ['up', left + 30, top + 20, 499],
    ]);
    expect(world.resumedActivity().activity).toBe('com.android.settings.SubSettings');
  });

  it('is a long press at the first event after half a second, before it is lifted', async () => {
    const { world, finger } = await createTestPhone({});
    const { left, top } = finger.get('Notes').bounds;
    sendTouchEvents(world, [
      ['down', left + 5, top + 5, 1000],
      ['move', left + 5, top + 5, 1400],
    ]);
    expect(finger.find('App info')).toBeUndefined();
    sendTouchEvents(world, [['move', left + 5, top + 5, 1500]]);
    expect(finger.find('App info')).toBeDefined();
    sendTouchEvents(world, [['up', left + 5, top + 5, 1600]]);
    expect(finger.find('App info')).toBeDefined();
  });

  it('is a long press without further events once the time has passed', async () => {
    vi.useFakeTimers();
    const { world, finger } = await createTestPhone({});
    const { left, top } = finger.get('Notes').bounds;
    let changeCount = 0;
    world.onChange(() => changeCount++);
    sendTouchEvents(world, [['down', left + 5, top + 5, 0]]);
    vi.advanceTimersByTime(499);
    expect(finger.find('App info')).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(finger.find('App info')).toBeDefined();
    expect(changeCount).toBe(1);
    sendTouchEvents(world, [['up', left + 5, top + 5, 501]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['up', 'cancel'] as const)('leaves no timer behind after %s', async (action) => {
    vi.useFakeTimers();
    const { world } = await createTestPhone({ activity: notes });
    sendTouchEvents(world, [['down', 500, 1000, 0]]);
    expect(vi.getTimerCount()).toBe(1);
    sendTouchEvents(world, [[action, 500, 1000, 20]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does nothing when it is cancelled or the display is turned off meanwhile', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const { left, top } = finger.get('Battery').bounds;
    sendTouchEvents(world, [
      ['down', left + 20, top + 10, 0],
      ['cancel', left + 20, top + 10, 50],
      ['up', left + 20, top + 10, 60],
      ['down', left + 20, top + 10, 100],
    ]);
    world.displayOn = false;
    world.displayOn = true;
    sendTouchEvents(world, [['up', left + 20, top + 10, 150]]);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
  });

  it('is ignored while the display is off', async () => {
    const { world, finger } = await createTestPhone({ activity: settings, faults: ['screen-off'] });
    expect(world.displayOn).toBe(false);
    finger.tap('Battery');
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    world.pressKey(224);
    finger.tap('Battery');
    expect(world.resumedActivity().activity).toBe('com.android.settings.SubSettings');
  });
});

describe('two fingers', () => {
  it('do not tap', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const { left, top } = finger.get('Battery').bounds;
    pinch(world, { x: left + 50, y: top + 10, from: 20, to: 20 });
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
  });

  it('scroll a list with the one that was put down last', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const before = finger.get('Battery').bounds.top;
    sendTouchEvents(world, [['down', 400, 1800, 0]]);
    sendTouchEvents(world, [['down', 700, 1800, 10]], 1);
    sendTouchEvents(world, [['move', 400, 1500, 20]]);
    expect(finger.get('Battery').bounds.top).toBe(before);
    sendTouchEvents(world, [['move', 700, 1700, 30]], 1);
    expect(finger.get('Battery').bounds.top).toBe(before - 100);
    // Once it is lifted, the other one continues without a jump.
    sendTouchEvents(world, [['up', 700, 1700, 40]], 1);
    expect(finger.get('Battery').bounds.top).toBe(before - 100);
    sendTouchEvents(world, [['move', 400, 1450, 50]]);
    expect(finger.get('Battery').bounds.top).toBe(before - 150);
    sendTouchEvents(world, [['up', 400, 1450, 60]]);
  });

  it('do not pinch a list', async () => {
    const { world, finger } = await createTestPhone({ activity: settings });
    const before = JSON.stringify(world.hierarchy());
    pinch(world, { x: 540, y: 1400, from: 200, to: 800 });
    expect(JSON.stringify(world.hierarchy()) === before).toBe(true);
    expect(finger.find('Battery')).toBeDefined();
  });
});

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
    await expect(abortedWait).rejects.toThrow(AbortedError);
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
