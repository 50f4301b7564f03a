/** The welcome page: connecting a phone, and help with problems. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { axeViolations } from './axe.ts';
import { consoleUrl, setScreenMode, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { type StaticHost, startStaticHost } from './local-http.ts';

test.use({ live: 'on' });

let host: StaticHost;
test.beforeEach(async () => {
  host = await startStaticHost('/');
});
test.afterEach(() => host.close());

async function open(page: Page, query: Parameters<typeof consoleUrl>[1] = {}): Promise<void> {
  await page.goto(consoleUrl(`${host.origin}/`, query));
  await expect(page.getByTestId('connect-demo')).toBeVisible();
}

const openHelp = (page: Page): Promise<void> => page.getByText('Help', { exact: true }).click();

const openGuide = async (page: Page): Promise<void> => {
  await openHelp(page);
  await page.getByText('First time? Five steps with pictures').click();
  await expect(page.getByTestId('guide')).toBeVisible();
};

test('the demo phone is used without a list of its elements, and inspected with it', async ({
  page,
}) => {
  await open(page);
  await page.getByTestId('connect-demo').click();
  await waitForPhone(page);
  const panels = page.getByRole('tablist', { name: 'Panels' });
  const shown = panels.getByRole('tab', { selected: true });
  await expect(shown).toHaveText(/Device/);
  await setScreenMode(page, 'inspect');
  await expect(shown).toHaveText(/Elements/);
  const home = page.getByTestId('button-home');
  await home.hover();
  const tip = await home.evaluate((button) => getComputedStyle(button, '::after').content);
  expect(tip).toMatch(/^"Home \(/);
});

test('guides through five steps for each brand, and remembers the current step', async ({
  page,
}) => {
  await open(page);
  await openGuide(page);
  // It is longer than the page has room for below it.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const step = (number: number) => page.getByTestId(`guide-step-${number}`);
  await expect(step(1)).toHaveAttribute('open', '');
  await step(1).getByRole('button', { name: 'Next step' }).click();
  await expect(step(2)).toContainText('Settings › About phone');
  await page.getByText('Samsung', { exact: true }).click();
  await expect(step(2)).toContainText('Software information');
  await page.getByText('Xiaomi, Redmi, POCO').click();
  await expect(step(2)).toContainText('tap “OS version” seven times');
  await step(3).locator('summary').press('Enter');
  await expect(step(3)).toContainText('USB debugging (Security settings)');
  await expect(step(2)).not.toHaveAttribute('open');
  // The browser says only a moment later that a step was opened.
  const current = page.locator('[aria-current="step"]');
  await expect(current).toHaveText(/Turn on USB debugging/);

  await page.reload();
  await openGuide(page);
  await expect(step(3)).toHaveAttribute('open', '');
  await expect(page.getByRole('radio', { name: 'Xiaomi, Redmi, POCO' })).toBeChecked();
  await expect(current).toHaveText(/Turn on USB debugging/);
});

test(
  'shows the step that the phone waits for, and still offers the demo phone',
  { tag: '@more' },
  async ({ page }) => {
    await open(page, { phone: 'demo', faults: 'auth-ignored' });
    await expect(page.getByText('Tap Allow on your phone').first()).toBeVisible();
    await openGuide(page);
    await expect(page.getByTestId('guide-step-5')).toHaveAttribute('open', '');
    await expect(page.locator('[aria-current="step"]')).toHaveText(/Allow it on the phone/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByTestId('connect-demo').click();
    await waitForPhone(page);
  },
);

for (const [fault, expectedText, entry] of [
  ['usb-busy', 'adb kill-server', 'claim'],
  ['usb-denied', '51-android.rules', 'denied'],
  ['auth-refused', 'Revoke USB debugging', 'refused'],
] as const) {
  // One of them is enough in the short run.
  const tags = fault === 'usb-busy' ? {} : { tag: '@more' };
  test(`${fault}: the failure links to its troubleshooting entry`, tags, async ({ page }) => {
    await open(page, { phone: 'demo', faults: fault });
    await page.getByTestId('what-to-do').click();
    const troubleshootingEntry = page.getByTestId(`troubleshooting-${entry}`);
    await expect(troubleshootingEntry).toHaveAttribute('open', '');
    await expect(troubleshootingEntry.locator('summary')).toBeFocused();
    // Opens again after it was closed.
    await troubleshootingEntry.locator('summary').press('Enter');
    await page.getByTestId('what-to-do').click();
    await expect(troubleshootingEntry).toHaveAttribute('open', '');
    if (fault === 'usb-denied') await page.getByText('Linux', { exact: true }).click();
    await expect(troubleshootingEntry).toContainText(expectedText);
  });
}

test(
  'finds a troubleshooting entry by the browser’s real error message',
  { tag: '@more' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Runs before any click, since Playwright's evaluations count as user gestures.
    await page.addInitScript(
      'navigator.usb.requestDevice({ filters: [] }).catch((error) => (window.said = String(error)))',
    );
    await open(page);
    const errorText = z.string().parse(await page.evaluate('window.said'));
    await openHelp(page);
    await page.getByText('Something not working?').click();
    const search = page.getByTestId('troubleshooting-search');
    await search.fill(errorText);
    await expect(page.getByTestId('troubleshooting').locator('details')).toHaveCount(1);
    await expect(page.getByTestId('troubleshooting-no-gesture')).toBeVisible();

    await search.fill('kein Gerät');
    await expect(page.getByTestId('troubleshooting')).toContainText('Nothing matches');
    await page.getByRole('button', { name: 'Steps for each brand' }).click();
    await expect(page.getByTestId('help-guide').locator('> summary')).toBeFocused();
    await expect(page.getByTestId('guide')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();

    await search.fill('claim interface');
    // The only match is open.
    await page.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('adb kill-server');
  },
);

test('says in a low window that no phone was chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  // The browser's chooser cannot be reached here; this is what it answers to Cancel.
  await page.addInitScript(
    "USB.prototype.requestDevice = () => Promise.reject(new DOMException('No device selected.', 'NotFoundError'))",
  );
  await open(page);
  await page.getByTestId('connect-usb').click();
  await expect(page.getByText('No phone was chosen.')).toBeInViewport({ ratio: 1 });
});

test(
  'says what a browser lacks, and the demo phone works there',
  { tag: '@more' },
  async ({ page }) => {
    await page.addInitScript('delete Navigator.prototype.usb;');
    await open(page);
    await expect(page.getByTestId('connect-usb')).toBeDisabled();
    await expect(page.getByText('This browser has no WebUSB.')).toBeVisible();
    await page.getByText('More ways to connect').click();
    await expect(page.getByTestId('start-command')).toHaveText('npm start');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByTestId('connect-demo').click();
    await waitForPhone(page);
  },
);
