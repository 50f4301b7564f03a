import { type Page, test as base } from '@playwright/test';
import { type Agent, type AgentKind, openAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { type DemoQuery, consoleUrl, phoneConnected } from './console-page.ts';

interface BridgeFixtures {
  /** A bridge of the test's own. */
  readonly bridge: Bridge;
  /** Connects a client to that bridge; closed by itself. */
  readonly agents: (kind: AgentKind, path?: string) => Promise<Agent>;
}

/** Tests that need the bridge, but no browser. */
export const bridgeTest = base.extend<BridgeFixtures>({
  bridge: async ({}, use) => {
    const bridge = await startBridge();
    await use(bridge);
    await bridge.stop();
  },
  agents: async ({ bridge }, use) => {
    const open: Agent[] = [];
    await use(async (kind, path) => {
      const agent = await openAgent(kind, bridge, path);
      open.push(agent);
      return agent;
    });
    await Promise.all(open.map((agent) => agent.close()));
  },
});

interface ConsoleFixtures {
  readonly skipWithoutBrowser: undefined;
  /** The demo phone's query values; set by `test.use`. */
  readonly demo: DemoQuery;
  /** Errors of the page and its worker, policy violations among them. */
  readonly pageErrors: readonly string[];
  /** The console, opened at the bridge's address with the demo phone connected. */
  readonly console: Page;
}

/** Tests that need a browser; skipped where there is none. */
export const test = bridgeTest.extend<ConsoleFixtures>({
  skipWithoutBrowser: [
    async ({}, use, testInfo) => {
      testInfo.skip(browserPath === undefined, 'No Chrome or Chromium on this machine.');
      await use(undefined);
    },
    { auto: true },
  ],
  demo: [{}, { option: true }],
  pageErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await use(errors);
  },
  console: async ({ page, bridge, demo }, use) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', ...demo }));
    await phoneConnected(page);
    await use(page);
  },
});

export { expect } from '@playwright/test';
