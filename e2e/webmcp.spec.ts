/** WebMCP as the browser's own agents see it, through the WebMCP domain of the DevTools protocol. */
import { type CDPSession, chromium } from '@playwright/test';
import { z } from 'zod';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { launchOptions } from './chromium.ts';
import { consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test as base } from './fixtures.ts';

/** The parameters of the events toolsAdded and toolsRemoved. */
const listSchema = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
const respondedSchema = z.looseObject({
  invocationId: z.string(),
  status: z.string(),
  output: z.unknown().optional(),
});

const contentSchema = z.object({ content: z.array(z.looseObject({ type: z.string() })) });

/** A CDP session without Playwright's types, which lack experimental domains. */
interface AnySession {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): void;
}

class BrowserAgent {
  readonly tools = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #session: AnySession;
  readonly #frameId: string;
  readonly #responded = new Map<string, z.infer<typeof respondedSchema>>();

  private constructor(session: AnySession, frameId: string) {
    this.#session = session;
    this.#frameId = frameId;
  }

  static async attach(cdp: CDPSession): Promise<BrowserAgent> {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const session = cdp as unknown as AnySession;
    const agent = new BrowserAgent(session, frameTree.frame.id);
    session.on('WebMCP.toolsAdded', (event) => {
      for (const tool of listSchema.parse(event).tools) agent.tools.set(tool.name, tool);
    });
    session.on('WebMCP.toolsRemoved', (event) => {
      for (const { name } of listSchema.parse(event).tools) agent.tools.delete(name);
    });
    session.on('WebMCP.toolResponded', (event) => {
      const responded = respondedSchema.parse(event);
      agent.#responded.set(responded.invocationId, responded);
    });
    await session.send('WebMCP.enable');
    return agent;
  }

  async call(toolName: string, input: object): Promise<unknown> {
    const params = { toolName, frameId: this.#frameId, input };
    const answer = await this.#session.send('WebMCP.invokeTool', params);
    const { invocationId } = z.looseObject({ invocationId: z.string() }).parse(answer);
    await expect.poll(() => this.#responded.get(invocationId)).toBeDefined();
    const { status, output } = this.#responded.get(invocationId) ?? {};
    expect(status).toBe('Completed');
    return output;
  }
}

const test = base.extend({
  page: async ({}, use) => {
    const args = [...(launchOptions.args ?? []), '--enable-features=WebMCPTesting'];
    const browser = await chromium.launch({ ...launchOptions, args });
    await use(await browser.newPage());
    await browser.close();
  },
});

test(
  'the browser’s own agents can list and call tools, except those switched off',
  { tag: '@more' },
  async ({ page, bridge, pageErrors }) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
    await waitForPhone(page);
    const agent = await BrowserAgent.attach(await page.context().newCDPSession(page));
    await expect.poll(() => agent.tools.has('tap')).toBe(true);
    expect(agent.tools.get('tap')).toMatchObject({
      annotations: { readOnly: false, untrustedContent: true },
      inputSchema: { required: ['x', 'y'] },
    });
    expect(agent.tools.get('get_screen_tree')).toMatchObject({
      annotations: { readOnly: true, untrustedContent: true },
    });
    // Chromium 150 does not report `consequential`.
    expect(agent.tools.get('tap')).not.toMatchObject({ annotations: { consequential: false } });
    expect(agent.tools.get('get_screen_tree')).not.toMatchObject({
      annotations: { consequential: true },
    });

    const home = await agent.call('get_screen_tree', { compact: true });
    expect(home).toMatch(/^\[Screen: com\.android\.launcher3 .*\n[^]*"Calculator" \{clickable/);
    expect(await agent.call('tap', { x: 500, y: 1200 })).toBe('Tap executed at (500, 1200)');
    // The error is a result, since a thrown error would reach the agent without its message.
    expect(await agent.call('tap', { x: 'left' })).toMatch(
      /^Error: Parameter 'x' must be a number/,
    );
    const seen = await agent.call('get_screen_state', { include_screenshot: true });
    const { content } = contentSchema.parse(typeof seen === 'string' ? JSON.parse(seen) : seen);
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);

    await page.getByRole('tab', { name: /Timeline/ }).click();
    await expect(page.getByTestId('calls').getByText('browser, in this browser')).toHaveCount(4);
    await page.getByRole('tab', { name: /Agents/ }).click();
    await page.getByText('Individual tools').click();
    await page.getByTestId('tool-rule-tap').selectOption('Off');
    await expect.poll(() => agent.tools.has('tap')).toBe(false);
    expect(agent.tools.has('swipe')).toBe(true);
    await page.getByTestId('tool-rule-tap').selectOption('');
    await expect.poll(() => agent.tools.has('tap')).toBe(true);
    expect(pageErrors).toEqual([]);
  },
);

test(
  'a bridge started with --tools all offers them to the browser’s own agents',
  { tag: '@more' },
  async ({ page }) => {
    const bridge = await startBridge(bridgeFile, ['--tools', 'all']);
    await page.goto(bridge.url);
    const agent = await BrowserAgent.attach(await page.context().newCDPSession(page));
    await expect.poll(() => agent.tools.has('get_device')).toBe(true);
    await bridge.stop();
  },
);
