import type { BrowserContext, Page } from '@playwright/test';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { connectAgent } from './agents.ts';
import { axeViolations } from './axe.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, setRule, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

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

test('the panel shows the state of the bridge connection, and what to do about it', async ({
  page,
  bridge,
  context,
}) => {
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
  await slow.getByText('Connect an agent').click();
  await expect(slow.getByTestId('bridge-link')).toContainText(
    'Looking for the bridge at 127.0.0.1',
  );
});

test('a copied configuration works, and its agent is listed', async ({ console: page, bridge }) => {
  await waitForBridge(page);
  await openAgents(page);
  const [shown, link] = [page.getByTestId('client-config'), page.getByTestId('install-link')];
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

test('pause and stop are visible in a small window, and apply to every tab', async ({
  console: page,
  bridge,
  context,
  agents,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await waitForBridge(page);
  const agent = await agents('v1');
  const [state, pause] = [page.getByTestId('agent-state'), page.getByTestId('pause')];
  await expect(state).toHaveText('Agents ask before risky calls');
  await pause.click();
  await expect(state).toHaveText('Agents paused');
  expect((await agent.call('press_home')).text).toContain('The user has paused agents');
  await page.reload();
  await waitForBridge(page);
  await expect(state).toHaveText('Agents paused');
  await expect(page).toHaveTitle('Agents paused – Handset');
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
});

test('agents are offered only the tools that the user allows', async ({
  console: page,
  agents,
}) => {
  await waitForBridge(page);
  await openAgents(page);
  const agent = await agents('v1');
  await page.getByTestId('single-tools').locator('summary').click();
  await page.getByTestId('find-tool').fill('clipb');
  await page.getByTestId('tool-rule-get_clipboard').selectOption('Off');
  await expect.poll(() => agent.listTools()).not.toContain('get_clipboard');
  expect(await agent.listTools()).toContain('set_clipboard');
  await setRule(page, 'act', 'Off');
  await expect.poll(() => agent.listTools()).not.toContain('set_clipboard');
  await expect(page.getByTestId('section-rules')).toContainText('Read-only; 1 tool turned off');
  await page.reload();
  await waitForBridge(page);
  const { text } = await agent.call('tap', { x: 1, y: 1 });
  expect(text).toContain('The user has given agents read-only access');
});

test('agents are offered all tools as soon as the user switches them on', async ({
  console: page,
  bridge,
  agents,
}) => {
  await waitForBridge(page);
  await openAgents(page);
  const agent = await agents('v1');
  const defaultTools = await agent.listTools();
  expect(defaultTools).not.toContain('get_device');
  const refused = await agent.call('get_device');
  expect(refused.isError).toBe(true);
  expect(refused.text).toBe(
    'The tool `get_device` is not offered to agents. Nothing was done. Ask the user to turn on “Offer all tools” in the Agents panel of the Handset console, or to start the bridge with `--tools all`.',
  );

  // A client that listens is notified, and requests the list again.
  const lists: (readonly string[])[] = [];
  const onChanged = (_: Error | null, tools: readonly { readonly name: string }[] | null): void =>
    void lists.push((tools ?? []).map(({ name }) => name));
  const listener = new ModernClient(
    { name: 'listener', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { onChanged } } },
  );
  const headers = { Authorization: `Bearer ${bridge.token}` };
  const transport = new ModernTransport(new URL(bridge.mcp), { requestInit: { headers } });
  await listener.connect(transport);
  // The words of the error lead to the switch.
  const allTools = page.getByRole('switch', { name: 'Offer all tools' });
  await expect(allTools).toHaveAttribute('aria-checked', 'false');
  await allTools.click();
  await expect.poll(() => lists.at(-1)).toContain('get_device');
  const all = await agent.listTools();
  expect(lists.at(-1)).toEqual(all);
  expect(all.length).toBeGreaterThan(defaultTools.length);
  expect((await agent.call('get_device')).isError).toBe(false);

  await page.reload();
  await waitForBridge(page);
  await openAgents(page);
  await expect(allTools).toHaveAttribute('aria-checked', 'true');
  await allTools.click();
  await expect.poll(() => agent.listTools()).toEqual(defaultTools);
  // A tool with a rule of its own is offered in any case.
  await page.getByTestId('single-tools').locator('summary').click();
  await page.getByTestId('tool-rule-get_device').selectOption('Allow');
  await expect.poll(() => agent.listTools()).toContain('get_device');
  await listener.close();
});

test('a bridge started with --tools all offers them with and without a console', async ({
  page,
}) => {
  const bridge = await startBridge(bridgeFile, ['--tools', 'all']);
  const agent = await connectAgent('v1', bridge);
  const listedByBridge = await agent.listTools();
  expect(listedByBridge).toContain('get_device');

  await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
  await waitForPhone(page);
  await waitForBridge(page);
  await openAgents(page);
  const allTools = page.getByTestId('all-tools');
  await expect(allTools).toHaveAttribute('aria-checked', 'true');
  await expect(allTools).toBeDisabled();
  await expect(allTools).toHaveAccessibleDescription(/^The bridge was started with --tools all\./);
  expect(await agent.listTools()).toEqual(listedByBridge);
  expect((await agent.call('get_device')).isError).toBe(false);
  await agent.close();
  await bridge.stop();
});

test('the user answers questions by keyboard', async ({ console: page, agents }) => {
  await waitForBridge(page);
  await openAgents(page);
  await setRule(page, 'act', 'Ask me');
  await page.getByRole('tab', { name: /^Elements/ }).click();
  const [first, second] = [await agents('v1', '/first'), await agents('v2', '/second')];
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
  await expect(page).toHaveTitle('● Waiting for you – Handset');
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
  await expect(page).toHaveTitle('Handset');
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
});

test('two consoles have different names, and the user chooses the default for agents', async ({
  console: first,
  bridge,
  browser,
  context,
}) => {
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
  await expect(second.getByTestId('agent-state')).toHaveText('Agents use console 1');
  await second.getByTestId('make-default').click();
  await expect(serving(second)).toContainText('console 2 (this tab)');
  await expect(serving(first)).toContainText('console 2');
  await expect(first.getByTestId('make-default')).toBeVisible();
  await second.getByTestId('pause').click();
  await expect(first.getByTestId('consoles').getByText('paused', { exact: true })).toHaveCount(2);
  // Pausing does not reach another browser, and the page says so.
  const third = await browser.newPage();
  await third.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
  await expect(second.getByTestId('agent-state')).toHaveText('Paused here, not in console 3');
  await expect(first.getByRole('tabpanel')).toContainText(
    'Agents are paused in this browser only: they can still use console 3.',
  );
  await third.getByTestId('pause').click();
  await expect(second.getByTestId('agent-state')).toHaveText('Agents paused');
  await third.close();

  // The names survive reloads.
  await first.reload();
  await waitForBridge(first);
  await openAgents(first);
  await expect(first.getByTestId('console-name')).toHaveText('as console 1');
  await expect(serving(first)).toContainText('console 2');
});
