import { expect, test } from 'vitest';
import type { ToolCall } from '#core/mcp/server.ts';
import type { ConsolePhone } from '#core/relay/frames.ts';
import { PAGE_SECRET, TOKEN, eventually, testBridge } from '../testing/bridge.ts';
import { CLIENT_KINDS, testClient } from '../testing/clients.ts';
import { type TestConsole, textResult, testConsole } from '../testing/console.ts';

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
  await eventually(() => expect(console.latest()).toMatchObject({ state: 'connected' }));
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
    two.choose('local', { serial: pixel.serial, console: 'console 2' });
    await eventually(async () => expect((await client.call('')).text).toBe('one, SERIAL-8'));
    one.sendState({ phone: null, paused: false });
    await eventually(async () => expect((await client.call('')).text).toBe('two, SERIAL-8'));
    two.choose('local', null);
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
