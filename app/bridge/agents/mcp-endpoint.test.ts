import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToolCall } from '#core/mcp/server.ts';
import {
  bearer,
  eventually,
  jsonHeaders,
  PAGE_SECRET,
  sendRequest,
  testBridge,
  TOKEN,
} from '../testing/bridge.ts';
import { CLIENT_KINDS, testClient, type ReceivedProgress } from '../testing/clients.ts';
import { testConsole, textResult } from '../testing/consoles.ts';
import { ConsoleWaitLimit } from './mcp-endpoint.ts';

test('no progress is sent for a token that costs more than the message', async () => {
  const { port } = await testBridge({ consoleWaitMs: 50 });
  const params = { name: 'echo_back', _meta: { progressToken: 'x'.repeat(2_000) } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = { ...jsonHeaders, ...bearer };
  const answer = await sendRequest(port, { method: 'POST', path: '/mcp', headers, body });
  expect(answer.body).toContain('"id":1');
  expect(answer.body).not.toContain('notifications/progress');
});

for (const kind of CLIENT_KINDS) {
  test(`${kind}: without a console, tools are listed and a call says what to open`, async () => {
    let calls = 0;
    const { mcpUrl, consoleUrl } = await testBridge({ onCallWithoutConsole: () => (calls += 1) });
    const client = await testClient(kind, mcpUrl);
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'echo_back' }] });
    expect(calls).toBe(0);
    expect(await client.call('x')).toEqual({
      isError: true,
      text: `No Handset console is open. Open ${consoleUrl} in Chrome, the first time with the #bridge=… part that the bridge printed; connect a phone there, then call again.`,
    });
    expect(calls).toBe(1);
    expect((await client.call('x', { tool: 'fly' })).text).toBe(
      'Tool fly not found. Known tools: echo_back.',
    );
  });

  test(`${kind}: a client with a wrong token is refused`, async () => {
    const { mcpUrl } = await testBridge();
    const connecting = testClient(kind, mcpUrl, 'wrong');
    await expect(connecting).rejects.toThrow(/401|Unauthorized|token/i);
  });
}

test('a call in a batch also waits for a console', async () => {
  const onCallWithoutConsole = vi.fn();
  const { port } = await testBridge({ onCallWithoutConsole });
  const body =
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo_back"}}]';
  const headers = { ...jsonHeaders, ...bearer };
  const answer = await sendRequest(port, { method: 'POST', path: '/mcp', headers, body });
  expect(answer.body).toContain('No Handset console is open.');
  expect(onCallWithoutConsole).toHaveBeenCalledOnce();
});

/** Longer than any test: the wait ends only because a console connects. */
const LONG = 60_000;

/** Reports progress twice, then returns a result. */
function reportProgress({ onProgress }: ToolCall) {
  onProgress({ done: 1, total: 2, message: 'half' });
  onProgress({ done: 2, total: 2, message: 'whole' });
  return Promise.resolve(textResult('done'));
}

/** A call that runs until it is aborted, and whether it has begun. */
function createHangingCall() {
  let isRunning = false;
  const call = ({ signal }: ToolCall) => {
    isRunning = true;
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  return { call, isRunning: () => isRunning };
}

for (const kind of CLIENT_KINDS) {
  test(`${kind}: a call waits for a console with progress, and its result follows in the same stream`, async () => {
    const { port, mcpUrl, consoleUrl } = await testBridge({ consoleWaitMs: LONG });
    const client = await testClient(kind, mcpUrl);
    const progressEvents: ReceivedProgress[] = [];
    const call = client.call('', { onprogress: (progress) => void progressEvents.push(progress) });
    await eventually(() => expect(progressEvents.length).toBeGreaterThan(1));
    testConsole({ port, call: reportProgress });
    expect(await call).toEqual({ text: 'done', isError: false });
    expect(progressEvents[0]?.message).toBe(`Waiting for the Handset console at ${consoleUrl} …`);
    expect(progressEvents.slice(-2)).toMatchObject([
      { message: 'half' },
      { message: 'whole', total: 2 },
    ]);
    const values = progressEvents.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
  });

  test(`${kind}: a result without progress of the tool also ends that stream`, async () => {
    const { port, mcpUrl } = await testBridge({ consoleWaitMs: LONG });
    const client = await testClient(kind, mcpUrl);
    const progressEvents: ReceivedProgress[] = [];
    const call = client.call('hé\n😀', {
      onprogress: (progress) => void progressEvents.push(progress),
    });
    await eventually(() => expect(progressEvents).not.toEqual([]));
    testConsole({ port });
    expect(await call).toEqual({ text: '{"text":"hé\\n😀"}', isError: false });
  });

  test(`${kind}: a call without progress waits for a console too`, async () => {
    const onCallWithoutConsole = vi.fn();
    const { port, mcpUrl } = await testBridge({ consoleWaitMs: LONG, onCallWithoutConsole });
    const client = await testClient(kind, mcpUrl);
    const call = client.call('late');
    await eventually(() => expect(onCallWithoutConsole).toHaveBeenCalledOnce());
    testConsole({ port });
    expect(await call).toEqual({ text: '{"text":"late"}', isError: false });
  });

  test(`${kind}: a wait that times out ends with the error, also in a started stream`, async () => {
    const { mcpUrl, consoleUrl } = await testBridge({ consoleWaitMs: 50 });
    const client = await testClient(kind, mcpUrl);
    const { text, isError } = await client.call('', { onprogress: () => undefined });
    expect(isError).toBe(true);
    expect(text).toContain(`No Handset console is open. Open ${consoleUrl} in Chrome`);
    expect(text).not.toContain(PAGE_SECRET);
  });

  test(`${kind}: a console lost after such a wait ends the call at once, in that stream`, async () => {
    const { port, mcpUrl } = await testBridge({ consoleWaitMs: LONG });
    const client = await testClient(kind, mcpUrl);
    const progressEvents: ReceivedProgress[] = [];
    const result = client.call('', {
      onprogress: (progress) => void progressEvents.push(progress),
    });
    await eventually(() => expect(progressEvents).not.toEqual([]));
    const { call, isRunning } = createHangingCall();
    const console = testConsole({ port, call });
    await eventually(() => expect(isRunning()).toBe(true));
    console.sockets[0]?.terminate();
    expect(await result).toEqual({
      isError: true,
      text: 'The Handset console closed during the call. The call may or may not have run; look at the screen before you repeat it.',
    });
  });

  test(`${kind}: a call that was cancelled while it waited never runs`, async () => {
    const onCallWithoutConsole = vi.fn();
    const { port, mcpUrl } = await testBridge({ consoleWaitMs: LONG, onCallWithoutConsole });
    const client = await testClient(kind, mcpUrl);
    const controller = new AbortController();
    const cancelled = client.call('1', { signal: controller.signal });
    await eventually(() => expect(onCallWithoutConsole).toHaveBeenCalledOnce());
    controller.abort();
    await expect(cancelled).rejects.toThrow();
    // Sent later, so that the bridge has processed the cancellation when this call is answered.
    const texts: string[] = [];
    const after = client.call('2');
    await eventually(() => expect(onCallWithoutConsole).toHaveBeenCalledTimes(2));
    const call = ({ arguments: args }: ToolCall) => {
      texts.push(JSON.stringify(args));
      return Promise.resolve(textResult('done'));
    };
    testConsole({ port, call });
    expect((await after).text).toBe('done');
    expect(texts).toEqual(['{"text":"2"}']);
  });
}

test('a call that no console would run is refused without waiting', async () => {
  const onCallWithoutConsole = vi.fn();
  const { port, mcpUrl } = await testBridge({ consoleWaitMs: LONG, onCallWithoutConsole });
  const client = await testClient('v1', mcpUrl);
  const { text } = await client.call('', { tool: 'fly' });
  expect(text).toBe('Tool fly not found. Known tools: echo_back.');
  const body = (args: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back","arguments":${args}}}`;
  const headers = { ...jsonHeaders, ...bearer };
  const answers = ['{"txt":""}', '{"text":7}'].map(async (args) => {
    const request = { method: 'POST', path: '/mcp', headers, body: body(args) };
    return (await sendRequest(port, request)).body;
  });
  expect(await Promise.all(answers)).toEqual([
    expect.stringContaining("Unknown parameter: 'txt'. echo_back takes: text"),
    expect.stringContaining("Parameter 'text' must be a string, got: 7"),
  ]);
  expect(onCallWithoutConsole).not.toHaveBeenCalled();
});

test('progress and result are complete events of one stream', async () => {
  const { port, mcpUrl, consoleUrl } = await testBridge({ consoleWaitMs: LONG });
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo_back","_meta":{"progressToken":"p"}}}',
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream',
  ]);
  testConsole({ port });
  const events = (await response.text()).split('\n\n');
  expect(events.at(-1)).toBe('');
  const messages = events.slice(0, -1).map((event) => {
    const [, data = ''] = /^event: message\ndata: (.*)$/.exec(event) ?? [];
    return JSON.parse(data) as unknown;
  });
  const message = `Waiting for the Handset console at ${consoleUrl} …`;
  expect(messages[0]).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'p', progress: 0.001, message },
  });
  expect(messages.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: '{}' }] } });
});

test('a bridge that stops ends the wait', async () => {
  const onCallWithoutConsole = vi.fn();
  const bridge = await testBridge({ consoleWaitMs: LONG, onCallWithoutConsole });
  const client = await testClient('v1', bridge.mcpUrl);
  const call = client.call('');
  await eventually(() => expect(onCallWithoutConsole).toHaveBeenCalled());
  await bridge.close();
  expect((await call).text).toContain('No Handset console is open.');
});

describe('the limit of the wait', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a call waits long, but only shortly in the minute after a timeout', () => {
    const waitLimit = new ConsoleWaitLimit();
    expect(waitLimit.waitTimeoutMs(0)).toBe(20_000);
    waitLimit.recordTimeout(0);
    expect(waitLimit.waitTimeoutMs(0)).toBe(1_000);
    vi.advanceTimersByTime(59_000);
    waitLimit.recordTimeout(0);
    expect(waitLimit.waitTimeoutMs(0)).toBe(1_000);
    // Short waits do not lengthen that minute.
    vi.advanceTimersByTime(1_000);
    expect(waitLimit.waitTimeoutMs(0)).toBe(20_000);
  });

  test('a console that has connected since restores the long wait', () => {
    const waitLimit = new ConsoleWaitLimit();
    waitLimit.recordTimeout(3);
    expect([waitLimit.waitTimeoutMs(3), waitLimit.waitTimeoutMs(4)]).toEqual([1_000, 20_000]);
  });
});
