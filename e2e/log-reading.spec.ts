/** The log panel on phones whose log is read in another way, ends, or is cut off. */
import type { Locator, Page } from '@playwright/test';
import { waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const linesOf = (page: Page): Locator => page.getByTestId('log-line');
const field = (page: Page, name: 'tag' | 'text'): Locator => page.getByTestId(`log-${name}`);

async function openLogs(page: Page): Promise<void> {
  await page.locator('#tab-logs').click();
  await expect(linesOf(page).first()).toBeVisible();
}

for (const { phone, ...demo } of [
  { phone: 'a phone', faults: 'logcat-dies,log-flood' },
  { phone: 'a phone before Android 7', android: '8', faults: 'no-shell-v2,logcat-dies,log-flood' },
] as const) {
  test.describe(`${phone} whose logcat ends`, { tag: '@more' }, () => {
    test.use({ demo });

    test('continues, and says so', async ({ console: page }) => {
      await openLogs(page);
      await field(page, 'tag').fill('Handset');
      await expect(linesOf(page).first()).toContainText("The phone's logcat ended");
    });
  });
}

test.describe('a phone before Android 7', { tag: '@more' }, () => {
  test.use({ demo: { android: '8', faults: 'no-shell-v2' } });

  test('shows its log too', async ({ console: page, agents }) => {
    await openLogs(page);
    const shown = async (): Promise<number> =>
      Number.parseInt((await page.getByTestId('log-count').innerText()).replaceAll(',', ''));
    await expect.poll(shown).toBeGreaterThan(300);
    const agent = await agents('v1');
    await agent.call('click_element', { selector: ':text("Settings")' });
    const displayed = linesOf(page).filter({ hasText: 'Displayed com.android.settings/.Settings' });
    await expect(displayed).toContainText('system_server');
  });
});

test.describe('a phone that is unplugged', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'unplug-mid-transfer' } });

  test('is followed again after reconnecting, without repeated lines', async ({
    console: page,
    agents,
  }) => {
    // The log is not read before its panel is opened.
    await expect(page.locator('#panel-logs')).toHaveText('Logs');
    await openLogs(page);
    await field(page, 'text').fill('BOOT_COMPLETED');
    await expect(linesOf(page)).toHaveCount(1);
    const agent = await agents('v1');
    const lost = await agent.call('get_screen_state', { include_screenshot: true });
    expect(lost.isError).toBe(true);
    await waitForPhone(page);
    await agent.call('click_element', { selector: ':text("Settings")' });
    await field(page, 'text').fill('Displayed com.android.settings');
    await expect(linesOf(page)).toHaveCount(1);
    await field(page, 'text').fill('BOOT_COMPLETED');
    await expect(linesOf(page)).toHaveCount(1);
  });
});
