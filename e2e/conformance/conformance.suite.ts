import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { type Bridge, startBridge } from '../bridge-process.ts';
import { waitForBridge } from '../console-page.ts';
import { expect, test as base } from '../fixtures.ts';
import { type TokenProxy, startProxy } from './proxy.ts';
import { runRequirements, unexpectedResults } from './report.ts';
import {
  checksNeedingFixtures,
  revisions,
  shortfalls,
  scenariosWithoutFixtures,
} from './shortfalls.ts';
import { suitesUnavailableReason } from './suites.ts';

/** The bridge that vite.config.ts copies beside the console with the fixtures. */
const fixtureBridgeFile = join(
  import.meta.dirname,
  '../../.cache/conformance/dist-bridge/bridge.js',
);

const test = base.extend<{
  withFixtures: Bridge;
  proxyTo: (bridge: Bridge) => Promise<TokenProxy>;
}>({
  withFixtures: async ({}, use) => {
    const bridge = await startBridge(fixtureBridgeFile);
    await use(bridge);
    await bridge.stop();
  },
  proxyTo: async ({}, use) => {
    const open: TokenProxy[] = [];
    await use(async (bridge) => {
      const proxy = await startProxy(bridge);
      open.push(proxy);
      return proxy;
    });
    await Promise.all(open.map((proxy) => proxy.close()));
  },
});

test.skip(suitesUnavailableReason !== undefined, suitesUnavailableReason);

for (const revision of revisions) {
  test(`MCP ${revision}: passes all requirements except the listed shortfalls`, async ({
    page,
    withFixtures,
    proxyTo,
  }, testInfo) => {
    await page.goto(withFixtures.url);
    await waitForBridge(page);
    const { mcp } = await proxyTo(withFixtures);
    const { checks, required, total } = await runRequirements(
      revision,
      mcp,
      testInfo.outputPath('results'),
    );
    expect(unexpectedResults(checks, shortfalls[revision])).toEqual([]);
    const why = shortfalls[revision].map((each) => each.why).join('; ');
    addFigures(
      testInfo,
      `MCP ${revision}: ${required.passed} of ${required.all} required scenarios pass. ` +
        `Of all checks ${total.passed} passed, ${total.failed} failed as expected: ${why}.`,
    );
  });
}

test("Handset's own server passes the scenarios that need no fixtures", async ({
  page,
  bridge,
  proxyTo,
}, testInfo) => {
  await page.goto(bridge.url);
  await waitForBridge(page);
  const { mcp } = await proxyTo(bridge);
  for (const revision of revisions) {
    const { checks } = await runRequirements(revision, mcp, testInfo.outputPath(revision));
    const scenarios = scenariosWithoutFixtures[revision];
    const own = checks.filter(
      ({ scenario, id }) =>
        scenarios.includes(scenario) && !checksNeedingFixtures.includes(`${scenario}:${id}`),
    );
    expect(new Set(own.map(({ scenario }) => scenario))).toEqual(new Set(scenarios));
    expect(unexpectedResults(own, [])).toEqual([]);
    const passed = own.filter(({ status }) => status === 'SUCCESS').length;
    addFigures(testInfo, `Handset's own server, ${revision}: ${passed} checks passed, 0 failed.`);
  }
});

/** Adds a line to the summary at the end of the run. */
function addFigures(testInfo: TestInfo, description: string): void {
  testInfo.annotations.push({ type: 'figures', description });
}
