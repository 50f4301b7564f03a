/** The timeline: calls of agents and of the user, and their exports. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Agent } from './agents.ts';
import { axeViolations, axeViolationsInBothThemes } from './axe.ts';
import {
  allowCalls,
  refuseCalls,
  runPhoneCommand,
  setRule,
  waitForBridge,
  waitForPhone,
} from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

test.use({ live: 'on' });

const signIn = 'com.handset.notes/com.handset.notes.SignInActivity';
/** Markup in a phone's text, which must not be interpreted. */
const markup = '<img src=x onerror=document.title=1>';
const password = 'hunter2 "&" co';

const exportSchema = z.object({
  format: z.literal('handset-timeline'),
  version: z.literal(3),
  calls: z.array(
    z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), text: z.string() }),
  ),
});

async function openTimeline(page: Page): Promise<void> {
  await waitForBridge(page);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
}

const rows = (page: Page): Locator => page.getByTestId('calls').getByRole('option');

/** Saves this format from the open export dialog; returns the file's path. */
async function save(page: Page, format: 'Report' | 'JSON'): Promise<string> {
  const dialog = page.getByTestId('export-dialog');
  await dialog.getByText(format, { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await dialog.getByTestId('export-save').click();
  const download = await downloading;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** `filled` runs after each field was filled in, with the number of calls so far. */
async function signInAs(agent: Agent, filled?: (calls: number) => Promise<void>): Promise<void> {
  await agent.call('set_text', { selector: '@email', text: markup });
  await filled?.(1);
  await agent.call('set_text', { selector: '@password', text: password });
  await filled?.(2);
  await agent.call('get_screen_tree');
}

test.describe('calls', () => {
  const record = 'timeline';
  shareConsole({ activity: signIn, record });

  test.beforeEach(async ({ console: page }) => {
    await page.keyboard.press('Escape');
    await runPhoneCommand(page, record, `am start -n ${signIn}`);
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    const clear = page.getByTestId('clear-calls');
    if (await clear.isEnabled()) await clear.click();
    await expect(rows(page)).toHaveCount(0);
  });

  test('of agents and of the user are listed, filtered, shown and cleared', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    await openTimeline(page);
    await expect(page.getByText('No calls yet')).toBeVisible();
    await page.getByTestId('run-screen-state').click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByTestId('agent-text')).toContainText('com.handset.notes');
    await expect(page.getByTestId('result-table')).toContainText('bounds');
    await page.getByTestId('call-view').getByText('Raw').click();
    await expect(page.getByTestId('agent-text')).toContainText('id\tclass\ttext');
    await page.getByTestId('call-view').getByText('Readable').click();
    await expect(page.getByTestId('agent-picture')).toBeVisible();

    const claude = await agents('v1', '/claude');
    const codex = await agents('v2', '/codex');
    const view = page.getByTestId('call-view');
    const pictures = view.getByTestId('compare').getByRole('figure');
    // A call that begins at once leaves the one before without a picture of its own.
    await signInAs(claude, async (calls) => {
      await expect(rows(page)).toHaveCount(1 + calls);
      await expect(pictures).toHaveCount(2);
    });
    await codex.call('click_element', { element_id: 'gone' });
    await expect(rows(page)).toHaveCount(5);
    const failed = rows(page).first();
    await expect(failed).toContainText(/Tap element.*element_id gone.*codex/s);
    await expect(failed).toContainText('failed');
    await expect(rows(page).last()).toContainText(/Get screen state.*You/s);
    await expect(page.getByTestId('calls')).not.toContainText('hunter2');
    // The newest call is shown; arrow keys show the others.
    const agentText = page.getByTestId('agent-text');
    await expect(agentText).toHaveText('There is no such element on the screen.');
    await view.getByText('Raw').click();
    await expect(agentText).toContainText("Element 'gone'");
    // A long line wraps.
    expect(await agentText.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
    await page.getByTestId('calls').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(view.getByTestId('call-arguments')).toContainText('"text": "•••"');

    await page.getByTestId('call-search').fill('ONERROR');
    await expect(page.getByTestId('call-counts')).toHaveText('2 of 5 calls');
    await page.getByTestId('call-search').fill('');
    await page.getByTestId('actions-only').click();
    await expect(page.getByTestId('calls')).not.toContainText('Get screen state');
    await page.getByTestId('actions-only').click();
    await page.getByTestId('call-filter').click();
    await page.getByTestId('filter-end').selectOption('failed');
    await expect(page.getByTestId('call-counts')).toHaveText('1 of 5 calls, 1 failed');
    await page.getByTestId('filter-agent').selectOption('claude');
    await expect(page.getByText('No calls match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByTestId('group-calls').selectOption('agent');
    await expect(page.getByTestId('call-filter')).toContainText('(1)');
    await expect(page.getByTestId('calls').getByRole('group')).toHaveCount(3);
    await page.getByTestId('group-calls').selectOption('none');
    await page.getByTestId('order-calls').selectOption('oldest');
    await expect(rows(page).first()).toContainText('Get screen state');
    await page.getByTestId('order-calls').selectOption('newest');
    // A screen reader says agents' calls where that is wanted, not the user's.
    await page.getByTestId('announce-calls').click();
    await expect(page.getByTestId('call-announcement')).toHaveText(
      /^codex: Tap element .+: failed$/,
    );
    await page.getByTestId('announce-calls').click();
    await expect(page.getByTestId('call-announcement')).toHaveCount(0);
    await page.getByTestId('call-filter').click();

    // In a narrow panel the call is below the list; the page scrolls to the call that is clicked, also
    // where the one before it was too short to scroll so far.
    await rows(page).first().click();
    await page.setViewportSize({ width: 390, height: 1_000 });
    await expect(page.getByTestId('run-again')).not.toBeInViewport();
    await rows(page).nth(1).click();
    await expect(page.getByTestId('run-again')).toBeInViewport();
    // The way back to the list is shown while the list is out of view.
    const back = page.getByTestId('back-to-calls');
    await expect(page.getByTestId('calls')).not.toBeInViewport({ ratio: 0.35 });
    await expect(back).toBeInViewport({ ratio: 1 });
    // The call fills this window even without its picture, which is left out when the live picture lags.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByTestId('agent-text').evaluate((text) => text.scrollIntoView());
    await expect(page.getByTestId('calls')).not.toBeInViewport();
    await expect(back).toBeInViewport({ ratio: 1 });
    await back.click();
    await expect(page.getByTestId('calls')).toBeInViewport();
    await expect(back).toBeHidden();
    await page.setViewportSize({ width: 720, height: 450 });
    for (const index of [0, 1, 2]) await expect(rows(page).nth(index)).toBeInViewport({ ratio: 1 });
    const topOf = async (testId: string) =>
      (await page.getByTestId(testId).boundingBox())?.y ?? NaN;
    const searchTop = await topOf('call-search');
    for (const testId of ['call-counts', 'open-export', 'clear-calls'])
      expect(Math.abs((await topOf(testId)) - searchTop)).toBeLessThan(20);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByTestId('call-search').scrollIntoViewIfNeeded();
    await expect(page.getByTestId('clear-calls')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(page.getByTestId('clear-calls')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });

    // The focus is on no disabled button in between.
    const focused = await page.getByTestId('clear-calls').evaluate(async (button: HTMLElement) => {
      button.focus();
      button.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.activeElement?.getAttribute('data-testid');
    });
    expect(focused).toBe('undo-clear');
    await expect(page.getByText('No calls yet')).toBeVisible();
    await claude.call('press_home');
    await page.getByTestId('undo-clear').click();
    await expect(rows(page)).toHaveCount(6);
    await rows(page).filter({ hasText: 'Get screen state' }).click();
    await page.getByTestId('run-again').click();
    await expect(rows(page)).toHaveCount(7);
    await expect(page.getByTestId('agent-text')).toContainText('launcher');
    await page.getByTestId('open-in-tools').click();
    await expect(page.getByRole('tab', { name: /^Tools/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(pageErrors).toEqual([]);
  });

  test('a running call is shown with its duration', async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/waiter');
    const args = { selector: ':text("Nowhere")', timeout: 30_000 };
    const controller = new AbortController();
    const waiting = agent.call('wait_for_element', args, { signal: controller.signal });
    const ended = expect(waiting).rejects.toThrow();
    const running = page.getByTestId('running-calls').getByRole('listitem');
    await expect(running).toContainText(/Wait for element.*waiter.*running for \d\.\d s/s);
    controller.abort();
    await ended;
    await expect(running).toHaveCount(0);
    await expect(rows(page)).toContainText('failed');
  });

  test(
    'refused calls are distinguished from failed ones',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      await openTimeline(page);
      const agent = await agents('v1', '/claude');
      await agent.call('click_element', { element_id: 'gone' });
      await page.getByTestId('pause').click();
      await expect(page.getByTestId('agent-state')).toHaveText('Agents paused');
      await agent.call('press_home');
      await expect(page.getByTestId('call-counts')).toHaveText('2 calls, 1 failed, 1 denied');
      await expect(rows(page).first()).toContainText(/Press Home.*denied.*claude/s);
      await expect(page.getByTestId('call-view')).toContainText('Denied: you had paused agents.');
      await page.getByTestId('call-filter').click();
      await page.getByTestId('filter-end').selectOption('refused');
      await expect(page.getByTestId('call-counts')).toHaveText('1 of 2 calls, 1 denied');
      await page.getByTestId('filter-end').selectOption('failed');
      await expect(rows(page)).toContainText('Tap element');
      await page.getByTestId('open-steps').click();
      await expect(page.getByText('Failed when it was recorded')).toBeVisible();
      await test.step('one that the user refuses shows what they were asked about', async () => {
        await page.getByTestId('steps-back').click();
        await page.getByTestId('filter-end').selectOption('refused');
        await page.getByTestId('pause').click();
        await page.getByRole('tab', { name: /^Agents/ }).click();
        await setRule(page, 'act', 'Ask me');
        const call = agent.call('click_element', { selector: '@email' });
        await page
          .getByTestId('question')
          .getByRole('button', { name: 'Deny', exact: true })
          .click();
        expect((await call).isError).toBe(true);
        await page.getByRole('tab', { name: /^Timeline/ }).click();
        await rows(page).first().click();
        const shown = page.getByTestId('call-view').getByRole('img');
        await expect(shown).toHaveAccessibleName(
          /^When you were asked: would have touched the framed element at/,
        );
        await page.getByRole('tab', { name: /^Agents/ }).click();
        await setRule(page, 'act', 'Allow');
        await page.getByRole('tab', { name: /^Timeline/ }).click();
        await page.getByRole('button', { name: 'Clear filters' }).last().click();
      });
    },
  );

  test('are exported without passwords and without active content', async ({
    console: page,
    context,
    agents,
  }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/claude');
    await signInAs(agent);
    await agent.call('set_clipboard', { text: 'from the bank' });
    await agent.call('get_clipboard');
    await agent.call('get_screen_state', { include_screenshot: true });
    await expect(rows(page)).toHaveCount(6);
    await page.getByTestId('open-export').click();
    const dialog = page.getByTestId('export-dialog');
    await expect(dialog.getByTestId('export-masked')).toContainText('masked as •••');
    await expect(dialog.getByTestId('export-preview').getByRole('listitem')).toHaveCount(6);

    const report = await save(page, 'Report');
    expect(report).toMatch(/handset-\d{4}-\d\d-\d\d-\d{6}\.html$/);
    const html = await readFile(report, 'utf8');
    expect(html).not.toMatch(/hunter2|from the bank/);
    const other = await context.newPage();
    const consoleTexts: string[] = [];
    other.on('console', (message) => consoleTexts.push(message.text()));
    const requestedUrls: string[] = [];
    other.on('request', (request) => requestedUrls.push(request.url()));
    await other.goto(pathToFileURL(report).href);
    await expect(other).toHaveTitle('Handset session report');
    await expect(other.getByRole('article')).toHaveCount(6);
    await expect(other.getByRole('article').first()).toContainText(markup);
    await expect(other.getByRole('article').nth(1)).toContainText('"text": "•••"');
    const last = other.getByRole('article').last().getByAltText('Screenshots');
    expect(await last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      99,
    );
    expect(requestedUrls.filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
    expect(consoleTexts).toEqual([]);
    expect(await axeViolationsInBothThemes(other)).toEqual([]);
    await other.close();

    const masked = exportSchema.parse(JSON.parse(await readFile(await save(page, 'JSON'), 'utf8')));
    expect(masked.calls.map(({ tool }) => tool)).toEqual([
      'set_text',
      'set_text',
      'get_screen_tree',
      'set_clipboard',
      'get_clipboard',
      'get_screen_state',
    ]);
    expect(masked).toMatchObject({ calls: { 1: { arguments: { text: '•••' } } } });
    expect(masked.calls[4]?.text).toBe('{"text":"•••"}');
  });

  test(
    'the offer to bring back a cleared list goes by itself',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      await openTimeline(page);
      await (await agents('v1', '/claude')).call('press_home');
      await page.getByTestId('clear-calls').click();
      await expect(page.getByTestId('cleared-note')).toHaveText(/^1 call cleared\./);
      await expect(page.getByTestId('cleared-note')).toHaveCount(0, { timeout: 15_000 });
    },
  );

  test(
    'a call that could not be made is reported, and can be retried',
    { tag: '@more' },
    async ({ console: page }) => {
      await refuseCalls(page, 'runTool');
      await page.reload();
      await waitForPhone(page);
      await openTimeline(page);
      await page.getByTestId('run-screen-state').click();
      const problem = page.locator('#panel-timeline').getByTestId('problem');
      await expect(problem).toBeVisible();
      expect(await axeViolations(page, (axe) => axe.include('#panel-timeline'))).toEqual([]);
      await allowCalls(page);
      await problem.getByRole('button', { name: 'Retry' }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByTestId('agent-text')).toContainText('com.handset.notes');
      await expect(problem).toHaveCount(0);
    },
  );
});
