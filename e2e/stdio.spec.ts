/** Agents that start a stdio bridge, as most do: real clients of both SDKs with access to the process. */
import * as v2 from '@modelcontextprotocol/client';
import * as v2Stdio from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  parseToolResult,
  stdioBridgeCommand,
  type ToolCallOptions,
  type ToolCallResult,
} from './agents.ts';
import type { Bridge } from './bridge-process.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  consoleUrl,
  fingersDown,
  recordTouches,
  touchDownPoints,
  waitForBridge,
  waitForPhone,
} from './console-page.ts';
import { test as base, expect, ownBridge } from './fixtures.ts';
import { freePort } from './free-port.ts';

/** A connected agent and its bridge process; the caller must close it. */
interface StdioAgent {
  readonly pid: number;
  call(
    tool: string,
    args: Record<string, unknown>,
    options?: ToolCallOptions,
  ): Promise<ToolCallResult>;
  /** The stderr of the process so far. */
  stderrSoFar(): string;
  /** Errors for unexpected messages, such as a second response to a call. */
  readonly unexpectedMessages: readonly string[];
  close(): Promise<void>;
}

const stdioClientInfo = { name: 'handset-e2e', version: '1.0.0' };

/** Starts a stdio bridge on this port and config folder, and connects a client to it. */
async function startStdioAgent(
  sdk: 'v1' | 'v2',
  location: Pick<Bridge, 'port' | 'configDir'>,
): Promise<StdioAgent> {
  const program = { ...stdioBridgeCommand(location), stderr: 'pipe' } as const;
  const isV1 = sdk === 'v1';
  const transport = isV1
    ? new StdioClientTransport(program)
    : new v2Stdio.StdioClientTransport(program);
  const client = isV1 ? new Client(stdioClientInfo) : new v2.Client(stdioClientInfo);
  let stderrText = '';
  transport.stderr?.on('data', (bytes: Buffer) => (stderrText += bytes.toString()));
  const unexpectedMessages: string[] = [];
  client.onerror = (error) => unexpectedMessages.push(error.message);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error(`The process ended at once: ${stderrText}`);
  return {
    pid,
    call: async (name, args, options = {}) => {
      const call = { name, arguments: args };
      return parseToolResult(
        client instanceof Client
          ? await client.callTool(call, undefined, options)
          : await client.callTool(call, options),
      );
    },
    stderrSoFar: () => stderrText,
    unexpectedMessages,
    close: () => client.close(),
  };
}

/** Whether the process is still running. */
function isAlive({ pid }: StdioAgent): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Several agents that each start a stdio bridge share one port, one bridge and one phone, whichever exits.

const record = 'stdio';
const calculator = { activity: 'com.android.calculator2/.Calculator', live: 'off' } as const;

type BridgeLocation = Pick<Bridge, 'port' | 'configDir'>;

interface StdioFixtures {
  /** A port and a config folder that no bridge uses yet. */
  readonly place: BridgeLocation;
  /** Starts an agent there or elsewhere; the fixture closes it. */
  readonly start: (sdk: 'v1' | 'v2', place?: BridgeLocation) => Promise<StdioAgent>;
}

const test = base.extend<StdioFixtures>({
  demo: { ...calculator, record },
  place: async ({}, use) => {
    const configDir = await mkdtemp(join(tmpdir(), 'handset-'));
    await use({ port: await freePort(), configDir });
    await rm(configDir, { recursive: true, force: true });
  },
  start: async ({ place }, use) => {
    const open: StdioAgent[] = [];
    await use(async (sdk, elsewhere = place) => {
      const agent = await startStdioAgent(sdk, elsewhere);
      open.push(agent);
      return agent;
    });
    await Promise.all(open.map((agent) => agent.close()));
  },
});
ownBridge();

/** The console's URL if this agent's process is the bridge; else null. */
function addressFrom(agent: StdioAgent): string | null {
  return /^Handset console: (\S+)$/m.exec(agent.stderrSoFar())?.[1] ?? null;
}

const seesPhone = async (agent: StdioAgent): Promise<boolean> =>
  !(await agent.call('find_elements', { by: 'text', value: '7' })).isError;

/** The header's activity text: the latest call and the number of others. */
const activityText = (page: Page) => page.getByTestId('agent-state');

/** The text or error with which an agent's call ended. */
interface EndedCall {
  readonly agent: StdioAgent;
  readonly words: string;
}

function endOfCall(
  agent: StdioAgent,
  tool: string,
  args: Record<string, unknown>,
): Promise<EndedCall> {
  const outcome = agent.call(tool, args).then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );
  return outcome.then((words) => ({ agent, words }));
}

const pressArgs = { x: 540, y: 700, duration: 30_000 };
const tapArgs = { x: 540, y: 900 };
const neverArgs = { by: 'text', value: 'No such key', timeout: 30_000 };

/** Starts calls: a long press by the first agent, a queued tap by the second, and an endless wait by each. */
async function startCalls(
  page: Page,
  agents: readonly StdioAgent[],
): Promise<Promise<EndedCall>[]> {
  const [first, second] = agents;
  if (first === undefined || second === undefined) throw new Error('Two agents at least.');
  const calls = [endOfCall(first, 'long_press', pressArgs)];
  await expect(activityText(page)).toContainText('Long press');
  calls.push(endOfCall(second, 'tap', tapArgs));
  calls.push(...agents.map((agent) => endOfCall(agent, 'wait_for_element', neverArgs)));
  await expect(activityText(page)).toContainText(`and ${calls.length - 1} more`);
  return calls;
}

/** The error of a call whose bridge was lost. */
const mayHaveRun = /may or may not have run; look at the screen before you repeat it\.$/;
/** The SDK's errors when the agent's own process has exited. */
const ownProcessEnded = /Connection closed|Not connected/i;

test(
  'when the process that is the bridge exits, another takes over',
  { tag: '@more' },
  async ({ page, place, start }) => {
    let agents = [await start('v1')];
    // The first is the bridge by now; the order of the others does not matter.
    agents.push(...(await Promise.all([start('v2'), start('v1')])));
    const addresses = agents.map(addressFrom);
    expect(addresses).toEqual([expect.stringContaining(`:${place.port}/#bridge=`), null, null]);
    await page.goto(consoleUrl(addresses[0] ?? '', { ...calculator, phone: 'demo', record }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    const touches = await recordTouches(page, record);

    for (const [round, signal] of (['SIGTERM', 'SIGKILL'] as const).entries()) {
      expect(await Promise.all(agents.map(seesPhone))).toEqual([true, true, true]);
      const bridge = agents.find((agent) => addressFrom(agent) !== null);
      if (bridge === undefined) throw new Error('No bridge among them.');
      const others = agents.filter((agent) => agent !== bridge);
      const calls = await startCalls(page, [bridge, ...others]);
      process.kill(bridge.pid, signal);
      for (const { agent, words } of await Promise.all(calls)) {
        if (agent !== bridge || !ownProcessEnded.test(words)) expect(words).toMatch(mayHaveRun);
      }

      // No agent sends anything: the takeover happens without a call.
      const tookOver = () => others.filter((agent) => addressFrom(agent) !== null).length;
      await expect.poll(tookOver).toBe(1);
      await waitForBridge(page);
      expect(await Promise.all(others.map(seesPhone))).toEqual([true, true]);
      // The finger was lifted, and the queued tap was not run.
      await expect.poll(async () => fingersDown(await touches())).toBe(0);
      expect(touchDownPoints(await touches())).toEqual(Array(round + 1).fill('540,700'));
      expect([bridge, ...others].map(isAlive)).toEqual([false, true, true]);
      expect(others.flatMap(({ unexpectedMessages }) => unexpectedMessages)).toEqual([]);
      agents = [...others, await start('v2')];
    }
    expect(await Promise.all(agents.map(seesPhone))).toEqual([true, true, true]);
  },
);

test(
  'a process that joined a bridge exits without affecting others',
  { tag: '@more' },
  async ({ console: page, bridge, start }) => {
    await waitForBridge(page);
    const touches = await recordTouches(page, record);
    const health = async (): Promise<unknown> =>
      (await fetch(new URL('/healthz', bridge.url))).json();
    const before = await health();
    const [killed, left, stays] = await Promise.all([
      start('v1', bridge),
      start('v2', bridge),
      start('v1', bridge),
    ]);
    const all = [killed, left, stays];
    expect(all.map(addressFrom)).toEqual([null, null, null]);
    const calls = await startCalls(page, [killed, left]);
    const call = stays.call('wait_for_element', {
      selector: '@formula:text("7")',
      timeout: 30_000,
    });
    await expect(activityText(page)).toContainText(`and ${calls.length} more`);
    process.kill(killed.pid, 'SIGKILL');
    // The finger of the killed agent is lifted, and the queued tap runs.
    await expect.poll(async () => touchDownPoints(await touches())).toEqual(['540,700', '540,900']);
    await expect.poll(async () => fingersDown(await touches())).toBe(0);
    await left.close();
    expect((await stays.call('click_element', { selector: ':text("7")' })).isError).toBe(false);
    expect((await call).data).toMatchObject({ found: true });
    expect(all.map(isAlive)).toEqual([false, false, true]);
    expect([stays.unexpectedMessages, addressFrom(stays)]).toEqual([[], null]);
    expect(await health()).toEqual(before);
    await Promise.all(calls);
  },
);
