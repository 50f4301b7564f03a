/** The Device panel, and its section Apps, whose actions are calls of the user. */
import type { Locator, Page } from '@playwright/test';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { allowCalls, consoleUrl, giveAdbKey, refuseCalls, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const app = (page: Page, name: string): Locator =>
  page.getByTestId('app').filter({ hasText: name });
const details = (page: Page): Locator => page.getByTestId('app-details');
const openDevice = (page: Page): Promise<void> => page.locator('#tab-device').click();

test('opens with a phone, remembers its section, and its tabs fit a narrow page', async ({
  page,
  bridge,
}) => {
  await giveAdbKey(page);
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }).replace('panel=', 'x='));
  await waitForPhone(page);
  await expect(page.locator('#tab-device')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Apps' })).toHaveAttribute('aria-selected', 'true');
  await expect(app(page, 'Notes')).toBeVisible();
  for (const width of [1280, 1024, 390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // A phone as wide as the page lets it be.
    if (width === 1024) await page.getByRole('separator', { name: 'phone' }).press('End');
    await openDevice(page);
    expect(await horizontalOverflowPx(page)).toBe(0);
    for (const list of await page.getByRole('tablist').all())
      expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
});

test.describe('in one console', () => {
  shareConsole({ live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openDevice(page);
  });

  test('finds apps by name, package and kind, by keys alone', async ({ console: page }) => {
    await expect(app(page, 'Notes')).toBeVisible();
    await expect(app(page, 'Calculator')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByTestId('search-apps')).toBeFocused();
    await page.keyboard.type('handset notes');
    await expect(page.getByTestId('app')).toHaveCount(1);
    await page.keyboard.type(' nothing');
    await page.getByRole('button', { name: 'Show all apps' }).click();
    await page.getByText('System', { exact: true }).click();
    await expect(app(page, 'Calculator')).toHaveCount(0);
    await expect(page.getByTestId('app').first()).toContainText('android');
    await page.getByText('Running', { exact: true }).first().click();
    await expect(app(page, 'com.android.systemui')).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    const list = page.getByRole('listbox', { name: 'Apps' });
    await list.press('End');
    await list.press('Home');
    await list.press('ArrowDown');
    await list.press('Enter');
    await expect(details(page)).toContainText('com.android.deskclock');
    await expect(list).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(details(page)).toHaveCount(0);
    await expect(list).toBeFocused();
  });

  test('opens an app and stops it as calls of the timeline, and shows what the phone then says', async ({
    console: page,
    pageErrors,
  }) => {
    await app(page, 'Notes').click();
    await expect(details(page)).toContainText('Not running');
    await expect(details(page)).toContainText('2.6.1');
    await page.getByTestId('app-open').click();
    await expect(page.getByTestId('app-outcome')).toHaveText('Opened Notes');
    await expect(app(page, 'Notes')).toContainText('Running');
    await expect(details(page)).toContainText('Memory');
    await page.getByTestId('app-stop').click();
    await expect(details(page)).toContainText('Not running');
    await page.locator('#tab-timeline').click();
    await expect(page.getByTestId('call')).toHaveText([/Force stop app.*notes/, /Open app.*notes/]);
    expect(pageErrors).toEqual([]);
  });

  test('what is done is recorded as steps', { tag: '@more' }, async ({ console: page }) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByTestId('palette-input').fill('record steps');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('recording-dot')).toBeVisible();
    await openDevice(page);
    await app(page, 'Notes').click();
    await page.getByTestId('app-fresh').click();
    await expect(page.getByTestId('app-outcome')).toHaveText('Started Notes fresh');
    await page.locator('#tab-timeline').click();
    await expect(page.getByTestId('steps-view')).toContainText('com.handset.notes');
    await page.getByRole('button', { name: 'Stop recording' }).click();
  });

  test('grants and revokes a permission, and asks before data is lost', async ({
    console: page,
  }) => {
    await app(page, 'Notes').click();
    const camera = page.getByRole('switch', { name: 'Camera' });
    for (const checked of ['true', 'false']) {
      await camera.click();
      await expect(camera).toHaveAttribute('aria-checked', checked);
      await expect(details(page)).toHaveAttribute('aria-busy', 'false');
    }
    const question = page.getByTestId('app-question');
    await page.getByTestId('app-clear').click();
    await expect(question).toContainText('Delete all data of Notes?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByTestId('app-clear')).toBeFocused();
    await page.getByTestId('app-clear').click();
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('app-outcome')).toHaveText('Cleared the data of Notes');
    await page.getByTestId('app-uninstall').click();
    await expect(question).toContainText('Uninstall Notes?');
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('app-outcome')).toHaveText('Uninstalled Notes');
    await expect(app(page, 'Notes')).toHaveCount(0);
    await expect(details(page)).toHaveCount(0);
  });

  test('shows why an action failed, and the log of an app that crashed', async ({
    console: page,
  }) => {
    await app(page, 'Settings').click();
    await page.getByTestId('app-uninstall').click();
    await expect(page.getByTestId('app-question')).toContainText(
      'Uninstall the updates of Settings?',
    );
    await page.getByTestId('confirm').click();
    await expect(details(page).getByTestId('problem')).toContainText('com.android.settings');
    await app(page, 'Weather').click();
    await details(page).getByText('Report').click();
    await expect(page.getByTestId('app-crash')).toContainText('com.handset.weather');
    // The tabs of a stack trace are no invisible characters.
    await expect(page.getByTestId('app-crash')).not.toContainText('U+0009');
    await page.getByTestId('app-log').click();
    await expect(page.getByTestId('log-process')).toHaveValue('"com.handset.weather"');
  });

  test('lists an app that was installed from a file', async ({ console: page }) => {
    await page.getByTestId('apk-input').setInputFiles({
      name: 'new.apk',
      mimeType: 'application/vnd.android.package-archive',
      buffer: Buffer.from(buildApk({ packageName: 'com.example.fresh' })),
    });
    await page.getByTestId('search-apps').fill('fresh');
    await expect(app(page, 'com.example.fresh')).toBeVisible();
    await page.getByTestId('search-apps').fill('');
  });

  test('is accessible, light, dark and narrow', { tag: '@nightly' }, async ({ console: page }) => {
    const faults = (): Promise<readonly string[]> =>
      axeViolationsInBothThemes(page, (axe) => axe.include('#panel-device'));
    await app(page, 'Settings').click();
    await expect(page.getByRole('switch').first()).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await openDevice(page);
    await expect(page.getByTestId('app-list')).toBeHidden();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Back to the apps' }).click();
    await expect(page.getByTestId('app-list')).toBeFocused();
    expect([...(await faults()), await horizontalOverflowPx(page)]).toEqual([0]);
  });
});

test('what could not be read can be read again', { tag: '@more' }, async ({ console: page }) => {
  await refuseCalls(page, 'listApps', 'readApp', 'readDevice');
  await page.reload();
  await waitForPhone(page);
  await openDevice(page);
  const shown = page.locator('#panel-device [role="tabpanel"]:not([hidden])');
  await expect(shown.getByTestId('problem')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(shown.getByTestId('problem')).toBeVisible();
  await allowCalls(page);
  await shown.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByTestId('setting-wifi')).toBeVisible();
  await page.getByRole('tab', { name: 'Apps' }).click();
  await expect(app(page, 'Notes')).toBeVisible();
  await expect(shown.getByTestId('problem')).toHaveCount(0);
});

test.describe('names that could not be read', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'no-scrcpy' } });
  test('the packages are listed, with the reason', async ({ console: page }) => {
    await openDevice(page);
    await expect(app(page, 'com.handset.notes')).toBeVisible();
    await expect(page.locator('#panel-device')).toContainText('names of the apps couldn’t be read');
  });
});
