/** Two agents using one phone at the same time, with the same JSON-RPC ids. */
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type ToolCallResult, type ToolCallOptions, parseToolResult } from './agents.ts';
import type { Bridge } from './bridge-process.ts';
import { fingersDown, recordTouches, touchDownPoints, waitForBridge } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const channel = 'interleaved';
test.use({
  demo: { activity: 'com.android.calculator2/.Calculator', live: 'off', record: channel },
});

/** An agent whose request ids are recorded. */
interface CountedAgent {
  call(
    tool: string,
    args?: Record<string, unknown>,
    options?: ToolCallOptions,
  ): Promise<ToolCallResult>;
  /** The ids of its tools/call requests, in order. */
  readonly ids: readonly number[];
  close(): Promise<void>;
}

const toolCallSchema = z.object({ id: z.number(), method: z.literal('tools/call') });

async function connect(sdk: 'v1' | 'v2', bridge: Bridge, name: string): Promise<CountedAgent> {
  const info = { name, version: '1.0.0' };
  const ids: number[] = [];
  const countingFetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
    const sent = toolCallSchema.safeParse(
      JSON.parse(typeof init?.body === 'string' ? init.body : '0'),
    );
    if (sent.success) ids.push(sent.data.id);
    return fetch(url, init);
  };
  const address = new URL(`${bridge.mcp}/${name}`);
  const requestInit = { headers: { Authorization: `Bearer ${bridge.token}` } };
  const options = { requestInit, fetch: countingFetch };
  const client = sdk === 'v1' ? new Client(info) : new v2.Client(info);
  await (client instanceof Client
    ? client.connect(new StreamableHTTPClientTransport(address, options))
    : client.connect(new v2.StreamableHTTPClientTransport(address, options)));
  return {
    ids,
    call: async (tool, args = {}, callOptions = {}) => {
      const call = { name: tool, arguments: args };
      return parseToolResult(
        client instanceof Client
          ? await client.callTool(call, undefined, callOptions)
          : await client.callTool(call, callOptions),
      );
    },
    close: () => client.close(),
  };
}

const foundSchema = z.object({ elements: z.array(z.object({ text: z.string() })) });

/** The texts of the elements found by this text; exactly one calculator key. */
async function find(agent: CountedAgent, value: string): Promise<readonly string[]> {
  const { data } = await agent.call('find_elements', { by: 'text', value });
  return foundSchema.parse(data).elements.map(({ text }) => text);
}

/** Waits for an element that never appears, and cancels after three progress messages; returns them. */
async function waitAndCancel(agent: CountedAgent, value: string): Promise<readonly string[]> {
  const { signal, abort } = newSignal();
  const progressMessages: string[] = [];
  const onprogress = ({ message = '' }): unknown => progressMessages.push(message);
  const wait = { by: 'text', value, timeout: 30_000 };
  const waiting = expect(agent.call('wait_for_element', wait, { onprogress, signal }));
  const ends = waiting.rejects.toThrow();
  await expect.poll(() => progressMessages.length).toBeGreaterThan(2);
  abort();
  await ends;
  return progressMessages;
}

/** The point of the long press, then those of the taps in their expected order. */
const points = [0, 1, 2, 3, 4, 5, 6].map((at) => ({ x: 100 + at * 100, y: 700 }));

interface TwoAgents {
  readonly one: CountedAgent;
  readonly two: CountedAgent;
}

/** Concurrent reads, each for another key, and progress notifications, whose tokens equal the ids. */
async function readConcurrently({ one, two }: TwoAgents): Promise<void> {
  const keys = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const pairs = keys.map((key, at) => [key, keys.at(-1 - at) ?? ''] as const);
  const [messagesOfOne, messagesOfTwo, ...answers] = await Promise.all([
    waitAndCancel(one, 'Only one'),
    waitAndCancel(two, 'Only two'),
    ...pairs.flatMap(([key, other]) => [find(one, key), find(two, other)]),
  ]);
  expect(answers).toEqual(pairs.flatMap(([key, other]) => [[key], [other]]));
  expect(new Set(messagesOfOne.map((message) => message.includes('Only one')))).toEqual(
    new Set([true]),
  );
  expect(new Set(messagesOfTwo.map((message) => message.includes('Only two')))).toEqual(
    new Set([true]),
  );
  expect(two.ids).toEqual(one.ids);
}

/** One agent holds a long press while taps of both queue behind it; reads do not wait. */
async function takeTurns({ one, two }: TwoAgents, page: Page): Promise<void> {
  const touches = await recordTouches(page, channel);
  const [first, ...following] = points;
  const { signal, abort } = newSignal();
  const press = one.call('long_press', { ...first, duration: 50_000 }, { signal });
  const pressEnds = expect(press).rejects.toThrow();
  const [pressId] = one.ids.slice(-1);
  await expect
    .poll(async () => touchDownPoints(await touches()))
    .toEqual(pointKeys(points.slice(0, 1)));

  const done: string[] = [];
  const taps: Promise<unknown>[] = [];
  // The other agent's calls come last, yet take every second turn, including the first.
  const tapOrder = [1, 3, 5, 0, 2, 4].map((turn) => ({ turn, agent: turn % 2 === 1 ? one : two }));
  for (const [at, { turn, agent }] of tapOrder.entries()) {
    const tap = agent.call('tap', { ...following[turn] });
    taps.push(tap.then(({ isError }) => done.push(isError ? 'failed' : String(turn))));
    // Fixes the order of arrival, since the agents have separate connections.
    await expect(page.getByTestId('agent-state')).toContainText(`Tap and ${at + 1} more`);
  }
  expect(await Promise.all([find(one, '7'), find(two, '8')])).toEqual([['7'], ['8']]);
  expect(touchDownPoints(await touches())).toHaveLength(1);

  // The cancelled call's id is also that of a waiting call of the other agent, which must still run.
  expect(two.ids).toContain(pressId);
  abort();
  await Promise.all([pressEnds, ...taps]);
  expect(done.join(' ')).toBe('0 1 2 3 4 5');
  await expect.poll(async () => fingersDown(await touches())).toBe(0);
  const record = await touches();
  expect(touchDownPoints(record)).toEqual(pointKeys(points));
  const turns = record.filter(({ action }) => action !== 'move').map(({ action }) => action);
  expect(turns.join(' ')).toMatch(/^down (?:up|cancel)(?: down up){6}$/);
}

/** Each agent has its own snapshot with the same id. */
async function readSeparately({ one, two }: TwoAgents): Promise<void> {
  const look = async (agent: CountedAgent): Promise<string> =>
    (await agent.call('get_screen_tree', { compact: true })).text;
  expect(await look(one)).toMatch(/\nsnapshot:s1$/);
  await two.call('click_element', { selector: ':text("7")' });
  expect(await look(two)).toMatch(/\nsnapshot:s1$/);
  const [changed, same] = await Promise.all([one.call('diff_screen'), two.call('diff_screen')]);
  expect(changed.text).toMatch(/^since snapshot:s1:\n/);
  expect(same.text).toBe('no change in the elements since snapshot:s1\nsnapshot:s2');
}

function newSignal(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

function pointKeys(all: typeof points): readonly string[] {
  return all.map(({ x, y }) => `${x},${y}`);
}

test(
  'two agents get their own results, take turns, and have separate snapshots',
  { tag: '@more' },
  async ({ console: page, bridge }) => {
    await waitForBridge(page);
    const one = await connect('v1', bridge, 'one');
    const two = await connect('v2', bridge, 'two');
    try {
      await readConcurrently({ one, two });
      await takeTurns({ one, two }, page);
      await readSeparately({ one, two });
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  },
);
