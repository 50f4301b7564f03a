/** Rotating the phone with the console's button while video streams. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf, expectFormula, press, shows } from './live-glass.ts';
import { placesOf, recordTouches } from './touch-record.ts';

const record = 'turning';
const calculator = 'com.android.calculator2/.Calculator';

const turnOf = (page: Page): Locator => page.getByTestId('button-rotate');

const upright = { width: 1080, height: 2400 };
const lying = { width: 2400, height: 1080 };

/** Scroll position and positions of controls beside the picture, which must not change. */
async function frameOf(page: Page): Promise<unknown> {
  const places = await Promise.all(
    [page.getByRole('tablist').first(), page.locator('#screen-title'), turnOf(page)].map(boxOf),
  );
  return [
    await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth]),
    ...places.map(({ y }) => Math.round(y)),
  ];
}

test.describe('through the scrcpy server', () => {
  test.use({ demo: { activity: calculator, record } });

  test('the viewport and elements rotate, the layout stays, and touches hit', async ({
    console: page,
    pageErrors,
  }) => {
    const touches = await recordTouches(page, record);
    await shows(page, upright);
    const frame = await frameOf(page);
    const pressed = [await press(page, 'digit_7', upright)];
    await expectFormula(page, '7');
    await turnOf(page).focus();
    for (const [size, digit, formula] of [
      [lying, 'digit_8', '78'],
      [upright, 'digit_9', '789'],
    ] as const) {
      await page.keyboard.press('Enter');
      await shows(page, size);
      await expect(turnOf(page)).toBeFocused();
      pressed.push(await press(page, digit, size));
      await expectFormula(page, formula);
      await turnOf(page).focus();
    }
    expect(await frameOf(page)).toEqual(frame);
    expect(placesOf(await touches())).toEqual(pressed);
    expect(pageErrors).toEqual([]);
  });

  test('after quick rotations, the picture matches the phone', async ({
    console: page,
    agents,
  }) => {
    await shows(page, upright);
    for (let i = 0; i < 7; i++) await turnOf(page).click();
    await shows(page, lying);
    const agent = await agents('v1');
    const { images } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(images).toHaveLength(1);
  });
});

test.describe('without the scrcpy server', () => {
  test.use({ demo: { faults: 'no-scrcpy', activity: calculator } });

  test('the button says why it cannot rotate the screen', async ({ console: page }) => {
    await expect(page.getByTestId('live-line')).toContainText('touch by the phone’s own commands');
    await turnOf(page).click();
    const note = page.getByTestId('hands-note');
    await expect(note).toContainText('Not done: Turning the screen: not possible on this phone');
    await expect(note).toContainText('switching auto-rotation off');
  });
});
