import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { World } from '../world.ts';
import { createTestPhone } from './testing/test-phone.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function pixelsOf(world: World): Promise<string> {
  return createHash('sha256')
    .update(Uint8Array.from((await world.pixels()).rgba))
    .digest('hex');
}

describe('a toast', () => {
  async function createPhoneWithToast() {
    const phone = await createTestPhone({
      activity: 'com.android.settings/.Settings$NetworkDashboardActivity',
    });
    const before = await pixelsOf(phone.world);
    const tap = () => phone.finger.tap('Greenhouse');
    tap();
    return { ...phone, before, tap };
  }

  it('stays through touches, goes by itself after two seconds, and notifies the listeners', async () => {
    const { world, finger, before } = await createPhoneWithToast();
    finger.tap('Network & internet');
    const onChange = vi.fn();
    world.onChange(onChange);
    vi.advanceTimersByTime(1999);
    expect(await pixelsOf(world)).not.toBe(before);
    expect(onChange).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await pixelsOf(world)).toBe(before);
    expect(onChange).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is shown for its whole time when it takes the place of another one', async () => {
    const { world, before, tap } = await createPhoneWithToast();
    vi.advanceTimersByTime(1500);
    tap();
    vi.advanceTimersByTime(1500);
    expect(await pixelsOf(world)).not.toBe(before);
    vi.advanceTimersByTime(500);
    expect(await pixelsOf(world)).toBe(before);
  });

  it('is not in the hierarchy, and is gone when the display goes off', async () => {
    const { world, finger, before } = await createPhoneWithToast();
    expect(finger.find('Out of range')).toBeUndefined();
    world.displayOn = false;
    world.displayOn = true;
    expect(await pixelsOf(world)).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('shows a picture-in-picture window that takes the touches on it', async () => {
  const { world, finger } = await createTestPhone({
    activity: 'com.android.settings/.Settings',
    faults: ['picture-in-picture'],
  });
  const window = world.windows().find(({ kind }) => kind === 'picture-in-picture');
  if (window === undefined) throw new Error('There is no such window.');
  const before = finger.nodes();
  finger.press(window.bounds, 60);
  expect(finger.nodes()).toEqual(before);
  expect(world.resumedActivity().packageName).toBe('com.android.settings');
});
