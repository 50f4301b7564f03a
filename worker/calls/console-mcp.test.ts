import { afterEach, expect, it, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  createMcpServer,
  type McpRequest,
  type ToolCall,
  type ToolResult,
} from '#core/mcp/server.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import { asksBeforeActing, createRunnerHarness, type RunnerHarness } from './testing/harness.ts';
import { createConsoleMcp, servePort, toToolResult, toolInfos } from './console-mcp.ts';
import { tools } from '#core/tools/registry.ts';
import { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { portClosedNotification } from '#core/mcp/message-port.ts';
import { MessagePortTransport } from '#core/mcp/message-port-transport.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

async function setUp(): Promise<RunnerHarness> {
  harness = await createRunnerHarness();
  return harness;
}

/** A request as it comes from the bridge. */
function post(method: string, params: object, signal?: AbortSignal): McpRequest {
  return send({ jsonrpc: '2.0', id: 1, method, params }, signal);
}

/** One message, or a batch of them. */
function send(messages: object, signal = new AbortController().signal): McpRequest {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify(messages);
  const caller = { agent: 'codex', from: 'bridge', chosenPhone: null } as const;
  return { caller, headers, body, signal };
}

it('withdraws a question when its request is aborted', async () => {
  const { policyGuard, runner, questions, calls } = await setUp();
  policyGuard.setPolicy(asksBeforeActing);
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard, toolPrefix: '' });
  const gone = new AbortController();
  void answer(post('tools/call', { name: 'press_home' }, gone.signal));
  await expect.poll(questions).toHaveLength(1);
  gone.abort();
  await expect.poll(questions).toHaveLength(0);
  await expect.poll(() => calls.map(({ text }) => text).join()).toMatch(/^The call was canceled/);
});

it('records a call of an unknown tool, and does not run a tool whose name lacks the prefix', async () => {
  const { policyGuard, runner, calls } = await setUp();
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard, toolPrefix: 'x_' });
  for (const name of ['press_home', 'invented_tool'])
    expect(await (await answer(post('tools/call', { name }))).text()).toContain('not found');
  await expect
    .poll(() => calls.map(({ tool, isError, errorCode }) => [tool, isError, errorCode]))
    .toEqual([['invented_tool', true, 'unknown-tool']]);
});

it('counts every call of a batch for its agent', async () => {
  const { policyGuard, runner, questions } = await setUp();
  policyGuard.setPolicy(asksBeforeActing);
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard, toolPrefix: '' });
  const params = { name: 'press_home' };
  const call = { jsonrpc: '2.0', method: 'tools/call', params };
  const answered = answer(send(Array.from({ length: 100 }, (_, id) => ({ ...call, id }))));
  await expect.poll(questions).toHaveLength(64);
  policyGuard.setPolicy({ ...defaultPolicy, paused: true });
  const text = await (await answered).text();
  expect(text.match(/This agent has 64 calls running or waiting/g)).toHaveLength(36);
  expect(text.match(/The user has paused agents/g)).toHaveLength(64);
});

/** For each tool with an output schema, calls whose texts contain as much as possible. */
const dataCalls: Readonly<Record<string, readonly object[]>> = {
  find_elements: [{ by: 'text', value: 'a' }],
  query_elements: [{ selector: '*', limit: 2 }, { selector: ':text("Nothing of the sort")' }],
  suggest_selectors: [{ selector: ':text("Settings")' }],
  wait_for_element: [
    { by: 'text', value: 'Settings', timeout: 1000 },
    { by: 'text', value: 'Nothing of the sort', timeout: 1 },
  ],
  wait_for_idle: [{ timeout: 5000 }, { timeout: 1 }],
  list_apps: [{}, { query: 'set' }],
  get_app: [{ package_id: 'com.android.settings' }],
  list_files: [{}],
  list_notifications: [{}],
  get_clipboard: [{}],
  get_device: [{}],
  list_phones: [{}],
};

it('covers every tool with an output schema, without pictures', () => {
  const withData = tools
    .filter(({ output, mustBeSwitchedOn }) => output !== undefined && !mustBeSwitchedOn)
    .map(({ name }) => name);
  expect(withData.toSorted()).toEqual(Object.keys(dataCalls).toSorted());
  expect(withData).not.toContain('get_screen_state');
});

it.each(Object.entries(dataCalls))('%s: the data covers the text', async (name, calls) => {
  const { policyGuard, runner } = await setUp();
  policyGuard.setPolicy({ ...defaultPolicy, allTools: true });
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard, toolPrefix: '' });
  const output = tools.find((tool) => tool.name === name)?.output;
  for (const args of calls) {
    const response = await answer(post('tools/call', { name, arguments: args }));
    const { result } = answerSchema.parse(messageIn(await response.text()));
    expect(result.isError, JSON.stringify(result)).not.toBe(true);
    const data = output?.parse(result.structuredContent);
    const inData = new Set(wordsOf(JSON.stringify(data)));
    const text = result.content.map((item) => item.text).join('\n');
    expect(wordsOf(text).filter((word) => !inData.has(word) && !layout.has(word))).toEqual([]);
  }
});

/** Words of the table of list_phones that its data expresses by keys and values. */
const layout = new Set(['yes', 'no', 'note']);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** The JSON-RPC message in an answer that is an event stream. */
const messageIn = (body: string): unknown =>
  JSON.parse(/^data: (.+)$/m.exec(body)?.[1] ?? body) as unknown;

const answerSchema = z.object({
  result: z.looseObject({
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    structuredContent: z.record(z.string(), z.unknown()),
    isError: z.boolean().optional(),
  }),
});

it('does not list tools that are turned off', async () => {
  const { policyGuard, runner } = await setUp();
  const mcp = createConsoleMcp({ runner, policyGuard, toolPrefix: 'x_' });
  const list = async (): Promise<string> =>
    await (await mcp.handleRequest(post('tools/list', {}))).text();
  expect(await list()).toContain('"x_tap"');
  policyGuard.setPolicy({
    ...defaultPolicy,
    rules: { ...defaultPolicy.rules, act: 'off' },
    toolRules: { get_device_logs: 'off' },
  });
  const listed = await list();
  expect(listed).toContain('"x_get_screen_state"');
  expect(listed).not.toContain('"x_tap"');
  expect(listed).not.toContain('"x_get_device_logs"');
});

it('describes every tool in a form that can be posted to the page', () => {
  const infos = toolInfos();
  expect(structuredClone(infos)).toEqual(infos);
  expect(infos.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const tap = infos.find(({ name }) => name === 'tap');
  expect(tap).toMatchObject({
    title: 'Tap',
    effect: 'act',
    needsPhone: true,
    inputSchema: { type: 'object', required: ['x', 'y'] },
  });
  const withoutPhone = infos.filter(({ needsPhone }) => !needsPhone);
  expect(withoutPhone.map(({ name }) => name)).toEqual(['list_phones', 'use_phone']);
});

/** An MCP port whose calls wait until they are aborted. */
async function openPort(agent: string) {
  const calls: ToolCall[] = [];
  const call = (toolCall: ToolCall): Promise<ToolResult> => {
    calls.push(toolCall);
    return new Promise((resolve) => {
      toolCall.signal.addEventListener('abort', () => resolve({ content: [], isError: true }));
    });
  };
  const { port1, port2 } = new MessageChannel();
  const closing = new AbortController();
  const mcp = createMcpServer({ tools, toolPrefix: '', version: '1', callTool: call });
  const served = servePort(mcp, { agent, port: port1 }, closing.signal);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new MessagePortTransport(port2));
  const answer = client.callTool({ name: 'get_screen_tree' }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => calls).toHaveLength(1);
  return { calls, closing, served, client, asked: answer };
}

test("calls come under the agent name of the port, and use the console's phone", async () => {
  const { calls, closing } = await openPort('app.example.com');
  expect(calls[0]).toMatchObject({ agent: 'app.example.com', chosenPhone: null });
  closing.abort();
});

test('two ports of one agent are distinguished', async () => {
  const one = await openPort('a');
  const two = await openPort('a');
  expect(one.calls[0]?.port).not.toBe(two.calls[0]?.port);
  one.closing.abort();
  two.closing.abort();
});

test('closing the port ends its server and its calls', async () => {
  const { calls, served, client } = await openPort('a');
  await client.close();
  await served;
  expect(calls[0]?.signal.aborted).toBe(true);
});

test('ending the server ends its calls, and the agent notices', async () => {
  const { calls, closing, served, asked: answer } = await openPort('a');
  closing.abort();
  await served;
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(await answer).toBe('cut off');
});

test('a port that is aborted before it is served gets only the closing message', async () => {
  const { port1, port2 } = new MessageChannel();
  const call = (): Promise<ToolResult> => Promise.reject(new Error('called'));
  const mcp = createMcpServer({ tools, toolPrefix: '', version: '1', callTool: call });
  const last = new Promise<unknown>((resolve) => {
    port2.addEventListener('message', ({ data }) => resolve(data));
  });
  port2.start();
  await servePort(mcp, { agent: 'a', port: port1 }, AbortSignal.abort());
  expect(await last).toEqual(portClosedNotification);
});

const long = 'x'.repeat(200_000);

test.each([
  ['a text', { isError: false, texts: [long, long], notes: [], pictures: [] }],
  ['an error', { isError: true, texts: [long], notes: [], pictures: [] }],
  ['data', { isError: false, texts: ['a', 'note:a'], notes: ['a'], data: { long }, pictures: [] }],
])('%s of any length is answered within the longest reply', (_, outcome) => {
  const { content, structuredContent } = toToolResult(outcome);
  const data = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const texts = content.map((item) => (item.type === 'text' ? item.text : ''));
  expect(texts.join('').length + data.length).toBeLessThanOrEqual(60_000);
});

it('quotes only a part of a long unknown tool name', async () => {
  const { policyGuard, runner } = await setUp();
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard, toolPrefix: '' });
  const response = await answer(post('tools/call', { name: long }));
  expect((await response.text()).length).toBeLessThan(10_000);
});
