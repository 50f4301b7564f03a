import type { Locator, Page } from '@playwright/test';
import { faults } from '#core/demo-phone/options.ts';
import { activity, assertOutcome } from '#core/demo-phone/testing/fault-outcomes.ts';
import { udevCommands } from '#core/link/operating-system.ts';
import { startBridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

// Pictures as the browser draws them; screen-state.spec.ts has those with boxes. The other faults, without a browser,
// are in worker/testing/tools/screen-faults.test.ts.
for (const fault of ['null-root', 'secure-window'] as const) {
  test.describe(fault, () => {
    test.use({ demo: { faults: fault, activity } });

    test(faults[fault], async ({ console: page, agents }) => {
      await waitForBridge(page);
      await assertOutcome(fault, await agents('v1'));
    });
  });
}

test('usb-denied: the page shows the command that helps', async ({ page, bridge, agents }) => {
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', faults: 'usb-denied' }));
  const problem = page.getByTestId('problem');
  const command = problem.getByTestId('access-command');
  await expect(command).toHaveText(udevCommands('18d1').join('\n'));
  await expect(problem.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
  await waitForBridge(page);
  await assertOutcome('usb-denied', await agents('v1'));
});

const viewportOf = (page: Page): Locator => page.getByTestId('phone-viewport');

test.describe('a phone that refuses touches', () => {
  test.use({ demo: { faults: 'input-denied', activity } });

  /** Touches the phone until it refuses: it reports the refusal of the first touch a moment later. */
  async function touchInVain(page: Page): Promise<Locator> {
    await expect(page.getByTestId('live-line')).toHaveAttribute('data-input', 'scrcpy');
    const problem = page.getByTestId('problem');
    await expect(async () => {
      await viewportOf(page).click();
      await expect(problem).toBeVisible({ timeout: 1_000 });
    }).toPass();
    return problem;
  }

  test('says so once to the person, with the remedy', async ({ console: page }) => {
    const problem = await touchInVain(page);
    await expect(problem).toHaveCount(1);
    await expect(problem).toContainText('This phone refuses touches and keys.');
    await expect(problem).toContainText('turn on “USB debugging (Security settings)”');
    await expect(problem.getByText('INJECT_EVENTS')).toBeHidden();
    await expect(page.getByTestId('user-input-note')).toHaveText('');
    await expect(page.getByTestId('live-line')).not.toContainText('instant touch');
    await problem.getByRole('button', { name: 'Details' }).click();
    await expect(problem.getByText('INJECT_EVENTS')).toBeVisible();
  });

  test(
    'shows the reason also where it was scrolled out of view',
    { tag: '@more' },
    async ({ console: page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await touchInVain(page);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 4));
      const problem = page.getByTestId('problem');
      await expect(problem).not.toBeInViewport();
      await viewportOf(page).click();
      await expect(problem).toBeInViewport({ ratio: 1 });
    },
  );

  for (const height of [600, 720]) {
    const title = `leaves the phone most of its size on a page ${height} pixels high`;
    test(title, { tag: '@more' }, async ({ console: page }) => {
      await page.setViewportSize({ width: 1280, height });
      const viewport = viewportOf(page);
      const widthOf = async (): Promise<number> => (await viewport.boundingBox())?.width ?? 0;
      const before = await widthOf();
      const problem = await touchInVain(page);
      expect(await widthOf()).toBeGreaterThan(0.6 * before);
      await problem.getByRole('button', { name: 'Hide help' }).click();
      await expect.poll(widthOf).toBeGreaterThan(0.8 * before);
      await expect(problem).toContainText('This phone refuses touches and keys.');
      await expect(problem).not.toContainText('developer options');
      // The next refusal says again what to do.
      await viewport.click();
      await expect(problem).toContainText('developer options');
    });
  }
});

test(
  'a slow phone is said to be slow while its first screen is read',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', faults: 'slow', activity }));
    const reading = page.getByRole('status').filter({ hasText: 'Reading the screen…' });
    await expect(reading).toHaveText('Reading the screen…', { timeout: 15_000 });
    await expect(reading).toContainText('The first reading can take up to 15 seconds', {
      timeout: 8_000,
    });
  },
);

test('a bridge that ended is explained behind its status', { tag: '@more' }, async ({ page }) => {
  const bridge = await startBridge();
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity }));
  await waitForPhone(page);
  await waitForBridge(page);
  // Without a service worker nothing loads the panel once the bridge has ended.
  await page.getByRole('tab', { name: 'Agents' }).click();
  await expect(page.getByTestId('bridge-link')).toBeVisible();
  await page.getByRole('tab', { name: 'Elements' }).click();
  const help = page.getByTestId('bridge-help');
  await expect(help).toHaveCount(0);
  await bridge.stop();
  await help.click();
  await expect(page.getByTestId('bridge-link')).toContainText('doesn’t answer');
  await expect(page.getByTestId('bridge-link')).toContainText('Until then no agent');
  await expect(help).toHaveCount(0);
});

test.describe('a slow phone', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'slow', activity } });

  test('keeps a touch waiting, and blames no agent', async ({ console: page }) => {
    await viewportOf(page).click();
    await expect(page.getByTestId('user-input-note')).toHaveText('Waiting for the phone…');
  });
});

test(
  'a captured screen that can’t be read is refused',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.goto(bridge.url);
    const choose = async (files: Readonly<Record<string, string>>): Promise<void> => {
      await page.locator('#capture-files').setInputFiles(
        Object.entries(files).map(([name, text]) => {
          const mimeType = name.endsWith('.png') ? 'image/png' : 'text/xml';
          return { name, mimeType, buffer: Buffer.from(text) };
        }),
      );
    };
    const problem = page.getByTestId('problem');
    await choose({ 'screen.xml': '<html><body/></html>' });
    await expect(problem).toContainText('This .xml file isn’t a captured screen.');
    const xml = '<hierarchy rotation="0"><node bounds="[0,0][1080,2400]" /></hierarchy>';
    await choose({ 'screen.xml': xml, 'screen.png': 'no picture' });
    await expect(problem).toContainText('This .png file is not a readable image.');
    await choose({ 'notes.txt': '' });
    await expect(problem).toContainText('There is no .xml among the chosen files (notes.txt).');
    const chooser = page.waitForEvent('filechooser');
    await problem.getByRole('button', { name: 'Choose another file' }).click();
    await chooser;
    await choose({ 'screen.xml': xml });
    await expect(page.getByTestId('phone-status')).toContainText('Captured screen');
  },
);
