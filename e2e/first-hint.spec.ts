/** The hint for new users and the note after Stop: where they appear, and that they cover nothing. */
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ live: 'on' });

test('the hint for new users is shown until it is dismissed', async ({ console: page }) => {
  const hint = page.getByTestId('first-hint');
  await hint.getByRole('button', { name: 'watch an agent use it' }).focus();
  await page.reload();
  await waitForPhone(page);
  await expect(hint).toBeVisible();
  await hint.getByRole('button', { name: /Don’t show/ }).click();
  await expect(hint).toHaveCount(0);
  await expect(page.getByTestId('element-filter')).toBeFocused();
  await page.reload();
  await waitForPhone(page);
  await expect(page.getByTestId('element-row').first()).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('the note after Stop moves neither the panels nor the picture', async ({ console: page }) => {
  await waitForBridge(page);
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

test.describe('with Live off', () => {
  test.use({ live: 'off' });

  test('the empty picture has the button that reads the screen', async ({ console: page }) => {
    await page.getByTestId('read-first').press('Enter');
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('phone-viewport').getByRole('group')).toBeFocused();
  });
});

test('the hint for new users goes once they have picked an element', async ({ console: page }) => {
  const hint = page.getByTestId('first-hint');
  await expect(hint).toBeVisible();
  await page.getByTestId('element-row').first().click();
  await expect(hint).toHaveCount(0);
});

test('the hint for new users goes once they use the phone', async ({ console: page }) => {
  const hint = page.getByTestId('first-hint');
  await expect(hint).toBeVisible();
  await page.getByTestId('button-recents').click();
  await expect(hint).toHaveCount(0);
});
