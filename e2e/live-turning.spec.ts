/** Rotating the phone with the console's button while video streams. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boundingBoxOf, expectFormula, pressElement, expectScreenSize } from './live-glass.ts';
import { touchDownPoints, recordTouches } from './touch-record.ts';

const record = 'turning';
const calculatorActivity = 'com.android.calculator2/.Calculator';

const rotateButton = (page: Page): Locator => page.getByTestId('button-rotate');

const portrait = { width: 1080, height: 2400 };
const landscape = { width: 2400, height: 1080 };

/** Scroll position and positions of controls beside the picture, which must not change. */
async function layoutOf(page: Page): Promise<unknown> {
  const boxes = await Promise.all(
    [page.getByRole('tablist').first(), page.locator('#screen-title'), rotateButton(page)].map(
      boundingBoxOf,
    ),
  );
  return [
    await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth]),
    ...boxes.map(({ y }) => Math.round(y)),
  ];
}

test.describe('through the scrcpy server', () => {
  test.use({ demo: { activity: calculatorActivity, record } });

  test('the viewport and elements rotate, the layout stays, and touches hit', async ({
    console: page,
    pageErrors,
  }) => {
    const touches = await recordTouches(page, record);
    await expectScreenSize(page, portrait);
    const frame = await layoutOf(page);
    const pressed = [await pressElement(page, 'digit_7', portrait)];
    await expectFormula(page, '7');
    await rotateButton(page).focus();
    for (const [size, digit, formula] of [
      [landscape, 'digit_8', '78'],
      [portrait, 'digit_9', '789'],
    ] as const) {
      await page.keyboard.press('Enter');
      await expectScreenSize(page, size);
      await expect(rotateButton(page)).toBeFocused();
      pressed.push(await pressElement(page, digit, size));
      await expectFormula(page, formula);
      await rotateButton(page).focus();
    }
    expect(await layoutOf(page)).toEqual(frame);
    expect(touchDownPoints(await touches())).toEqual(pressed);
    expect(pageErrors).toEqual([]);
  });

  test('after quick rotations, the picture matches the phone', async ({
    console: page,
    agents,
  }) => {
    await expectScreenSize(page, portrait);
    for (let i = 0; i < 7; i++) await rotateButton(page).click();
    await expectScreenSize(page, landscape);
    const agent = await agents('v1');
    const { images } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(images).toHaveLength(1);
  });
});

test.describe('without the scrcpy server', () => {
  test.use({ demo: { faults: 'no-scrcpy', activity: calculatorActivity } });

  test('the button says why it cannot rotate the screen', async ({ console: page }) => {
    await expect(page.getByTestId('live-line')).toContainText('touch by the phone’s own commands');
    await rotateButton(page).click();
    const note = page.getByTestId('hands-note');
    await expect(note).toContainText('Not done: Turning the screen: not possible on this phone');
    await expect(note).toContainText('switching auto-rotation off');
  });
});
