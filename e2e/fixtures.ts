import { type Page, test as base } from '@playwright/test';
import { type Agent, type AgentKind, connectAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { type DemoQuery, consoleUrl, giveAdbKey, waitForPhone } from './console-page.ts';

/** The reason given for skipped browser tests. */
export const noBrowserReason = 'No Chrome or Chromium on this machine.';

interface WorkerFixtures {
  /** The bridge of this Playwright worker; a test that pauses it resumes it. */
  readonly workerBridge: Bridge;
}

interface BridgeFixtures {
  /** `workerBridge`, unless a file or group has another. */
  readonly bridge: Bridge;
  /** Connects a client to that bridge; the fixture closes it. */
  readonly agents: (kind: AgentKind, path?: string) => Promise<Agent>;
}

async function useNewBridge(use: (bridge: Bridge) => Promise<void>): Promise<void> {
  const bridge = await startBridge();
  await use(bridge);
  await bridge.stop();
}

/** Tests that need the bridge, but no browser. */
export const bridgeTest = base.extend<BridgeFixtures, WorkerFixtures>({
  workerBridge: [({}, use) => useNewBridge(use), { scope: 'worker' }],
  bridge: ({ workerBridge }, use) => use(workerBridge),
  agents: async ({ bridge }, use) => {
    const open: Agent[] = [];
    await use(async (kind, path) => {
      const agent = await connectAgent(kind, bridge, path);
      open.push(agent);
      return agent;
    });
    await Promise.all(open.map((agent) => agent.close()));
  },
});

/**
 * Marks tests that need the full browser: for its clipboard, permission prompts or installed apps,
 * and for cross-site frames, in which the headless shell sometimes loses a click.
 */
export const inFullBrowser = { tag: '@full-browser' };

interface ConsoleFixtures {
  readonly skipWithoutBrowser: undefined;
  /** Query parameters of the demo phone; set by `test.use`. */
  readonly demo: DemoQuery;
  /** Whether the console shows live video, which takes most of the processor's time; off unless a spec is about what it shows. */
  readonly live: 'on' | 'off';
  /** Errors of the page and its worker, including CSP violations, and warnings of Svelte. */
  readonly pageErrors: readonly string[];
  /** The console, opened at the bridge's address with the demo phone connected. */
  readonly console: Page;
}

/** Tests that need a browser; skipped if there is none. */
export const test = bridgeTest.extend<ConsoleFixtures>({
  skipWithoutBrowser: [
    async ({}, use, testInfo) => {
      testInfo.skip(browserPath === undefined, noBrowserReason);
      await use(undefined);
    },
    { auto: true },
  ],
  demo: [{}, { option: true }],
  live: ['off', { option: true }],
  pageErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      const isOfSvelte = message.type() === 'warning' && message.text().includes('svelte.dev');
      if (message.type() === 'error' || isOfSvelte) errors.push(message.text());
    });
    await use(errors);
  },
  console: async ({ page, bridge, demo, live }, use) => {
    await openDemoConsole(page, bridge, { live, ...demo });
    await use(page);
  },
});

/** Gives each test of this file or group a bridge of its own, in which the numbers of consoles begin at 1. */
export function ownBridge(): void {
  test.use({ bridge: ({}, use) => useNewBridge(use) });
}

/** Opens the console with the demo phone connected. */
async function openDemoConsole(page: Page, bridge: Bridge, demo: DemoQuery): Promise<void> {
  await giveAdbKey(page);
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', ...demo }));
  await waitForPhone(page);
}

/**
 * Makes the tests of this group share one console, their fixture, and run in order. Each finds the page
 * and the phone as the one before it left them; the first, and the one after a failure, finds them new.
 */
export function shareConsole(demo: DemoQuery): void {
  let page: Page;
  test.describe.configure({ mode: 'default' });
  test.skip(browserPath === undefined, noBrowserReason);
  test.use({
    page: ({}, use) => use(page),
    console: ({}, use) => use(page),
  });
  test.beforeAll(async ({ browser, workerBridge }) => {
    page = await browser.newPage({ serviceWorkers: 'block' });
    await openDemoConsole(page, workerBridge, demo);
  });
  test.afterAll(() => page.close());
}

export { expect } from '@playwright/test';
