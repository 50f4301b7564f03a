/** Several agents that each start a stdio bridge share one port, one bridge and one phone, whichever exits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from './bridge-process.ts';
import { bridgeConnected, consoleUrl, phoneConnected } from './console-page.ts';
import { expect, test as base } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type StdioAgent, isAlive, startStdioAgent } from './stdio-agents.ts';
import { fingersLeft, placesOf, recordTouches } from './touch-record.ts';

const record = 'stdio';
const calculator = { activity: 'com.android.calculator2/.Calculator', live: 'off' } as const;

type Place = Pick<Bridge, 'port' | 'configDir'>;

interface StdioFixtures {
  /** A port and a config folder that no bridge uses yet. */
  readonly place: Place;
  /** Starts an agent there or elsewhere; the fixture closes it. */
  readonly start: (sdk: 'v1' | 'v2', place?: Place) => Promise<StdioAgent>;
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

/** The console's URL if this agent's process is the bridge; else null. */
function addressFrom(agent: StdioAgent): string | null {
  return /^Handset console: (\S+)$/m.exec(agent.said())?.[1] ?? null;
}

const seesPhone = async (agent: StdioAgent): Promise<boolean> =>
  !(await agent.call('find_elements', { by: 'text', value: '7' })).isError;

/** The header's activity text: the latest call and the number of others. */
const running = (page: Page) => page.getByTestId('agent-state');

/** The text or error with which an agent's call ended. */
interface Ended {
  readonly agent: StdioAgent;
  readonly words: string;
}

function end(agent: StdioAgent, tool: string, args: Record<string, unknown>): Promise<Ended> {
  const ended = agent.call(tool, args).then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );
  return ended.then((words) => ({ agent, words }));
}

const press = { x: 540, y: 700, duration: 30_000 };
const tap = { x: 540, y: 900 };
const never = { by: 'text', value: 'No such key', timeout: 30_000 };

/** Starts calls: a long press by the first agent, a queued tap by the second, and an endless wait by each. */
async function fillWithCalls(page: Page, agents: readonly StdioAgent[]): Promise<Promise<Ended>[]> {
  const [first, second] = agents;
  if (first === undefined || second === undefined) throw new Error('Two agents at least.');
  const calls = [end(first, 'long_press', press)];
  await expect(running(page)).toContainText('Long press');
  calls.push(end(second, 'tap', tap));
  calls.push(...agents.map((agent) => end(agent, 'wait_for_element', never)));
  await expect(running(page)).toContainText(`and ${calls.length - 1} more`);
  return calls;
}

/** The error of a call whose bridge was lost. */
const mayHaveRun = /may or may not have run; look at the screen before you repeat it\.$/;
/** The SDK's errors when the agent's own process has exited. */
const ownEnd = /Connection closed|Not connected/i;

test('when the process that is the bridge exits, another takes over', async ({
  page,
  place,
  start,
}) => {
  let agents = [await start('v1')];
  // The first is the bridge by now; the order of the others does not matter.
  agents.push(...(await Promise.all([start('v2'), start('v1')])));
  const addresses = agents.map(addressFrom);
  expect(addresses).toEqual([expect.stringContaining(`:${place.port}/#bridge=`), null, null]);
  await page.goto(consoleUrl(addresses[0] ?? '', { ...calculator, phone: 'demo', record }));
  await Promise.all([phoneConnected(page), bridgeConnected(page)]);
  const touches = await recordTouches(page, record);

  for (const [round, signal] of (['SIGTERM', 'SIGKILL'] as const).entries()) {
    expect(await Promise.all(agents.map(seesPhone))).toEqual([true, true, true]);
    const bridge = agents.find((agent) => addressFrom(agent) !== null);
    if (bridge === undefined) throw new Error('No bridge among them.');
    const others = agents.filter((agent) => agent !== bridge);
    const calls = await fillWithCalls(page, [bridge, ...others]);
    process.kill(bridge.pid, signal);
    for (const { agent, words } of await Promise.all(calls)) {
      if (agent !== bridge || !ownEnd.test(words)) expect(words).toMatch(mayHaveRun);
    }

    // No agent sends anything: the takeover happens without a call.
    const tookOver = () => others.filter((agent) => addressFrom(agent) !== null).length;
    await expect.poll(tookOver).toBe(1);
    await bridgeConnected(page);
    expect(await Promise.all(others.map(seesPhone))).toEqual([true, true]);
    // The finger was lifted, and the queued tap was not run.
    await expect.poll(async () => fingersLeft(await touches())).toBe(0);
    expect(placesOf(await touches())).toEqual(Array(round + 1).fill('540,700'));
    expect([bridge, ...others].map(isAlive)).toEqual([false, true, true]);
    expect(others.flatMap(({ strays }) => strays)).toEqual([]);
    agents = [...others, await start('v2')];
  }
  expect(await Promise.all(agents.map(seesPhone))).toEqual([true, true, true]);
});

test('a process that joined a bridge exits without affecting others', async ({
  console: page,
  bridge,
  start,
}) => {
  await bridgeConnected(page);
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
  const calls = await fillWithCalls(page, [killed, left]);
  const call = stays.call('wait_for_element', { selector: '@formula:text("7")', timeout: 30_000 });
  await expect(running(page)).toContainText(`and ${calls.length} more`);
  process.kill(killed.pid, 'SIGKILL');
  // The finger of the killed agent is lifted, and the queued tap runs.
  await expect.poll(async () => placesOf(await touches())).toEqual(['540,700', '540,900']);
  await expect.poll(async () => fingersLeft(await touches())).toBe(0);
  await left.close();
  expect((await stays.call('click_element', { selector: ':text("7")' })).isError).toBe(false);
  expect((await call).data).toMatchObject({ found: true });
  expect(all.map(isAlive)).toEqual([false, false, true]);
  expect([stays.strays, addressFrom(stays)]).toEqual([[], null]);
  expect(await health()).toEqual(before);
  await Promise.all(calls);
});
