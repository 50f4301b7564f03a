/** Runs the conformance suite and parses its results. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  checksNeedingFixtures,
  revisions,
  scenariosWithoutFixtures,
  shortfalls,
  type Revision,
  type Shortfall,
} from './shortfalls.ts';
import { runProgram, suitesUnavailableReason } from './suites.ts';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { startBridge, type Bridge } from '../bridge-process.ts';
import type { TestInfo } from '@playwright/test';
import { waitForBridge } from '../console-page.ts';
import { test as base, expect } from '../fixtures.ts';

const checkSchema = z.object({
  id: z.string(),
  status: z.string(),
  errorMessage: z.string().optional(),
});

/** One check of the suite. */
interface ConformanceCheck extends z.infer<typeof checkSchema> {
  readonly scenario: string;
}

interface ConformanceReport {
  readonly checks: readonly ConformanceCheck[];
  /** Scenarios that the revision requires. */
  readonly required: { readonly all: number; readonly passed: number };
  /** Checks of all scenarios, including those that the revision does not require. */
  readonly total: { readonly passed: number; readonly failed: number };
}

/** A run takes seconds; this is its timeout. */
const runTimeoutMs = 45_000;

/** Runs every scenario of the revision against this URL; rejects with the output if the suite does not finish. */
async function runRequirements(
  revision: Revision,
  url: string,
  folder: string,
): Promise<ConformanceReport> {
  const args = ['server', '--url', url, '--requirements', revision, '-o', folder];
  const { output } = await runProgram('conformance', args, { deadlineMs: runTimeoutMs });
  const total = /^Total: (\d+) passed, (\d+) failed$/m.exec(output);
  if (total === null) throw new Error(`The suite did not come to its end:\n${output}`);
  const scenarioResults = readScenarioResults(output);
  const checks = await readChecks(folder);
  const required = scenarioResults.filter(({ isRequired }) => isRequired);
  return {
    checks: [...checks, ...crashedScenarios(scenarioResults, checks)],
    required: { all: required.length, passed: required.filter(({ passed }) => passed).length },
    total: { passed: Number(total[1]), failed: Number(total[2]) },
  };
}

async function readChecks(folder: string): Promise<ConformanceCheck[]> {
  const reads = (await readdir(folder)).map(async (name) => {
    // server-SCENARIO-2026-11-22T00-32-28-371Z
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = join(folder, name, 'checks.json');
    if (!existsSync(file)) return [];
    const json: unknown = JSON.parse(await readFile(file, 'utf8'));
    const checks = z.array(checkSchema).parse(json);
    return checks.map((check) => ({ ...check, scenario }));
  });
  return (await Promise.all(reads)).flat();
}

interface ScenarioResult {
  readonly scenario: string;
  readonly passed: boolean;
  /** Whether the revision requires the scenario. */
  readonly isRequired: boolean;
}

/** Parses the summary: every scenario with its mark, then again those that are not required. */
function readScenarioResults(output: string): ScenarioResult[] {
  const unscored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \(\S+\)$/gm)].map(([, at]) => at));
  const lines = [...output.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed$/gm)];
  return lines.map(([, mark, scenario = '']) => ({
    scenario,
    passed: mark === '✓',
    isRequired: !unscored.has(scenario),
  }));
}

/** Failed scenarios that crashed before they reported a failed check. */
function crashedScenarios(
  scenarioResults: readonly ScenarioResult[],
  checks: readonly ConformanceCheck[],
): ConformanceCheck[] {
  const failed = new Set(checks.filter(({ status }) => status === 'FAILURE').map(scenarioOf));
  const silent = scenarioResults.filter(({ scenario, passed }) => !passed && !failed.has(scenario));
  return silent.map(({ scenario }) => ({ scenario, id: 'broke-off', status: 'FAILURE' }));
}

const scenarioOf = ({ scenario }: ConformanceCheck): string => scenario;

/** Whether the suite reports a failure or a warning. */
const isProblem = ({ status }: ConformanceCheck): boolean =>
  status === 'FAILURE' || status === 'WARNING';

/** One line for each unexpected failure, and for each expected failure that passed. */
function unexpectedResults(
  checks: readonly ConformanceCheck[],
  shortfalls: readonly Shortfall[],
): readonly string[] {
  const expected = shortfalls.flatMap((each) => each.checks);
  const problems = checks.filter(isProblem);
  const names = ({ scenario, id }: ConformanceCheck): string[] => [scenario, `${scenario}:${id}`];
  const unexpected = problems.filter(
    (check) => !names(check).some((name) => expected.includes(name)),
  );
  const found = new Set(problems.flatMap(names));
  return [
    ...unexpected.map(
      ({ scenario, id, status, errorMessage = '' }) =>
        `${scenario}:${id} ${status} ${errorMessage}`,
    ),
    ...expected.filter((name) => !found.has(name)).map((name) => `${name} passes now`),
  ];
}

// A proxy between the suite and the bridge that adds the token, which the suite cannot send.

/** A running proxy; the caller must close it. */
interface TokenProxy {
  /** The proxy's MCP address. */
  readonly mcp: string;
  close(): Promise<void>;
}

/**
 * Adds the token to every request. Host and Origin pass unchanged, so that the bridge checks them,
 * except that the proxy's port becomes the bridge's: a client that addresses `localhost` at the
 * proxy means the bridge there.
 */
async function startProxy({ port, token, mcp }: Bridge): Promise<TokenProxy> {
  const server = createServer((incoming, response) => {
    const withBridgePort = (value: string): string => value.replace(`:${ownPort}`, `:${port}`);
    const { host = '', origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host: withBridgePort(host),
      ...(origin !== undefined && { origin: withBridgePort(origin) }),
      authorization: `Bearer ${token}`,
    };
    forward({ incoming, response, port, headers });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    mcp: mcp.replace(`:${port}`, `:${ownPort}`),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ForwardedRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Forwards a request; closing either side closes the other, since that is how clients cancel. */
function forward({ incoming, response, port, headers }: ForwardedRequest): void {
  const { method, url: path } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

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
