/** The bridge window: the compact console beside the full one. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import type { Bridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, inFullBrowser, test } from './fixtures.ts';
import { rawRequest } from './local-http.ts';

test.use({ viewport: { width: 320, height: 420 } });

const windowUrl = ({ url }: Bridge): string => url.replace('/#', '/bridge.html#');

const manifestSchema = z.object({
  icons: z.array(z.object({ src: z.string(), purpose: z.string() })),
});

/** Accessibility violations and horizontal overflow of the page in its current state. */
async function pageProblems(page: Page): Promise<readonly string[]> {
  const found = await axeViolationsInBothThemes(page);
  const overhangPx = await horizontalOverflowPx(page);
  return overhangPx > 0 ? [...found, `${overhangPx} pixels too wide`] : found;
}

test('serves agents, shows their calls and can stop them', async ({
  page,
  bridge,
  agents,
  pageErrors,
}) => {
  await page.goto(windowUrl(bridge));
  await waitForBridge(page);
  expect(page.url()).toBe(`http://127.0.0.1:${bridge.port}/bridge.html`);
  expect(await pageProblems(page)).toEqual([]);

  await page.getByTestId('connect-demo').click();
  await waitForPhone(page);
  const shopper = await agents('v1', '/shopper');
  const tester = await agents('v2-auto', '/tester');
  await shopper.call('press_home');
  await tester.call('click_element', { element_id: 'nothing' });
  const calls = page.getByTestId('last-calls').getByRole('listitem');
  await expect(calls).toHaveCount(2);
  await expect(calls.first()).toContainText(/Tap element.*tester.*failed: Element 'nothing'/s);
  await expect(calls.last()).toContainText(/Press Home.*shopper/s);
  await page.getByRole('button', { name: 'Show calls by shopper' }).click();
  await expect(calls).toHaveCount(1);
  await page.getByTestId('only-agent').click();
  for (let n = 0; n < 12; n++) await shopper.call('press_home');
  await expect(calls).toHaveCount(12);
  await expect(calls.last()).toContainText('Press Home');
  expect(await pageProblems(page)).toEqual([]);

  const waiting = shopper.call('wait_for_element', { by: 'text', value: '…', timeout: 30_000 });
  const agent = page.locator('[data-agent="shopper"]');
  await expect(agent).toContainText('Wait for element · running since');
  await page.keyboard.press('Control+Shift+X');
  expect((await waiting).isError).toBe(true);
  await expect(page.getByTestId('stop-note')).toBeVisible();
  expect((await tester.call('press_home')).text).toContain('paused');
  await page.getByTestId('pause').click();
  expect((await tester.call('press_home')).isError).toBe(false);
  expect(pageErrors).toEqual([]);
});

test(
  'asks the user, and names the tab that holds the phone',
  { tag: '@more' },
  async ({ page, context, bridge, agents }) => {
    await page.goto(consoleUrl(windowUrl(bridge), { phone: 'demo' }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    await page.evaluate(() => {
      const rules = { look: 'allow', act: 'ask', risk: 'ask' };
      const policy = { paused: false, rules, toolRules: {} };
      localStorage.setItem('handset.controls', JSON.stringify(policy));
    });
    await page.reload();
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    const agent = await agents('v1');
    const asking = agent.call('press_home');
    await expect(page.getByTestId('question')).toContainText('handset-e2e wants to press Home');
    expect(await pageProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow once' }).click();
    expect((await asking).isError).toBe(false);

    const big = await context.newPage();
    await big.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
    await waitForPhone(big);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByTestId('phone-elsewhere')).toHaveText(
      /^\s*Another tab is using Handset 14/,
    );
    expect(await pageProblems(page)).toEqual([]);
  },
);

test(
  'can be installed as an app',
  { tag: [inFullBrowser.tag, '@more'] },
  async ({ page, bridge }) => {
    await page.goto(windowUrl(bridge));
    const devTools = await page.context().newCDPSession(page);
    const { data, errors, url } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`http://127.0.0.1:${bridge.port}/bridge.webmanifest`);
    const { headers } = await rawRequest(bridge.port, { path: '/bridge.webmanifest' });
    expect(headers['content-type']).toBe('application/manifest+json');
    const { icons } = manifestSchema.parse(JSON.parse(data ?? ''));
    expect(new Set(icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']));
    for (const { src } of icons) {
      const path = new URL(src, url).pathname;
      expect([path, (await rawRequest(bridge.port, { path })).status]).toEqual([path, 200]);
    }
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    // Tests use incognito profiles; that must be the only obstacle.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  },
);
