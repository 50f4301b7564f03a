/** The log: live lines, filters, pause, crashes, saving, and how many elements it takes. */
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { phoneConnected } from './console-page.ts';
import { type Faces, testFaces } from './faces.ts';
import { expect, test } from './fixtures.ts';

const listOf = (page: Page): Locator => page.getByTestId('log-list');
const linesOf = (page: Page): Locator => page.getByTestId('log-line');
const countOf = (page: Page): Locator => page.getByTestId('log-count');
const field = (page: Page, name: 'tag' | 'process' | 'text'): Locator =>
  page.getByTestId(`log-${name}`);

/** Opens the panel and waits for the first lines. */
async function openLogs(page: Page): Promise<void> {
  await page.locator('#tab-logs').click();
  await expect(linesOf(page).first()).toBeVisible();
}

/** Lines that match, as the foot of the panel tells. */
async function shownCount(page: Page): Promise<number> {
  return Number(((await countOf(page).innerText()).split(' ')[0] ?? '').replaceAll(',', ''));
}

async function textOf(download: Promise<Download>): Promise<string> {
  return await readFile(await (await download).path(), 'utf8');
}

test('shows what the phone says as it says it, and what it said before', async ({
  console: page,
  agents,
  pageErrors,
}) => {
  await openLogs(page);
  // By the phone's log of the last minutes.
  await expect.poll(() => shownCount(page)).toBeGreaterThan(300);
  const agent = await agents('v1');
  await agent.call('click_element', { selector: ':text("Settings")' });
  const displayed = linesOf(page).filter({ hasText: 'Displayed com.android.settings/.Settings' });
  await expect(displayed).toBeVisible();
  await expect(displayed).toContainText('system_server');
  await expect(displayed.locator('[data-level="I"]')).toBeVisible();
  // The one who clicked is named too, which the phone tells a little later.
  await expect(linesOf(page).filter({ hasText: 'onClick' })).toContainText('com.android.launcher3');
  expect(pageErrors).toEqual([]);
});

test('filters by level, tag, app and words, all at once, and remembers that', async ({
  console: page,
}) => {
  await openLogs(page);
  await page.getByText('Warn', { exact: true }).click();
  await field(page, 'tag').fill('Surface*, Looper');
  await expect(page.getByTestId('log-chips').getByRole('listitem')).toHaveCount(3);
  const levels = await linesOf(page).locator('[data-level]').allInnerTexts();
  expect(levels.length).toBeGreaterThan(0);
  expect(new Set(levels)).toEqual(new Set(['W']));
  await field(page, 'process').fill('surfaceflinger');
  await field(page, 'text').fill('/pid=\\d+, uid=2000$/');
  for (const line of await linesOf(page).all()) {
    await expect(line).toHaveText(/SurfaceFlinger\s*surfaceflinger\s*Permission Denial/);
  }
  await field(page, 'text').fill('/(/');
  await expect(page.getByText('No regular expression: /(/: Unterminated group')).toBeVisible();
  await expect(field(page, 'text')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'text').fill('nothing says this');
  await expect(page.getByText('No line matches')).toBeVisible();
  await page.reload();
  await phoneConnected(page);
  await expect(field(page, 'tag')).toHaveValue('Surface*, Looper');
  await expect(page.getByText('No line matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).last().click();
  await expect(linesOf(page).first()).toBeVisible();
  await expect(page.getByTestId('log-chips')).toBeHidden();
  await page.getByTestId('log-in-front').click();
  await expect(field(page, 'process')).toHaveValue('com.android.launcher3');
  await page.getByRole('button', { name: /^Remove the filter “App/ }).click();
  await expect(field(page, 'process')).toHaveValue('');
});

test('a crash is marked, listed, jumped to and copied', async ({ console: page, agents }) => {
  await openLogs(page);
  const button = page.getByTestId('log-crashes-button');
  // One is told of before anybody came.
  await expect(button).toHaveText(/1 crash$/);
  const agent = await agents('v1');
  await agent.call('click_element', { selector: ':text("Weather")' });
  await agent.call('click_element', { selector: ':desc("Refresh")' });
  await expect(button).toHaveText(/2 crashes$/);
  await field(page, 'tag').fill('Looper');
  await button.click();
  const crashes = page.getByTestId('log-crashes').getByRole('listitem');
  await expect(crashes.first()).toContainText('com.handset.weather');
  await expect(crashes.first()).toContainText('java.lang.IllegalStateException');
  await crashes
    .last()
    .getByRole('button', { name: /^Go to the crash/ })
    .click();
  // The filter that hid it is gone.
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toContainText('FATAL EXCEPTION: main');
  await expect(chosen).toBeInViewport();
  await expect(field(page, 'tag')).toHaveValue('');
  await expect(page.getByTestId('log-details')).toContainText('process 3987');
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      document.title = text;
      return Promise.resolve();
    };
  });
  await crashes.first().getByRole('button', { name: 'Copy this crash' }).click();
  expect(await page.title()).toMatch(/E AndroidRuntime: FATAL EXCEPTION: main .*Caused by: /);
});

test('is used by keyboard alone: chosen, copied, left', async ({ console: page }) => {
  await openLogs(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      document.body.dataset['copied'] = text;
      return Promise.resolve();
    };
  });
  await field(page, 'tag').fill('SurfaceFlinger');
  await listOf(page).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('option', { selected: true })).toContainText('is starting');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByTestId('log-details')).toContainText('2 lines selected');
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.locator('body')).toHaveAttribute(
    'data-copied',
    /^(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +498 +\d+ I SurfaceFlinger: .*\n){2}$/,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
});

test.describe('a flood', () => {
  test.use({ demo: { faults: 'log-flood' } });

  test('is windowed, stays where one looks, and can be paused, cleared and saved', async ({
    console: page,
  }) => {
    await openLogs(page);
    await expect.poll(() => shownCount(page), { timeout: 50_000 }).toBeGreaterThan(20_000);
    expect(await linesOf(page).count()).toBeLessThan(80);
    // The newest line is seen, and others after it.
    const last = linesOf(page).last();
    const text = await last.innerText();
    await expect(last).not.toHaveText(text);
    await listOf(page).evaluate((list) => (list.scrollTop = 4_000));
    const newest = page.getByTestId('log-newest');
    await expect(newest).toBeVisible();
    const looked = await linesOf(page).nth(8).innerText();
    await expect(page.getByTestId('log-fresh')).toHaveText(/new/);
    expect(await linesOf(page).nth(8).innerText()).toBe(looked);
    await newest.click();
    await expect(newest).toBeHidden();

    await page.getByTestId('log-pause').click();
    const before = await shownCount(page);
    await expect(page.getByTestId('log-behind')).toHaveText(/[\d,]{3,} lines behind/);
    await field(page, 'text').fill('frame 15');
    await expect.poll(() => shownCount(page)).toBeLessThan(before);
    const shown = await shownCount(page);
    const saving = page.waitForEvent('download');
    await page.getByTestId('log-save').click();
    expect((await saving).suggestedFilename()).toMatch(/^log-Handset-14-\d\d-\d\d-[\d-]+\.txt$/);
    const saved = (await textOf(saving)).trimEnd().split('\n');
    expect(saved).toHaveLength(shown);
    expect(saved[0]).toMatch(/^\d\d-\d\d [\d:.]{12} +\d+ +\d+ [VDIWE] \S+ *: .*frame 15/);
    const savingAll = page.waitForEvent('download');
    await page.getByTestId('log-save-all').click();
    expect((await textOf(savingAll)).split('\n').length).toBeGreaterThan(20_000);

    await page.getByTestId('log-clear').click();
    await expect(page.getByText('Nothing since the list was cleared')).toBeHidden();
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await page.getByTestId('log-pause').click();
    await expect(linesOf(page).first()).toBeVisible();
    expect(await shownCount(page)).toBeLessThan(20_000);
  });
});

test.describe('a phone whose logcat ends', () => {
  test.use({ demo: { faults: 'logcat-dies,log-flood' } });

  test('goes on, and says so', async ({ console: page }) => {
    await openLogs(page);
    await field(page, 'tag').fill('Handset');
    await expect(linesOf(page).first()).toContainText(
      /The phone's logcat ended, saying: logcat: Unexpected EOF!/,
    );
  });
});

test.describe('a phone that is unplugged', () => {
  test.use({ demo: { faults: 'unplug-mid-transfer', live: 'off' } });

  test('is followed again when it is back, and tells nothing twice', async ({
    console: page,
    agents,
  }) => {
    // Nobody asks for the log before its panel was opened.
    await expect(page.locator('#panel-logs')).toBeEmpty();
    await openLogs(page);
    await field(page, 'text').fill('BOOT_COMPLETED');
    await expect(linesOf(page)).toHaveCount(1);
    const agent = await agents('v1');
    const lost = await agent.call('get_screen_state', { include_screenshot: true });
    expect(lost.isError).toBe(true);
    await phoneConnected(page);
    await agent.call('click_element', { selector: ':text("Settings")' });
    await field(page, 'text').fill('Displayed com.android.settings');
    await expect(linesOf(page)).toHaveCount(1);
    await field(page, 'text').fill('BOOT_COMPLETED');
    await expect(linesOf(page)).toHaveCount(1);
  });
});

/** Every face of the panel, each from the one before. */
const faces: Faces = [
  ['ready', openLogs],
  [
    'crashes and details',
    async (page) => {
      await page.getByTestId('log-crashes-button').click();
      await page.getByRole('button', { name: /^Go to the crash/ }).click();
      await expect(page.getByTestId('log-details')).toBeVisible();
    },
  ],
  [
    'filtered, with a fault',
    async (page) => {
      await field(page, 'tag').fill('A*');
      await field(page, 'text').fill('/(/');
      await expect(page.getByText('No regular expression')).toBeVisible();
    },
  ],
  [
    'nothing matches',
    async (page) => {
      await field(page, 'text').fill('nothing says this');
      await expect(page.getByText('No line matches')).toBeVisible();
    },
  ],
  [
    'paused and empty',
    async (page) => {
      await page.getByTestId('log-pause').click();
      await page.getByTestId('log-clear').click();
      await expect(page.getByText('Nothing since the list was cleared')).toBeVisible();
    },
  ],
];

testFaces('#panel-logs', faces);
