/** The tools that agents are offered: by the user's rules, by the switch in the panel, and by the bridge. */
import type { Page } from '@playwright/test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectAgent } from './agents.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { consoleUrl, setRule, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const openAgents = (page: Page): Promise<void> =>
  page.getByRole('tab', { name: /^Agents/ }).click();

test(
  'agents are offered only the tools that the user allows',
  { tag: '@more' },
  async ({ console: page, agents }) => {
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
  },
);

test(
  'agents are offered all tools as soon as the user switches them on',
  { tag: '@more' },
  async ({ console: page, bridge, agents }) => {
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
    const listener = new Client(
      { name: 'listener', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { onChanged } } },
    );
    const headers = { Authorization: `Bearer ${bridge.token}` };
    const transport = new StreamableHTTPClientTransport(new URL(bridge.mcp), {
      requestInit: { headers },
    });
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
  },
);

test(
  'a bridge started with --tools all offers them with and without a console',
  { tag: '@more' },
  async ({ page }) => {
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
    await expect(allTools).toHaveAccessibleDescription(
      /^The bridge was started with --tools all\./,
    );
    expect(await agent.listTools()).toEqual(listedByBridge);
    expect((await agent.call('get_device')).isError).toBe(false);
    await agent.close();
    await bridge.stop();
  },
);
