/** The section Notifications of the Device panel: what the phone announces, opened and dismissed. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { expect, test } from './fixtures.ts';

const notifications = (page: Page): Locator => page.getByTestId('notification');

async function openNotifications(page: Page): Promise<void> {
  await page.locator('#tab-device').click();
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(notifications(page)).toHaveCount(4);
}

test('are listed, dismissed and opened', async ({ console: page, pageErrors }) => {
  await openNotifications(page);
  const first = notifications(page).first();
  await expect(first).toContainText('Notes');
  await expect(first).toContainText('Reminder: Groceries');
  await expect(first).toContainText('Oat milk, sourdough, tomatoes, basil');
  // What its app keeps can't be dismissed.
  const kept = notifications(page).filter({ hasText: 'USB debugging connected' });
  await expect(kept.getByRole('button', { name: /^Dismiss/ })).toBeDisabled();
  expect(await axeViolationsInBothThemes(page, (axe) => axe.include('#panel-device'))).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await horizontalOverflowPx(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });

  await first.getByRole('button', { name: 'Dismiss Reminder: Groceries' }).click();
  await expect(notifications(page)).toHaveCount(3);
  await notifications(page)
    .filter({ hasText: 'One year ago today' })
    .getByRole('button', { name: /^Open/ })
    .click();
  await expect(page.getByText(/com\.android\.gallery3d/).first()).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test.describe('Android 11', { tag: '@more' }, () => {
  test.use({ demo: { android: '11' } });
  test('says that apps can imitate others there', async ({ console: page }) => {
    await openNotifications(page);
    await expect(page.getByTestId('notifications')).toContainText('On Android before 12');
  });
});
