/** From the first page to a recording that is run again, by keys alone. */
import type { Page } from '@playwright/test';
import { consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { message } from './steps-page.ts';

test.use({ live: 'on' });

/** The steps, also while another panel is shown. */
const listedSteps = (page: Page) => page.getByTestId('steps-list').locator('> li');

/** Runs the command that the palette lists first for this search. */
async function command(page: Page, search: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByTestId('palette-input')).toBeFocused();
  await page.keyboard.type(search);
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('palette-input')).toBeHidden();
}

/** Taps the first element with this text from its row, and waits until that is the step of this number. */
async function tap(page: Page, text: string, step: number): Promise<void> {
  await page.keyboard.press('Control+Shift+Digit1');
  const filter = page.getByTestId('element-filter');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(filter).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  // At once: what is listed before the filter applies is not what Enter leads to.
  await page.keyboard.press('Enter');
  const list = page.getByRole('treegrid');
  await expect(list).toBeFocused();
  await expect(list.getByTestId('element-row').first()).toContainText(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(listedSteps(page)).toHaveCount(step);
}

test(
  'leads from the first page to a replay without a mouse',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.goto(consoleUrl(bridge.url, {}));
    const demo = page.getByTestId('connect-demo');
    await expect(demo).toBeVisible();
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press('Tab');
      if (await demo.evaluate((button) => button === document.activeElement)) break;
    }
    await expect(demo).toBeFocused();
    await page.keyboard.press('Enter');
    await waitForPhone(page);
    // The focus is not lost with the button.
    await expect(page.locator('#tab-device')).toBeFocused();

    await command(page, 'record steps');
    await expect(message(page)).toContainText('Recording.');
    await expect(page.locator('[role=tab][data-landing=page]')).toBeFocused();
    await command(page, 'open notes');
    await expect(listedSteps(page)).toHaveCount(1);
    await tap(page, 'New note', 2);
    await command(page, 'stop recording');
    await command(page, 'run steps');
    await expect(message(page)).toContainText('All 2 steps done.');
  },
);
