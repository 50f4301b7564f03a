import type { BrowserContext, Page } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { axeViolations } from './axe.ts';
import { waitForBridge, consoleUrl, setRule, waitForPhone } from './console-page.ts';
import { expect, ownBridge, test } from './fixtures.ts';

const openAgents = (page: Page): Promise<void> =>
  page.getByRole('tab', { name: /^Agents/ }).click();

const configSchema = z.object({
  mcpServers: z.object({
    handset: z.object({ url: z.url(), headers: z.record(z.string(), z.string()) }),
  }),
});

/** The next text that the page copies. Not from the clipboard, which all tests of this machine share. */
const nextCopy = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.clipboard.writeText = (text) => {
          resolve(text);
          return Promise.resolve();
        };
      }),
  );

async function duplicateTab(page: Page, context: BrowserContext): Promise<Page> {
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    // A window opened by a page begins with a copy of its session storage, as a duplicated tab does.
    page.evaluate(() => window.open(location.href)),
  ]);
  return copy;
}

test(
  'the panel shows the state of the bridge connection, and what to do about it',
  { tag: '@more' },
  async ({ page, bridge, context }) => {
    const link = page.getByTestId('bridge-link');
    const plain = new URL('/?phone=demo&live=off', bridge.url).href;
    await page.goto(plain);
    await waitForPhone(page);
    await openAgents(page);
    await expect(link).toContainText('No bridge');
    await expect(link).toContainText('Run npm start in the Handset folder');

    await page.goto(`${plain}#bridge=${'x'.repeat(43)}`);
    await expect(link).toContainText('Bridge: link out of date');
    await expect(link).toContainText('This link is out of date.');
    await expect(link.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await page.goto(new URL(`/#bridge=${'x'.repeat(43)}`, bridge.url).href);
    await expect(link.getByText('This link is out of date.')).toBeInViewport();

    await page.goto(plain + new URL(bridge.url).hash);
    await expect(link).toContainText('Bridge connected');
    // The only console needs no number.
    await expect(page.getByTestId('console-name')).toHaveCount(0);

    await bridge.pause();
    await expect(link).toContainText('Bridge disconnected');
    await expect(link.getByTestId('problem')).toContainText(
      `Start it with npm start -- --port ${new URL(bridge.url).port}.`,
    );
    await expect(link.getByRole('timer')).toHaveText(/^\d+ s$/);
    await bridge.resume();
    await waitForBridge(page);
    await expect(link).toContainText('agents on this computer reach it through the bridge');
    // Holding a Web Lock keeps a hidden tab from being frozen.
    const locks = await page.evaluate(async () => (await navigator.locks.query()).held ?? []);
    expect(locks.map(({ name }) => name)).toContain('handset-bridge');

    const slow = await context.newPage();
    // A browser that never answers the lock request for the tab's name: the page waits, and says so.
    await slow.addInitScript(() => {
      LockManager.prototype.request = () => new Promise(() => undefined);
    });
    await slow.goto(new URL('/', bridge.url).href);
    await slow.getByText('More ways to connect').click();
    await expect(slow.getByTestId('bridge-link')).toContainText(
      'Looking for the bridge at 127.0.0.1',
    );
  },
);

test('a copied configuration works, and its agent is listed', async ({ console: page, bridge }) => {
  await waitForBridge(page);
  await openAgents(page);
  const shown = page.getByTestId('client-config');
  const link = page.getByTestId('install-link');
  await expect(shown).toContainText('claude mcp add');
  await expect(page.getByText('VS Code', { exact: true })).toBeHidden();
  await page.getByText('Another client, address, token, agent name').click();
  await page.getByText('VS Code', { exact: true }).click();
  await expect(link).toHaveText('Add to VS Code');
  await expect(link).toHaveAttribute('href', /^vscode:mcp\/install\?%7B/);
  await page.getByText('Any other client').click();
  await expect(link).toHaveCount(0);
  await expect(shown).toContainText(`${bridge.mcp}"`);
  await expect(shown).not.toContainText(bridge.token);

  await page.getByTestId('agent-name').fill('två ord');
  await expect(page.getByText('Use only a–z, A–Z, digits')).toBeVisible();
  await expect(page.getByTestId('client-setup')).toHaveAttribute('inert');
  await page.getByTestId('agent-name').fill('my-agent.2');
  await expect(page.getByTestId('mcp-address')).toHaveText(`${bridge.mcp}/my-agent.2`);
  await page.getByTestId('reveal-token').click();
  await expect(shown).toContainText(bridge.token);
  await expect(page.getByTestId('token')).toHaveText(bridge.token);
  await page.getByTestId('reveal-token').click();
  await expect(shown).not.toContainText(bridge.token);

  const copied = nextCopy(page);
  await page.getByTitle('Copy the configuration').click();
  await expect(page.getByTitle('Copy the configuration')).toHaveText('Copied');
  const { url, headers } = configSchema.parse(JSON.parse(await copied)).mcpServers.handset;
  const client = new Client({ name: 'pasted', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const seen = page.getByTestId('agents-seen').locator('[data-agent="my-agent.2"]');
  await expect(seen).toContainText('no calls yet');
  const answer = await client.callTool({ name: 'get_screen_state', arguments: {} });
  expect(answer.isError ?? false).toBe(false);
  await client.callTool({ name: 'click_element', arguments: { element_id: 'gone' } });
  await client.close();

  await expect(seen).toContainText('2 calls, 1 failed');
  await expect(seen).toContainText(/Tap element · [\d:]+ · failed/);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
  await page.getByTestId('run-again').click();
  await expect(page.getByTestId('calls').getByRole('option')).toHaveCount(3);
  await openAgents(page);
  await seen.getByRole('button', { name: 'Show calls by my-agent.2' }).click();
  await expect(page.getByRole('tab', { name: /^Timeline/ })).toBeFocused();
  await expect(page.getByTestId('calls').getByRole('option')).toHaveCount(2);
  await page.getByTestId('only-agent').click();
  await expect(page.getByTestId('calls').getByRole('option')).toHaveCount(3);
});

test(
  'pause and stop are visible in a small window, and apply to every tab',
  { tag: '@more' },
  async ({ console: page, bridge, context, agents }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await waitForBridge(page);
    const agent = await agents('v1');
    const state = page.getByTestId('agent-state');
    const pause = page.getByTestId('pause');
    await expect(state).toHaveText('Agents ask before risky calls');
    await pause.click();
    await expect(state).toHaveText('Agents paused');
    expect((await agent.call('press_home')).text).toContain('The user has paused agents');
    await page.reload();
    await waitForBridge(page);
    await expect(state).toHaveText('Agents paused');
    await expect(page).toHaveTitle('Agents paused – Handset 14 · Handset');
    expect((await agent.call('press_home')).text).toContain('The user has paused agents');

    const other = await context.newPage();
    await other.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
    await expect(other.getByTestId('agent-state')).toHaveText('Agents paused');
    await other.getByTestId('pause').click();
    await expect(state).toHaveText('Agents ask before risky calls');
    await expect(pause).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId('stop')).toBeInViewport({ ratio: 1 });

    // A waiting call is cancelled from the other tab, by keyboard.
    const waiting = agent.call('wait_for_element', {
      by: 'text',
      value: 'never',
      timeout: 30_000,
    });
    await expect(state).toHaveText('handset-e2e: Wait for element');
    // The activity text is cut short, never the buttons.
    await expect(page.getByTestId('stop')).toBeInViewport({ ratio: 1 });
    await other.bringToFront();
    await other.keyboard.press('ControlOrMeta+Shift+x');
    expect((await waiting).text).toContain('The user stopped everything');
    await expect(other.getByTestId('stop-note')).toContainText('Stopped');
    await expect(page.getByTestId('stop-note')).toContainText('Stopped from another tab');
    await expect(state).toHaveText('Agents paused');
    await pause.click();
    await expect(page.getByTestId('stop-note')).toBeHidden();
  },
);

test(
  'the user answers questions by keyboard',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await waitForBridge(page);
    await openAgents(page);
    await setRule(page, 'act', 'Ask me');
    await page.getByRole('tab', { name: /^Elements/ }).click();
    const first = await agents('v1', '/first');
    const second = await agents('v2', '/second');
    const question = page.getByTestId('question');
    const press = async (name: string): Promise<void> => {
      const button = question.getByRole('button', { name, exact: true });
      await expect(button).toBeEnabled();
      await button.press('Enter');
    };

    const evil = '<b>bold</b> \u202eneve';
    const typed = first.call('input_text', { text: evil });
    await expect(question).toContainText(/first\s+wants to\s+type/);
    await expect(question).toContainText('<b>bold</b> ‹U+202E›neve');
    await expect(page).toHaveTitle('● Waiting for you – Handset 14 · Handset');
    await expect(page.getByTestId('agent-state')).toHaveText('Waiting for you');
    const pressed = second.call('press_home');
    await expect(question).toContainText('Next: ');
    expect(await axeViolations(page)).toEqual([]);
    // The question is first in the tab order.
    await page.getByRole('button', { name: 'Skip to the phone' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(question.getByRole('button', { name: 'Deny', exact: true })).toBeFocused();
    await press('Deny');
    expect((await typed).text).toContain('The user denied');
    // The focused button has gone; focus moves to the region, and not to a button of the next question.
    await expect(page.getByRole('region', { name: 'Notices' })).toBeFocused();
    await expect(question).toContainText('second wants to press Home');
    await press('Allow once');
    expect((await pressed).isError).toBe(false);
    await expect(page).toHaveTitle('Handset 14 · Handset');
    const again = second.call('press_home');
    await press('Allow actions');
    expect((await again).isError).toBe(false);
    expect((await second.call('press_back')).isError).toBe(false);
    await openAgents(page);
    const seen = page.getByTestId('agents-seen').locator('[data-agent="second"]');
    await expect(seen).toContainText('Allowed to act without asking since');
    await expect(page.getByTestId('agent-state')).toHaveText(/first; second may act freely$/);
    await expect(page.getByTestId('section-rules')).toContainText(
      'Must ask before each action; second may act freely',
    );
    await seen.getByRole('button', { name: 'Revoke permission of second' }).click();
    await expect(seen).not.toContainText('Allowed to act without asking');
    await expect(page.getByTestId('agent-state')).toHaveText('Agents ask first');
    const afterRevoke = second.call('press_back');
    await press('Deny');
    expect((await afterRevoke).isError).toBe(true);
    await seen.getByRole('button', { name: 'Block second' }).click();
    await expect(seen.getByRole('heading')).toHaveText(/^second\s+Blocked$/);
    const read = async (): Promise<string> => (await second.call('get_screen_state')).text;
    await expect.poll(read).toMatch(/^The user has blocked this agent/);
    expect((await first.call('get_screen_state')).isError).toBe(false);
    await seen.getByRole('button', { name: 'Unblock second' }).click();
    await expect.poll(read).toMatch(/^screen:/m);

    // A question that ends without an answer is listed as missed.
    const controller = new AbortController();
    const dropped = first
      .call('press_back', {}, { signal: controller.signal })
      .catch(() => 'dropped');
    await expect(question).toContainText('first wants to press Back');
    controller.abort();
    expect(await dropped).toBe('dropped');
    await expect(question).toBeHidden();
    await expect(page.getByTestId('missed-questions')).toContainText('first canceled “Press Back”');
    await page.getByRole('tab', { name: /^Logs/ }).click({ trial: true });
  },
);

test.describe('with a bridge of its own', () => {
  ownBridge();

  test(
    'two consoles have different names, and the user chooses the default for agents',
    { tag: '@more' },
    async ({ console: first, bridge, browser, context }) => {
      await waitForBridge(first);
      const second = await duplicateTab(first, context);
      await waitForPhone(second);
      await waitForBridge(second);
      await openAgents(first);
      await openAgents(second);
      await expect(first.getByTestId('console-name')).toHaveText('as console 1');
      await expect(second.getByTestId('console-name')).toHaveText('as console 2');
      const serving = (page: Page): ReturnType<Page['locator']> =>
        page.getByTestId('consoles').getByRole('listitem').filter({ hasText: 'used by agents' });
      await expect(serving(second)).toContainText('console 1');
      await expect(first.getByTestId('make-default')).toBeHidden();
      await second.getByTestId('make-default').click();
      await expect(serving(second)).toContainText('console 2 (this tab)');
      await expect(serving(first)).toContainText('console 2');
      await expect(first.getByTestId('make-default')).toBeVisible();
      await second.keyboard.press('ControlOrMeta+Shift+X');
      await expect(first.getByTestId('consoles').getByText('paused', { exact: true })).toHaveCount(
        2,
      );
      // Pausing does not reach another browser, and the page says so.
      const third = await browser.newPage();
      await third.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
      await expect(second.getByTestId('agent-state')).toHaveText(
        /^Paused here, not in Handset 14 \(/,
      );
      await expect(first.getByRole('tabpanel')).toContainText(
        'Agents are paused in this browser only: they can still use Handset 14 (',
      );
      await third.keyboard.press('ControlOrMeta+Shift+X');
      await expect(second.getByTestId('agent-state')).toHaveText('Agents paused');
      await third.close();

      // The names survive reloads.
      await first.reload();
      await waitForBridge(first);
      await openAgents(first);
      await expect(first.getByTestId('console-name')).toHaveText('as console 1');
      await expect(serving(first)).toContainText('console 2');
    },
  );
});
