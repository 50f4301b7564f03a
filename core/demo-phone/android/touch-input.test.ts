import { afterEach, describe, expect, it, vi } from 'vitest';
import { pinch, sendTouchEvents, createTestPhone } from './testing/boot.ts';

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

  it('pulls the shade down with the finger and closes it after a short pull', async () => {
    const { world, finger } = await createTestPhone({});
    sendTouchEvents(world, [
      ['down', 540, 10, 0],
      ['move', 540, 400, 16],
    ]);
    expect(world.focusedWindow().kind).toBe('shade');
    expect(finger.get('notification_panel').bounds.bottom).toBe(400);
    sendTouchEvents(world, [['move', 540, 900, 32]]);
    expect(finger.get('notification_panel').bounds.bottom).toBe(900);
    sendTouchEvents(world, [
      ['move', 540, 60, 48],
      ['up', 540, 60, 64],
    ]);
    expect(world.focusedWindow().kind).toBe('activity');
  });

  it('pushes the shade up, and opens the quick settings when it goes down', async () => {
    const { world, finger } = await createTestPhone({});
    world.expandNotifications();
    sendTouchEvents(world, [
      ['down', 540, 2200, 0],
      ['move', 540, 1800, 16],
    ]);
    expect(finger.get('notification_panel').bounds.bottom).toBe(2000);
    sendTouchEvents(world, [['cancel', 540, 1800, 32]]);
    expect(finger.get('notification_panel').bounds.bottom).toBe(2400);
    finger.swipe([540, 1400], [540, 1700]);
    expect(finger.find('brightness_slider')).toBeDefined();
    finger.swipe([540, 2000], [540, 1700]);
    expect(world.focusedWindow().kind).toBe('activity');
  });

  it('dismisses a notification', async () => {
    const { finger, world } = await createTestPhone({});
    world.expandNotifications();
    const row = finger.get('Maya Lindqvist').bounds;
    finger.swipe([300, row.top], [380, row.top]);
    expect(finger.get('Maya Lindqvist').bounds).toEqual(row);
    finger.swipe([300, row.top], [800, row.top]);
    expect(finger.find('Maya Lindqvist')).toBeUndefined();
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
    const { world, finger } = await createTestPhone({ activity: notes });
    const { left, top } = finger.get('Groceries').bounds;
    sendTouchEvents(world, [
      ['down', left + 5, top + 5, 1000],
      ['move', left + 5, top + 5, 1400],
    ]);
    expect(finger.find('1 selected')).toBeUndefined();
    sendTouchEvents(world, [['move', left + 5, top + 5, 1500]]);
    expect(finger.find('1 selected')).toBeDefined();
    sendTouchEvents(world, [['up', left + 5, top + 5, 1600]]);
    expect(finger.find('1 selected')).toBeDefined();
  });

  it('is a long press without further events once the time has passed', async () => {
    vi.useFakeTimers();
    const { world, finger } = await createTestPhone({ activity: notes });
    const { left, top } = finger.get('Groceries').bounds;
    let changeCount = 0;
    world.onChange(() => changeCount++);
    sendTouchEvents(world, [['down', left + 5, top + 5, 0]]);
    vi.advanceTimersByTime(499);
    expect(finger.find('1 selected')).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(finger.find('1 selected')).toBeDefined();
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
