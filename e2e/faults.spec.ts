import type { Locator, Page } from '@playwright/test';
import { type FaultName, faults } from '#core/demo-phone/options.ts';
import { udevCommands } from '#core/link/operating-system.ts';
import { type Agent, type ToolCallResult, connectAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { waitForBridge, consoleUrl, waitForConnectOutcome, waitForPhone } from './console-page.ts';
import { expectedScreen, withoutSnapshot } from './expected-screen.ts';
import { type FaultOutcome, faultOutcomes } from './fault-table.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { decodePixels } from './pixels.ts';

const activity = 'com.android.calculator2/.Calculator';

/** A pattern for the whole expected text of an outcome. */
async function expectedText(name: FaultName, outcome: FaultOutcome): Promise<RegExp> {
  const { elements, reportedText } = outcome;
  const lines = reportedText === undefined ? [] : [reportedText];
  if (elements === 'none') return pattern(lines, outcome.isError ? '' : '\n[^]*');
  const { text } = await expectedScreen({ android: 14, faults: new Set([name]), activity });
  return pattern([text, ...lines]);
}

function pattern(lines: readonly string[], rest = ''): RegExp {
  const escaped = lines.join('\n').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}${rest}$`);
}

/** Classifies a screenshot by its red pixels (element boxes) and its brightness. */
async function classifyPicture({ images }: ToolCallResult): Promise<FaultOutcome['picture']> {
  const [image] = images;
  if (image === undefined) return 'none';
  const { size, redness, brightness } = await decodePixels(image.bytes);
  let red = 0;
  let bright = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      if ((redness(x, y) ?? 0) > 120) red++;
      if ((brightness(x, y) ?? 0) > 100) bright++;
    }
  }
  const all = size.width * size.height;
  // Boxes cover about 5 % of the calculator, which has no red and is bright everywhere.
  if (bright < 0.3 * all) return 'black';
  return red > 0.01 * all ? 'marked' : 'clean';
}

test.describe('a phone with a fault', () => {
  // The tests share one tab, which reloads for each fault.
  test.describe.configure({ mode: 'default' });
  test.skip(browserPath === undefined, noBrowserReason);
  let bridge: Bridge;
  let agent: Agent;
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    bridge = await startBridge();
    agent = await connectAgent('v1', bridge);
    page = await browser.newPage({ serviceWorkers: 'block' });
  });
  test.afterAll(async () => {
    await page.close();
    await agent.close();
    await bridge.stop();
  });

  /** Calls work again after the phone is plugged in again, by themselves. */
  async function expectBackAfterReplug(): Promise<void> {
    const { text } = await expectedScreen({ android: 14, faults: new Set(), activity });
    const read = async (): Promise<string> =>
      withoutSnapshot((await agent.call('get_screen_state')).text);
    await expect.poll(read).toBe(text);
  }

  /** A phone that the computer refuses comes with the command that helps. */
  async function expectAccessCommand(): Promise<void> {
    const problem = page.getByTestId('problem');
    const command = problem.getByTestId('access-command');
    await expect(command).toHaveText(udevCommands('18d1').join('\n'));
    await expect(problem.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
  }

  for (const [name, outcome] of Object.entries(faultOutcomes)) {
    // The table's keys are exactly the fault names.
    const fault = name as FaultName;
    test(`${fault}: ${faults[fault]}`, async () => {
      await page.goto(
        // With live view on, its last frame could replace the screenshot that is interrupted.
        consoleUrl(bridge.url, { phone: 'demo', faults: fault, activity, live: 'off' }),
      );
      await waitForBridge(page);
      const allowRequest = page.getByTestId('phone-status').filter({ hasText: /^Tap Allow/ });
      if (fault === 'auth-ignored') await allowRequest.waitFor();
      // The call must be active when the cable is pulled, so it waits for the phone itself.
      else if (fault !== 'unplug-mid-transfer') await waitForConnectOutcome(page, 30_000);
      const answer = await agent.call('get_screen_state', { include_screenshot: true });
      expect(withoutSnapshot(answer.text)).toMatch(await expectedText(fault, outcome));
      expect(answer.isError).toBe(outcome.isError);
      expect(await classifyPicture(answer)).toBe(outcome.picture);
      if (fault === 'unplug-mid-transfer') await expectBackAfterReplug();
      if (fault === 'usb-denied') await expectAccessCommand();
    });
  }
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
