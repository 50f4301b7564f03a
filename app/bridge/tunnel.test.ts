import { expect, test, vi } from 'vitest';
import type { ToolCall } from '#core/mcp/server.ts';
import type { ConsolePhone } from '#core/relay/frames.ts';
import { eventually, listTools, PAGE_SECRET, testBridge, TOKEN } from './testing/bridge.ts';
import { CLIENT_KINDS, openStream, testClient } from './testing/clients.ts';
import { HangingCall, testConsole, textResult, type TestConsole } from './testing/consoles.ts';
import type { RunningBridge } from './bridge.ts';

async function connected(console: TestConsole): Promise<void> {
  await eventually(() => expect(console.latest()).toMatchObject({ state: 'connected' }));
}

async function hasConsole(port: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  return ((await response.json()) as { console: unknown }).console;
}

for (const kind of CLIENT_KINDS) {
  test(`${kind}: lists and calls the console's tools`, async () => {
    const { port, mcpUrl } = await testBridge();
    await connected(testConsole({ port }));
    const client = await testClient(kind, mcpUrl);
    expect(client.serverVersion()).toBe('console');
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'echo_back' }] });
    expect(await client.call('hé 😀')).toEqual({ text: '{"text":"hé 😀"}', isError: false });
  });

  test(`${kind}: a client that goes away ends its call in the console`, async () => {
    const { port, mcpUrl } = await testBridge();
    const held = new HangingCall();
    await connected(testConsole({ port, call: held.run }));
    const client = await testClient(kind, mcpUrl);
    client.call('').catch(() => undefined);
    await eventually(() => expect(held.state).toBe('running'));
    await client.close();
    await eventually(() => expect(held.state).toBe('aborted'));
  });

  test(`${kind}: a call that the client cancels is aborted in the console`, async () => {
    const { port, mcpUrl } = await testBridge();
    const held = new HangingCall();
    await connected(testConsole({ port, call: held.run }));
    const client = await testClient(kind, mcpUrl);
    const controller = new AbortController();
    const calling = client.call('', { signal: controller.signal });
    calling.catch(() => undefined);
    await eventually(() => expect(held.state).toBe('running'));
    controller.abort();
    await expect(calling).rejects.toThrow();
    await eventually(() => expect(held.state).toBe('aborted'));
  });

  test(`${kind}: a link lost during a call fails it at once and says what is not known`, async () => {
    const { port, mcpUrl } = await testBridge();
    const held = new HangingCall();
    const console = testConsole({ port, call: held.run });
    await connected(console);
    const client = await testClient(kind, mcpUrl);
    const result = client.call('');
    await eventually(() => expect(held.state).toBe('running'));
    console.sockets[0]?.terminate();
    expect(await result).toEqual({
      isError: true,
      text: 'The Handset console closed during the call. The call may or may not have run; look at the screen before you repeat it.',
    });
  });

  test(`${kind}: a page that reloads serves the same client again`, async () => {
    const { port, mcpUrl } = await testBridge();
    const first = testConsole({
      port,
      tab: 'one',
      call: () => Promise.resolve(textResult('first')),
    });
    await connected(first);
    const client = await testClient(kind, mcpUrl);
    expect((await client.call('')).text).toBe('first');
    first.close();
    await eventually(async () => expect(await hasConsole(port)).toBe(false));
    // The call is made while the page reloads and waits for it.
    const second = client.call('');
    testConsole({ port, tab: 'one', call: () => Promise.resolve(textResult('second')) });
    expect((await second).text).toBe('second');
  });

  test(`${kind}: a bridge that restarts serves the same client and page again`, async () => {
    const before = await testBridge();
    const console = testConsole({ port: before.port });
    await connected(console);
    const client = await testClient(kind, before.mcpUrl);
    await client.call('before');
    await before.close();
    await testBridge({ port: before.port });
    await eventually(() =>
      expect(console.statuses.map(({ state }) => state)).toContain('retrying'),
    );
    await connected(console);
    expect((await client.call('after')).text).toBe('{"text":"after"}');
  });
}

/** Posts a call without an MCP client; resolves when it is answered or aborted. */
function postCall(mcpUrl: string, signal: AbortSignal): Promise<unknown> {
  return fetch(mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back"}}',
    signal,
  }).catch(() => undefined);
}

/** Allows one open request per agent, so that a second one shows whether the first is still open. */
const oneRequestPerAgent = { limits: { requestsOfAgent: 1 } };

/** Makes a call while the page reloads, and aborts it while it waits. */
async function abortWaitingCall({ port, mcpUrl }: RunningBridge): Promise<void> {
  const console = testConsole({ port, tab: 'one' });
  await connected(console);
  console.close();
  await eventually(async () => expect(await hasConsole(port)).toBe(false));
  const controller = new AbortController();
  const call = postCall(mcpUrl, controller.signal);
  await eventually(async () => expect((await listTools(port)).status).toBe(429));
  controller.abort();
  await call;
  // The bridge notices the abort when the socket closes.
  await eventually(async () => expect((await listTools(port)).status).toBe(200));
}

test('a call aborted before the page has reloaded never runs', async () => {
  const bridge = await testBridge(oneRequestPerAgent);
  await abortWaitingCall(bridge);
  const call = vi.fn(() => Promise.resolve(textResult('late')));
  await connected(testConsole({ port: bridge.port, tab: 'one', call }));
  const client = await testClient('v1', bridge.mcpUrl);
  await client.listTools();
  expect(call).not.toHaveBeenCalled();
});

test('a call aborted during that wait opens no console', async () => {
  const onCallWithoutConsole = vi.fn();
  const bridge = await testBridge({ ...oneRequestPerAgent, onCallWithoutConsole });
  await abortWaitingCall(bridge);
  // Ends the wait.
  await bridge.close();
  expect(onCallWithoutConsole).not.toHaveBeenCalled();
});

test('a stream of changes opens with and without a console, and ends with its console', async () => {
  const { port, mcpUrl } = await testBridge();
  await openStream(mcpUrl);
  const console = testConsole({ port });
  await connected(console);
  const { closed } = await openStream(mcpUrl);
  console.close();
  expect(await closed).toBe('remote');
});

test('forty calls of two clients with the same ids get their own answers', async () => {
  const { port, mcpUrl } = await testBridge();
  const call = async ({ agent, arguments: args }: ToolCall) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    return textResult(`${agent} ${JSON.stringify(args)}`);
  };
  await connected(testConsole({ port, call }));
  const clients = await Promise.all([
    testClient('v1', `${mcpUrl}/one`),
    testClient('v2 auto', `${mcpUrl}/two`),
  ]);
  const indices = Array.from({ length: 40 }, (_, index) => index);
  const answers = await Promise.all(
    indices.map(async (index) => (await clients[index % 2]?.call(String(index)))?.text),
  );
  expect(answers).toEqual(
    indices.map((index) => `${index % 2 === 0 ? 'one' : 'two'} {"text":"${index}"}`),
  );
});

test('a large result arrives completely', async () => {
  const { port, mcpUrl } = await testBridge();
  const text = '😀é\n'.repeat(1_000_000);
  await connected(testConsole({ port, call: () => Promise.resolve(textResult(text)) }));
  const client = await testClient('v1', mcpUrl);
  expect((await client.call('')).text === text).toBe(true);
});

test('the bridge sends the console the prefix, and agents see it', async () => {
  const { port, mcpUrl } = await testBridge({ toolPrefix: 'android_' });
  const console = testConsole({ port });
  await connected(console);
  expect(console.prefixes).toEqual(['android_']);
  const client = await testClient('v1', mcpUrl);
  expect(await client.listTools()).toMatchObject({ tools: [{ name: 'android_echo_back' }] });
  expect((await client.call('x', { tool: 'android_echo_back' })).isError).toBe(false);
});

test('eight pages join, the ninth waits and gets the reason', async () => {
  const { port } = await testBridge();
  const pages = Array.from({ length: 8 }, () => testConsole({ port }));
  await Promise.all(pages.map(connected));
  const ninth = testConsole({ port });
  await eventually(() =>
    expect(ninth.latest()).toMatchObject({
      state: 'retrying',
      error: {
        code: 'bridge-refused',
        message: `The bridge at 127.0.0.1:${port} accepts no more consoles.`,
      },
    }),
  );
  pages[0]?.close();
  await connected(ninth);
  expect(ninth.latest()).toMatchObject({ name: 'console 9' });
});

test('a page with the wrong secret is refused and does not retry', async () => {
  const { port } = await testBridge();
  const console = testConsole({ port, secret: 'wrong' });
  await eventually(() => expect(console.latest()?.state).toBe('refused'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(console.sockets).toHaveLength(1);
  expect(console.latest()).toMatchObject({
    error: { hint: 'Open the address that Handset printed when it started.' },
  });
});

test('a page finds a bridge that starts after it', async () => {
  const { port, close } = await testBridge();
  await close();
  const console = testConsole({ port });
  await eventually(() => expect(console.latest()?.state).toBe('retrying'));
  await testBridge({ port });
  await connected(console);
});

const pixel: ConsolePhone = {
  serial: 'SERIAL-8',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
};

/** Connects a console that answers calls with its name and the agent's chosen phone. */
async function namedConsole(port: number, tab: string, name = tab): Promise<TestConsole> {
  const call = ({ chosenPhone }: ToolCall) =>
    Promise.resolve(textResult(`${name}, ${chosenPhone}`));
  const console = testConsole({ port, tab, call });
  await connected(console);
  return console;
}

/** The names in the last list that this console received; the default console's in capitals. */
function receivedNames({ lists }: TestConsole): readonly string[] {
  return (lists.at(-1) ?? []).map(({ name, isDefault }) => (isDefault ? name.toUpperCase() : name));
}

for (const kind of CLIENT_KINDS) {
  test(`${kind}: the first console answers until the user or the agent chooses another`, async () => {
    const { port, mcpUrl } = await testBridge();
    const one = await namedConsole(port, 'one');
    const two = await namedConsole(port, 'two');
    const client = await testClient(kind, mcpUrl);
    expect((await client.call('')).text).toBe('one, null');
    two.makeDefault();
    await eventually(() => expect(receivedNames(one)).toEqual(['console 1', 'CONSOLE 2']));
    expect((await client.call('')).text).toBe('two, null');
    one.sendState({ phone: pixel, paused: false });
    two.choose('test', { serial: pixel.serial, console: 'console 2' });
    await eventually(async () => expect((await client.call('')).text).toBe('one, SERIAL-8'));
    one.sendState({ phone: null, paused: false });
    await eventually(async () => expect((await client.call('')).text).toBe('two, SERIAL-8'));
    two.choose('test', null);
    await eventually(async () => expect((await client.call('')).text).toBe('two, null'));
  });

  test(`${kind}: a call is cancelled where it runs, not where the next one would`, async () => {
    const { port, mcpUrl } = await testBridge();
    let state = 'idle';
    const call = async ({ signal }: ToolCall) => {
      state = 'running';
      await eventually(() => expect(signal.aborted).toBe(true));
      state = 'aborted';
      return textResult('late');
    };
    const one = testConsole({ port, call });
    await eventually(() => expect(one.latest()?.state).toBe('connected'));
    const two = await namedConsole(port, 'two');
    const client = await testClient(kind, mcpUrl);
    const controller = new AbortController();
    const calling = client.call('', { signal: controller.signal });
    calling.catch(() => undefined);
    await eventually(() => expect(state).toBe('running'));
    two.makeDefault();
    await eventually(() => expect(receivedNames(one)).toEqual(['console 1', 'CONSOLE 2']));
    controller.abort();
    await eventually(() => expect(state).toBe('aborted'));
    expect((await client.call('')).text).toBe('two, null');
  });
}

test('while the default console reloads, a call waits for it', async () => {
  const { port, mcpUrl } = await testBridge();
  const one = await namedConsole(port, 'one');
  const two = await namedConsole(port, 'two');
  const client = await testClient('v1', mcpUrl);
  one.close();
  await eventually(() => expect(receivedNames(two)).toEqual(['console 2']));
  const call = client.call('');
  await namedConsole(port, 'one', 'one again');
  expect((await call).text).toBe('one again, null');
  await eventually(() => expect(receivedNames(two)).toEqual(['CONSOLE 1', 'console 2']));
});

test('a second socket of one tab replaces the first', async () => {
  const { port } = await testBridge();
  const other = await namedConsole(port, 'other');
  const first = await namedConsole(port, 'twin');
  const second = await namedConsole(port, 'twin');
  await eventually(() => expect(first.latest()?.state).toBe('retrying'));
  first.close();
  expect(second.statuses).toContainEqual(expect.objectContaining({ name: 'console 2' }));
  expect(receivedNames(other)).toEqual(['CONSOLE 1', 'console 2']);
});

test('health lists each console without secrets', async () => {
  const { port } = await testBridge();
  const one = await namedConsole(port, 'tab-one');
  await namedConsole(port, 'tab-two');
  one.sendState({ phone: pixel, paused: true });
  const read = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  await eventually(async () =>
    expect(JSON.parse(await read())).toMatchObject({
      name: 'handset',
      console: true,
      consoles: [
        {
          name: 'console 1',
          phone: { model: 'Pixel 8', state: 'connected' },
          paused: true,
          isDefault: true,
        },
        { name: 'console 2', phone: null, paused: false, isDefault: false },
      ],
    }),
  );
  for (const secret of [pixel.serial, TOKEN, PAGE_SECRET, 'tab-one']) {
    expect(await read()).not.toContain(secret);
  }
});
