/** The log panel: live lines, filters, pausing, crashes, saving, and the number of DOM rows. None needs the live picture. */
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, type PanelStates, testPanelStates } from './axe.ts';
import { allowCalls, refuseCalls, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const listOf = (page: Page): Locator => page.getByTestId('log-list');
const linesOf = (page: Page): Locator => page.getByTestId('log-line');
const countOf = (page: Page): Locator => page.getByTestId('log-count');
const field = (page: Page, name: 'tag' | 'process' | 'text'): Locator =>
  page.getByTestId(`log-${name}`);

async function openLogs(page: Page): Promise<void> {
  await page.locator('#tab-logs').click();
  await expect(linesOf(page).first()).toBeVisible();
}

/** The number of matching lines that the panel's footer shows. */
async function shownCount(page: Page): Promise<number> {
  return Number(((await countOf(page).innerText()).split(' ')[0] ?? '').replaceAll(',', ''));
}

/** Runs in the page: keeps what is copied in an attribute of the body. */
function keepCopied(): void {
  navigator.clipboard.writeText = (text) => {
    document.body.dataset['copied'] = text;
    return Promise.resolve();
  };
}

async function downloadText(download: Promise<Download>): Promise<string> {
  return await readFile(await (await download).path(), 'utf8');
}

/** The maximum number of text lines in a row. */
const maxTextLines = 12;

/** Layout faults of the rows: gaps, overlaps, cut-off text. */
async function misplacedRows(page: Page): Promise<readonly string[]> {
  return await listOf(page).evaluate((list, cutAt) => {
    const rows = [...list.querySelectorAll('[role=option]')];
    const faults: string[] = [];
    for (const [index, row] of rows.entries()) {
      const { top, height } = row.getBoundingClientRect();
      const before = rows[index - 1]?.getBoundingClientRect();
      if (before && Math.abs(before.bottom - top) > 0.5) faults.push(`gap above ${index}`);
      const text = row.querySelector('[data-text]');
      const needed = text?.scrollHeight ?? 0;
      const line = parseFloat(getComputedStyle(row).getPropertyValue('--line'));
      if (needed > height + 1 && needed <= cutAt * line) faults.push(`cut off: ${row.textContent}`);
    }
    return faults;
  }, maxTextLines);
}

test.describe('a phone', () => {
  shareConsole({ live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const clear = page.getByTestId('log-clear-filters');
    if (await clear.isVisible()) await clear.click();
    const wrapping = page.locator('[data-testid=log-wrap][aria-pressed=true]');
    if (await wrapping.isVisible()) await wrapping.click();
    const newest = page.getByTestId('log-newest');
    if (await newest.isVisible()) await newest.click();
  });

  test('its keys focus the list the first time, too, and Handset’s own lines are hidden', async ({
    console: page,
  }) => {
    await page.keyboard.press('Control+Shift+Digit5');
    await expect(listOf(page)).toBeFocused();
    await expect(linesOf(page).filter({ hasText: 'Device: [Handset]' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Include Handset’s own' }).click();
    await expect(linesOf(page).filter({ hasText: 'Device: [Handset]' }).first()).toBeVisible();
  });

  test('shows new log lines as they arrive, and earlier ones', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    await openLogs(page);
    // The phone's log of the last minutes.
    await expect.poll(() => shownCount(page)).toBeGreaterThan(300);
    const agent = await agents('v1');
    await agent.call('click_element', { selector: ':text("Settings")' });
    const displayed = linesOf(page).filter({ hasText: 'Displayed com.android.settings/.Settings' });
    await expect(displayed).toBeVisible();
    await expect(displayed).toContainText('system_server');
    await expect(displayed.locator('[data-level="I"]')).toBeVisible();
    // The process name arrives a little later.
    await expect(linesOf(page).filter({ hasText: 'Late-enabling' }).last()).toContainText(
      'com.android.settings',
    );
    expect(pageErrors).toEqual([]);
  });

  test('filters by level, tag, app and text together, and remembers the filter', async ({
    console: page,
  }) => {
    await openLogs(page);
    await page.getByText('Warn', { exact: true }).click();
    await field(page, 'tag').fill('Surface*, Looper');
    const levels = await linesOf(page).locator('[data-level]').allInnerTexts();
    expect(new Set(levels)).toEqual(new Set(['W']));
    await field(page, 'process').fill('surfaceflinger');
    await field(page, 'text').fill('/pid=\\d+, uid=2000$/');
    for (const line of await linesOf(page).all())
      await expect(line).toHaveText(/SurfaceFlinger\s*surfaceflinger\s*Permission Denial/);
    await field(page, 'text').fill('/(/');
    await expect(page.locator('#log-fault')).toContainText('The browser says: Unterminated group.');
    await expect(field(page, 'text')).toHaveAttribute('aria-invalid', 'true');
    await field(page, 'text').fill('nothing says this');
    await expect(page.getByText('No lines match')).toBeVisible();
    await page.reload();
    await waitForPhone(page);
    await expect(field(page, 'tag')).toHaveValue('Surface*, Looper');
    await expect(page.getByText('No lines match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(linesOf(page).first()).toBeVisible();
    await expect(page.getByTestId('log-clear-filters')).toBeHidden();
    // The foreground app comes from the last snapshot.
    await page.getByTestId('read-first').click();
    await page.getByTestId('log-in-front').click();
    await expect(page.getByTestId('log-in-front')).toHaveAttribute('aria-pressed', 'true');
    await expect(field(page, 'process')).toHaveValue('com.android.launcher3');
    await page.getByTestId('log-in-front').click();
    await expect(field(page, 'process')).toHaveValue('');
  });

  test('can be used by keyboard alone: select, copy, leave', async ({ console: page }) => {
    await openLogs(page);
    await page.evaluate(keepCopied);
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

  test(
    'a scroll position survives lines that arrive before the scroll event',
    { tag: '@more' },
    async ({ console: page }) => {
      await openLogs(page);
      await expect.poll(() => shownCount(page)).toBeGreaterThan(300);
      await listOf(page).evaluate((list) => {
        list.scrollTop = 1_000;
        // Updates the list at once, as a batch of lines does.
        document.querySelector<HTMLElement>('[data-testid="log-pause"]')?.click();
      });
      await expect(page.getByTestId('log-newest')).toBeVisible();
      expect(await listOf(page).evaluate((list) => list.scrollTop)).toBe(1_000);
    },
  );

  test(
    'what the filters look for is marked, also across wrapped lines',
    { tag: '@more' },
    async ({ console: page }) => {
      const marked = (): Promise<readonly string[]> =>
        page.evaluate(() => [...new Set([...(CSS.highlights.get('found') ?? [])].map(String))]);
      await openLogs(page);
      await field(page, 'tag').fill('surface*, -Looper');
      await field(page, 'process').fill('flinger');
      await expect.poll(marked).toEqual(['Surface', 'flinger']);
      await field(page, 'text').fill('/denial: can.t access \\w+ pid/');
      await page.setViewportSize({ width: 360, height: 800 });
      await page.getByTestId('log-wrap').click();
      await expect.poll(marked).toContain("Denial: can't access SurfaceFlinger pid");
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(marked).toEqual([]);
    },
  );

  test(
    'long lines can be wrapped, and the setting is remembered',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1');
      await agent.call('click_element', { selector: ':text("Weather")' });
      await agent.call('click_element', { selector: ':desc("Refresh")' });
      const end = (): Promise<number> =>
        listOf(page).evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
      for (const width of [1280, 360, 3840]) {
        await page.setViewportSize({ width, height: 900 });
        await openLogs(page);
        const wrap = page.getByTestId('log-wrap');
        const heights = (): Promise<number> => listOf(page).evaluate((list) => list.scrollHeight);
        const whole = await heights();
        await wrap.click();
        await expect(wrap).toHaveAttribute('aria-pressed', 'true');
        if (width < 2000) await expect.poll(heights).toBeGreaterThan(whole);
        // The list stays at the end, and rows are as high as their text.
        await expect.poll(async () => [width, (await end()) < 2]).toEqual([width, true]);
        expect(await misplacedRows(page)).toEqual([]);
        for (const part of [0.7, 0.4, 0]) {
          await listOf(page).evaluate(
            (list, at) => (list.scrollTop = at * list.scrollHeight),
            part,
          );
          await expect(page.getByTestId('log-newest')).toBeVisible();
          expect([width, part, ...(await misplacedRows(page))]).toEqual([width, part]);
        }
        await listOf(page).focus();
        await page.keyboard.press('PageDown');
        await page.keyboard.press('End');
        await expect(page.getByRole('option', { selected: true })).toBeInViewport();
        await page.keyboard.press('Escape');
        await wrap.click();
      }
      await page.getByTestId('log-wrap').click();
      // The list is at the end when the panel is opened again at another width.
      for (const width of [360, 1280]) {
        await page.locator('#tab-tools').click();
        await page.setViewportSize({ width, height: 700 });
        await openLogs(page);
        await expect.poll(async () => [width, (await end()) < 2]).toEqual([width, true]);
        await expect(page.getByTestId('log-newest')).toBeHidden();
        expect(await misplacedRows(page)).toEqual([]);
      }
      await page.reload();
      await waitForPhone(page);
      await expect(page.getByTestId('log-wrap')).toHaveAttribute('aria-pressed', 'true');
    },
  );

  test(
    'a log that fails to open is reported, and can be retried',
    { tag: '@more' },
    async ({ console: page }) => {
      await refuseCalls(page, 'watchLog');
      await page.reload();
      await waitForPhone(page);
      await page.locator('#tab-logs').click();
      const problem = page.locator('#panel-logs').getByTestId('problem');
      await expect(problem).toBeVisible();
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await axeViolationsInBothThemes(page, (axe) => axe.include('#panel-logs'))).toEqual(
        [],
      );
      await allowCalls(page);
      await problem.getByRole('button', { name: 'Retry' }).click();
      await expect(linesOf(page).first()).toBeVisible();
      await expect(problem).toHaveCount(0);
    },
  );
});

test.describe('a flood', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'log-flood' } });

  test('renders few rows, keeps its scroll position, and can be paused, cleared and saved', async ({
    console: page,
  }) => {
    await openLogs(page);
    await expect.poll(() => shownCount(page), { timeout: 50_000 }).toBeGreaterThan(20_000);
    expect(await linesOf(page).count()).toBeLessThan(80);
    // The last row shows the newest line and keeps changing.
    const last = linesOf(page).last();
    await expect(last).not.toHaveText(await last.innerText());
    const newest = page.getByTestId('log-newest');
    await listOf(page).evaluate((list) => (list.scrollTop = 4_000));
    await expect(newest).toBeVisible();
    const rowText = await linesOf(page).nth(8).innerText();
    await expect(page.getByTestId('log-fresh')).toHaveText(/new/);
    expect(await linesOf(page).nth(8).innerText()).toBe(rowText);
    // Wrapping keeps the first visible line in place.
    const first = async (): Promise<string> =>
      await listOf(page).evaluate((list) => {
        const { top } = list.getBoundingClientRect();
        const seen = [...list.querySelectorAll('[role=option]')].find(
          (row) => row.getBoundingClientRect().bottom > top + 1,
        );
        return seen?.textContent ?? '';
      });
    const firstSeen = await first();
    await page.getByTestId('log-wrap').click();
    await expect.poll(first).toBe(firstSeen);
    expect(await misplacedRows(page)).toEqual([]);
    expect(await linesOf(page).count()).toBeLessThan(80);
    await page.getByTestId('log-wrap').click();
    await expect.poll(first).toBe(firstSeen);
    await newest.click();
    await expect(newest).toBeHidden();

    await page.getByTestId('log-pause').click();
    const before = await shownCount(page);
    await expect(page.getByTestId('log-behind')).toHaveText(/[\d,]{3,} lines behind/);
    await field(page, 'text').fill('frame 15');
    await expect.poll(() => shownCount(page)).toBeLessThan(before);
    const saving = page.waitForEvent('download');
    await page.getByTestId('log-save').click();
    expect((await saving).suggestedFilename()).toMatch(
      /^Handset-14-log-\d{4}-\d\d-\d\d-\d{6}\.txt$/,
    );
    const saved = (await downloadText(saving)).trimEnd().split('\n');
    expect(saved).toHaveLength(await shownCount(page));
    expect(saved[0]).toMatch(/^\d\d-\d\d [\d:.]{12} +\d+ +\d+ [VDIWE] \S+ *: .*frame 15/);
    const savingAll = page.waitForEvent('download');
    await page.getByTestId('log-save-all').click();
    expect((await downloadText(savingAll)).split('\n').length).toBeGreaterThan(20_000);

    await page.getByTestId('log-clear').click();
    await expect(page.getByText('Nothing since the list was cleared')).toBeHidden();
    await page.getByTestId('log-clear-filters').click();
    await page.getByTestId('log-pause').click();
    await expect(linesOf(page).first()).toBeVisible();
    expect(await shownCount(page)).toBeLessThan(20_000);
  });
});

/** The states of the panel; each is reached from the one before. */
const panelStates: PanelStates = [
  ['ready', openLogs],
  [
    'a crash and details',
    async (page) => {
      await page.getByTestId('log-crashes-button').click();
      await expect(page.getByTestId('log-details')).toBeVisible();
    },
  ],
  [
    'filtered, with a fault',
    async (page) => {
      await page.getByTestId('log-filters-button').click();
      await field(page, 'text').fill('/(/');
      await expect(page.getByText('isn’t a valid regular expression')).toBeVisible();
    },
  ],
  [
    'nothing matches',
    async (page) => {
      await field(page, 'text').fill('nothing says this');
      await expect(page.getByText('No lines match')).toBeVisible();
    },
  ],
  [
    'paused and empty',
    async (page) => {
      await field(page, 'text').fill('');
      await page.getByTestId('log-pause').click();
      await page.getByTestId('log-clear').click();
      await expect(page.getByText('Nothing since the list was cleared')).toBeVisible();
    },
  ],
];

testPanelStates('#panel-logs', panelStates);
