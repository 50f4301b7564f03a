import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, test, vi } from 'vitest';
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import type { BridgeStatus } from '#core/link/messages.ts';
import { createMcpServer } from '#core/mcp/server.ts';
import { BridgeEnd } from '#core/relay/bridge-end.ts';
import type { ConsolePhone, OpenConsole } from '#core/relay/frames.ts';
import { CLOSE_CODES, RELAY_VERSION } from '#core/relay/limits.ts';
import { tools } from '#core/tools/registry.ts';
import type { PhoneDirectory } from '#core/tools/shared/tool.ts';
import { backoffMs, BridgeConnection, explainClose } from './bridge-connection.ts';

// Node 20 has no WebSocket; ws has the members that the worker uses.
beforeEach(() => void vi.stubGlobal('WebSocket', NodeWebSocket));
afterEach(() => void vi.unstubAllGlobals());

const pixel: ConsolePhone = {
  serial: 'A1',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
};
const demo: ConsolePhone = { ...pixel, serial: 'DEMO14', kind: 'demo' };
const otherConsole: OpenConsole = {
  name: 'console 1',
  phone: demo,
  paused: false,
  isDefault: true,
};
const ownConsole: OpenConsole = { name: 'console 2', phone: null, paused: false, isDefault: false };

interface TestBridge {
  readonly port: number;
  /** What the console sent, in order, including the heads of its answers. */
  readonly received: readonly string[];
  /** The bridge's end for the console that connected last. */
  end(): BridgeEnd;
}

/** The bridge's end of the relay on a free port; it names every console `console 2`. */
async function openBridge({ allTools = false, elementReader = true } = {}): Promise<TestBridge> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const received: string[] = [];
  let end: BridgeEnd | undefined;
  server.on('connection', (socket) => {
    const opened = new BridgeEnd({
      channel: {
        send: (message) => socket.send(message),
        close: (code, reason) => socket.close(code, reason),
      },
      admit: () => ({
        version: RELAY_VERSION,
        toolPrefix: 'x_',
        allTools,
        screenReader: elementReader,
        name: 'console 2',
        adb: null,
        setup: null,
      }),
      onState: ({ phone, paused }) => received.push(`state ${phone?.serial} ${paused}`),
      onMadeDefault: () => received.push('make-default'),
      onPhoneChosen: (agent, choice) => received.push(`${agent} chose ${choice?.serial}`),
    });
    end = opened;
    socket.binaryType = 'arraybuffer';
    socket.on('message', (data, isBinary) =>
      opened.receive(isBinary ? data : Buffer.from(data as ArrayBuffer).toString()),
    );
    socket.on('close', () => opened.socketClosed());
  });
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return {
    // Listens on a port, so it has this kind of address.
    port: (server.address() as AddressInfo).port,
    received,
    end: () => {
      if (end === undefined) throw new Error('no console came');
      return end;
    },
  };
}

/** A connection whose every call chooses the phone of the other console. */
function createConnection() {
  const statuses: BridgeStatus[] = [];
  const lists: (readonly OpenConsole[])[] = [];
  const allowsElementReader: boolean[] = [];
  const directory = (): PhoneDirectory =>
    connection.directoryFor({ agent: 'codex', from: 'bridge', chosenPhone: null });
  const connection: BridgeConnection = new BridgeConnection({
    serve: ({ toolPrefix }) =>
      createMcpServer({
        tools,
        toolPrefix,
        version: '1',
        callTool: () => {
          directory().choose(directory().phones[0] ?? null);
          return Promise.resolve({ content: [], isError: false });
        },
      }),
    onStatus: (status) => statuses.push(status),
    onConsoles: (consoles) => lists.push(consoles),
    onElementReader: (allowed) => allowsElementReader.push(allowed),
  });
  // It would try again without end.
  onTestFinished(() => connection.close());
  const join = ({ port }: TestBridge): void =>
    connection.join({ url: `http://127.0.0.1:${port}/`, secret: 's', tab: 't' });
  return { connection, join, directory, statuses, lists, allowsElementReader };
}

it('sends its state when it has joined, at every change, and when the bridge comes back', async () => {
  const bridge = await openBridge();
  const { connection, join } = createConnection();
  connection.sendState({ phone: pixel, paused: false });
  join(bridge);
  await expect.poll(() => bridge.received).toEqual(['state A1 false']);
  connection.sendState({ phone: pixel, paused: false });
  connection.sendState({ phone: pixel, paused: true });
  connection.makeDefault();
  await expect.poll(() => bridge.received.slice(1)).toEqual(['state A1 true', 'make-default']);
  bridge.end().close({ code: CLOSE_CODES.goingAway, reason: 'Stopped.' });
  await expect.poll(() => bridge.received.slice(3)).toEqual(['state A1 true']);
});

it.each([false, true])('reports whether the bridge offers all tools: %s', async (allTools) => {
  const bridge = await openBridge({ allTools });
  const { join, statuses } = createConnection();
  join(bridge);
  await expect.poll(() => statuses.at(-1)).toMatchObject({ state: 'connected', allTools });
});

it.each([false, true])(
  'reports whether the bridge allows the element reader: %s',
  async (elementReader) => {
    const bridge = await openBridge({ elementReader });
    const { join, allowsElementReader } = createConnection();
    join(bridge);
    await expect.poll(() => allowsElementReader).toEqual([elementReader]);
  },
);

it('sends an agent’s choice before the answer to the call that made it', async () => {
  const bridge = await openBridge();
  const { join } = createConnection();
  join(bridge);
  await expect.poll(() => bridge.received).toHaveLength(1);
  bridge.end().sendConsoles([otherConsole, ownConsole]);
  const events: string[] = [];
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const params = { name: 'x_list_phones', arguments: {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  bridge.end().request(
    { caller: { agent: 'codex', chosenPhone: null, limits: null }, headers, body },
    {
      head: (status) => events.push(`${bridge.received.at(-1)}; head ${status}`),
      chunk: () => undefined,
      end: () => events.push('end'),
      fail: ({ message }) => events.push(message),
    },
  );
  await expect.poll(() => events).toEqual(['codex chose DEMO14; head 200', 'end']);
});

it('drops the consoles of a bridge when it joins another', async () => {
  const bridge = await openBridge();
  const { join, directory, lists, statuses } = createConnection();
  join(bridge);
  await expect.poll(() => statuses.at(-1)).toMatchObject({ state: 'connected' });
  bridge.end().sendConsoles([otherConsole, ownConsole]);
  await expect.poll(() => directory().phones).toMatchObject([{ serial: 'DEMO14' }]);
  join(await openBridge());
  expect(directory().phones).toEqual([]);
  expect(lists.at(-1)).toEqual([]);
});

test.each([
  [
    1006,
    false,
    true,
    'bridge-lost',
    "The bridge at b:1 doesn't answer. Start it with `npm start -- --port 1`. This page reconnects automatically.",
  ],
  [
    1006,
    true,
    true,
    'bridge-lost',
    'The connection to the bridge at b:1 was lost. This page reconnects automatically.',
  ],
  [
    CLOSE_CODES.silent,
    true,
    true,
    'bridge-lost',
    'The connection to the bridge at b:1 was lost. This page reconnects automatically.',
  ],
  [
    CLOSE_CODES.goingAway,
    true,
    true,
    'bridge-lost',
    'The bridge at b:1 was stopped. Start it with `npm start -- --port 1`. This page reconnects automatically.',
  ],
  [
    CLOSE_CODES.tooMany,
    false,
    true,
    'bridge-refused',
    'The bridge at b:1 accepts no more consoles. Close another tab with a Handset console; this page then connects automatically.',
  ],
  [
    CLOSE_CODES.secretRefused,
    false,
    false,
    'link-outdated',
    'This link is out of date. Open the address that Handset printed when it started.',
  ],
  [
    CLOSE_CODES.otherVersion,
    false,
    false,
    'bridge-refused',
    'This page and the bridge at b:1 have different versions. Reload this page.',
  ],
  [
    CLOSE_CODES.badFrame,
    true,
    false,
    'bridge-refused',
    "This page and the bridge at b:1 didn't understand each other. Reload this page; if that doesn't help, restart the bridge.",
  ],
])('close code %i, welcomed %s', (code, welcomed, retry, errorCode, text) => {
  const address = { host: 'b:1', origin: 'http://b:1', command: 'npm start --' };
  const outcome = explainClose(code, address, welcomed);
  expect(outcome.retry).toBe(retry);
  expect([outcome.error.code, outcome.error.fullText]).toEqual([errorCode, text]);
});

test('a page of another origin learns how to start the bridge for it', () => {
  const address = { host: '127.0.0.1:7340', origin: 'https://phone.example' };
  const hint = (command: string) => explainClose(1006, { ...address, command }, false).error.hint;
  expect(hint('npm start --')).toBe(
    'It must be started for this page: `npm start -- --allow-origin https://phone.example`. This page reconnects automatically.',
  );
  expect(hint('handset')).toContain('`handset --allow-origin https://phone.example`');
});

test('the command names a port that is not the default one', () => {
  const hintAt = (host: string, origin: string) =>
    explainClose(1006, { host, origin, command: 'npm start --' }, false).error.hint;
  expect(hintAt('127.0.0.1:7340', 'http://127.0.0.1:7340')).toContain('`npm start`');
  expect(hintAt('127.0.0.1:7463', 'https://phone.example')).toContain(
    '`npm start -- --port 7463 --allow-origin https://phone.example`',
  );
});

test('the wait doubles up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backoffMs(failures, 0));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test('the random part shortens the wait by up to half', () => {
  expect([backoffMs(9, 0.5), backoffMs(9, 1)]).toEqual([3750, 2500]);
});
