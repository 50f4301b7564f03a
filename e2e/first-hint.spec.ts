/** The hint for new users and the note after Stop: where they appear, and that they cover nothing. */
import type { Page } from '@playwright/test';
import { readScreenAgain, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

test.describe('a console with Live off', { tag: '@more' }, () => {
  shareConsole({ live: 'off' });

  /** Loads the console as a new user finds it, and reads the screen. */
  async function openAsNewUser(page: Page): Promise<void> {
    await page.evaluate(() => localStorage.removeItem('handset.first-hint'));
    await page.reload();
    await waitForPhone(page);
    await readScreenAgain(page);
    await expect(page.getByTestId('first-hint')).toBeVisible();
  }

  test('the empty picture has the button that reads the screen', async ({ console: page }) => {
    await page.getByTestId('read-first').press('Enter');
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('phone-viewport').getByRole('group')).toBeFocused();
  });

  test('the hint for new users is shown until it is dismissed', async ({ console: page }) => {
    await openAsNewUser(page);
    const hint = page.getByTestId('first-hint');
    await hint.getByRole('button', { name: 'watch an agent use it' }).focus();
    await page.reload();
    await waitForPhone(page);
    await readScreenAgain(page);
    await expect(hint).toBeVisible();
    await hint.getByRole('button', { name: /Don’t show/ }).click();
    await expect(hint).toHaveCount(0);
    await expect(page.getByTestId('element-filter')).toBeFocused();
    await page.reload();
    await waitForPhone(page);
    await readScreenAgain(page);
    await expect(page.getByTestId('element-row').first()).toBeVisible();
    await expect(hint).toHaveCount(0);
  });

  test('the hint for new users goes once they have picked an element, or use the phone', async ({
    console: page,
  }) => {
    for (const used of [
      page.getByTestId('element-row').first(),
      page.getByTestId('button-recents'),
    ]) {
      await openAsNewUser(page);
      await used.click();
      await expect(page.getByTestId('first-hint')).toHaveCount(0);
    }
  });

  test('the note after Stop moves neither the panels nor the picture', async ({
    console: page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await waitForBridge(page);
    await readScreenAgain(page);
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    const places = (): Promise<unknown> =>
      Promise.all(
        [page.getByTestId('phone-viewport'), page.getByRole('tablist')].map((part) =>
          part.boundingBox(),
        ),
      );
    const before = await places();
    await page.getByTestId('stop').click();
    const note = page.getByTestId('stop-note');
    await expect(note).toContainText('Stopped');
    expect(await places()).toEqual(before);

    // On a narrow page the note is at the bottom, and the page reserves space for it.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByTestId('tool-tap').click();
    const bottomPaddingPx = (): Promise<number> =>
      page.locator('main').evaluate((main) => parseFloat(getComputedStyle(main).paddingBottom));
    expect(await bottomPaddingPx()).toBeGreaterThan(100);
    await note.getByRole('button').click();
    // The bar at the bottom has its own.
    await expect.poll(bottomPaddingPx).toBeLessThan(70);
  });
});
