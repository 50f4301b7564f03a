/** The titles of the apps' pages. */
import { expect, it } from 'vitest';
import { createTestPhone } from '../testing/test-phone.ts';

it.each([
  ['Settings', 'com.android.settings/.Settings'],
  ['Display & touch', 'com.android.settings/.Settings$DisplaySettingsActivity'],
])('the title %s collapses into the bar and is never cut', async (title, activity) => {
  const { world, finger } = await createTestPhone({ activity });
  /** The darkest red in a line of the display, right of the back button and left of the avatar. */
  const darkestIn = async (line: 'middle' | 'bottom') => {
    const { top, bottom } = finger.get('collapsing_toolbar').bounds;
    const { size, rgba } = await world.pixels();
    const start = (line === 'middle' ? (top + bottom) / 2 : bottom) * size.width;
    const pixels = Array.from({ length: 580 }, (_, x) => rgba[(start + 200 + x) * 4] ?? 0);
    return Math.min(...pixels);
  };
  const plain = 0xeb;
  expect(finger.get('collapsing_toolbar').description).toBe(title);
  expect(await darkestIn('middle')).toBeGreaterThan(plain);
  for (let scroll = 0; scroll < 7; scroll++) {
    expect(finger.nodes().filter(({ text }) => text === title)).toHaveLength(1);
    expect(await darkestIn('bottom')).toBeGreaterThan(plain);
    finger.swipe([540, 1800], [540, 1770], 900);
  }
  finger.swipe([540, 1800], [540, 1600], 900);
  expect(finger.nodes().filter(({ text }) => text === title)).toHaveLength(0);
  expect(await darkestIn('middle')).toBe(0x1d);
});

it('settings are searched by their title, and a result opens its page', async () => {
  const { world, finger } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
  finger.tap('search_action_bar');
  expect(finger.find('Dark theme')).toBeUndefined();
  world.typeText('dark');
  finger.tap('Dark theme');
  expect(finger.find('Adaptive brightness')).toBeDefined();
});
