import { expect, it } from 'vitest';
import { testPhone } from '../../testing/boot.ts';

const clock = 'com.android.deskclock/.DeskClock';

it('runs for as long as it is looked at, and is still when it is paused', async () => {
  const { world, finger } = await testPhone({ activity: clock });
  const time = () => finger.get('stopwatch_time_text').text;
  expect([time(), world.moving]).toEqual(['0:00.00', false]);
  let frames = 0;
  world.onChange(() => frames++);
  finger.tap('stopwatch_start');
  expect(world.moving).toBe(true);
  await expect.poll(() => frames).toBeGreaterThan(10);
  expect(finger.get('stopwatch_start').text).toBe('Pause');
  finger.tap('stopwatch_start');
  await world.whenStill(new AbortController().signal);
  const [stopped, paused] = [frames, time()];
  expect(paused).toMatch(/^0:0\d\.\d\d$/);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect([frames, time(), world.moving]).toEqual([stopped, paused, false]);
  finger.tap('stopwatch_reset');
  expect(time()).toBe('0:00.00');
});

it('goes on behind another app and with the display off, where it moves nothing', async () => {
  const { world, finger } = await testPhone({ activity: clock });
  finger.tap('stopwatch_start');
  const still = () => world.whenStill(new AbortController().signal);
  world.awake = false;
  await still();
  world.awake = true;
  expect(world.moving).toBe(true);
  world.startActivity('com.android.settings/.Settings');
  await still();
  expect(world.startActivity(clock)).toBe(true);
  expect(world.moving).toBe(true);
  expect(finger.get('stopwatch_time_text').text).not.toBe('0:00.00');
});
