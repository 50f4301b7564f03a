import { afterEach, expect, it } from 'vitest';
import type { McpRequest } from '../../core/mcp/call.ts';
import { type RunnerHarness, allAllowed, createRunnerHarness } from './testing/bench.ts';
import { createConsoleMcp, toolInfos } from './answer-mcp.ts';
import { tools } from '../../core/tools/registry.ts';

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
  const { gate, runner, questions, records } = await setUp();
  gate.setPolicy({ ...allAllowed, askFirst: true });
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard: gate, toolPrefix: '' });
  const gone = new AbortController();
  void answer(post('tools/call', { name: 'press_home' }, gone.signal));
  await expect.poll(questions).toHaveLength(1);
  gone.abort();
  await expect.poll(questions).toHaveLength(0);
  await expect
    .poll(() => records.map(({ text }) => text).join())
    .toMatch(/^The call was cancelled/);
});

it('counts every call of a batch for its agent', async () => {
  const { gate, runner, questions } = await setUp();
  gate.setPolicy({ ...allAllowed, askFirst: true });
  const { handleRequest: answer } = createConsoleMcp({ runner, policyGuard: gate, toolPrefix: '' });
  const params = { name: 'press_home' };
  const call = { jsonrpc: '2.0', method: 'tools/call', params };
  const answered = answer(send(Array.from({ length: 100 }, (_, id) => ({ ...call, id }))));
  await expect.poll(questions).toHaveLength(64);
  gate.setPolicy({ ...allAllowed, paused: true });
  const text = await (await answered).text();
  expect(text.match(/This agent has 64 calls running or waiting already/g)).toHaveLength(36);
  expect(text.match(/The person has paused agents/g)).toHaveLength(64);
});

it('does not list tools that are switched off', async () => {
  const { gate, runner } = await setUp();
  const mcp = createConsoleMcp({ runner, policyGuard: gate, toolPrefix: 'x_' });
  const list = async (): Promise<string> =>
    await (await mcp.handleRequest(post('tools/list', {}))).text();
  expect(await list()).toContain('"x_tap"');
  gate.setPolicy({ ...allAllowed, readOnly: true, switchedOff: ['get_device_logs'] });
  const listed = await list();
  expect(listed).toContain('"x_get_screen_state"');
  expect(listed).not.toContain('"x_tap"');
  expect(listed).not.toContain('"x_get_device_logs"');
});

it('describes every tool in a form that can be posted to the page', () => {
  const infos = toolInfos(tools);
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
