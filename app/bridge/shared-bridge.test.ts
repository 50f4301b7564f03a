import { once } from 'node:events';
import { type RequestListener, createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handsetVersion } from '#core/version.ts';
import type { BridgeOptions, RunningBridge } from './bridge.ts';
import { PAGE_SECRET, TOKEN, bridgeOptions, eventually, testBridge } from './testing/bridge.ts';
import { testConsole, textResult } from './testing/consoles.ts';
import { freePort } from './testing/program.ts';
import {
  SharedBridge,
  connectToBridge,
  startOrConnect,
  type BridgeHealth,
  type SharedBridgeConnection,
} from './shared-bridge.ts';

/** A stdio process that records its events. */
class StdioProcess {
  readonly started: RunningBridge[] = [];
  readonly joinedHealth: BridgeHealth[] = [];
  readonly lostReasons: string[] = [];
  readonly shared: SharedBridge;

  constructor(port: number, overrides: Partial<BridgeOptions> = {}) {
    this.shared = new SharedBridge({
      bridge: { ...bridgeOptions, consoleWaitMs: 20_000, port, ...overrides },
      agentToken: null,
      onStarted: (bridge) => this.started.push(bridge),
      onJoined: (health) => this.joinedHealth.push(health),
      onLost: (reason) => this.lostReasons.push(reason),
    });
    onTestFinished(() => this.shared.close());
  }

  post(method: string, params: object = {}): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return this.shared.post('stdio-1', body, {}, new AbortController().signal);
  }
}

async function startProcesses(port: number, count: number): Promise<readonly StdioProcess[]> {
  const all = Array.from({ length: count }, () => new StdioProcess(port));
  await Promise.all(all.map(({ shared }) => shared.ready()));
  return all;
}

const bridgeOwners = (all: readonly StdioProcess[]): readonly StdioProcess[] =>
  all.filter(({ started }) => started.length > 0);

test('after a failure the next message tries the port again', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const shared = new StdioProcess(port);
  await expect(shared.post('ping')).rejects.toThrow('in use by another program');
  other.close();
  await once(other, 'close');
  expect((await shared.post('ping')).status).toBe(200);
});

test('of many that start at once, one becomes the bridge and the others use it', async () => {
  const all = await startProcesses(await freePort(), 6);
  expect(bridgeOwners(all)).toHaveLength(1);
  expect(all.flatMap(({ joinedHealth }) => joinedHealth)).toHaveLength(5);
  const answers = await Promise.all(all.map((each) => each.post('ping')));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
});

describe('when the bridge ends', () => {
  test('exactly one of the others takes its place, without being asked', async () => {
    const port = await freePort();
    const first = await testBridge({ port });
    const console = testConsole({ port });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const all = await startProcesses(port, 4);
    expect(bridgeOwners(all)).toEqual([]);
    await first.close();
    await eventually(() => expect(bridgeOwners(all)).toHaveLength(1));
    await eventually(() =>
      expect(all.flatMap(({ joinedHealth }) => joinedHealth)).toHaveLength(4 + 3),
    );
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    expect(all.flatMap(({ lostReasons }) => lostReasons)).toEqual([]);
    const answers = await Promise.all(all.map((each) => each.post('ping')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('and again when that one ends', async () => {
    const all = await startProcesses(await freePort(), 3);
    await bridgeOwners(all)[0]?.shared.close();
    await eventually(() => expect(bridgeOwners(all)).toHaveLength(2));
    await Promise.all(bridgeOwners(all).map(({ shared }) => shared.close()));
    await eventually(() => expect(bridgeOwners(all)).toHaveLength(3));
  });

  test('a running call gets the error that it may or may not have run; the next one runs', async () => {
    const port = await freePort();
    const first = await testBridge({ port });
    let running = 0;
    const call = () => {
      running += 1;
      return running === 1
        ? new Promise<never>(() => undefined)
        : Promise.resolve(textResult('done'));
    };
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const [agent] = await startProcesses(port, 1);
    const calling = agent?.post('tools/call', { name: 'echo_back', arguments: {} });
    await eventually(() => expect(running).toBe(1));
    await first.close();
    const answer = await (await calling)?.text();
    expect(answer).toContain('may or may not have run');
    const next = await agent?.post('tools/call', { name: 'echo_back', arguments: {} });
    expect(await next?.text()).toContain('done');
  });

  test('a port that another program takes meanwhile is reported', async () => {
    const port = await freePort();
    const first = await testBridge({ port });
    const [agent] = await startProcesses(port, 1);
    const closing = first.close();
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await Promise.all([closing, once(other, 'listening')]);
    await eventually(() =>
      expect(agent?.lostReasons).toEqual([
        `Port ${port} is in use by another program. Free it, or choose another with --port.`,
      ]),
    );
  });
});

test('a closed process does not become the bridge', async () => {
  const port = await freePort();
  const first = await testBridge({ port });
  const [agent] = await startProcesses(port, 1);
  await agent?.shared.close();
  await first.close();
  // The port is free for another bridge.
  await testBridge({ port });
  expect(agent?.started).toEqual([]);
});

test('a bridge with other secrets is not used', async () => {
  const { port } = await testBridge();
  const agent = new StdioProcess(port, { pageSecret: 'another' });
  await expect(agent.post('ping')).rejects.toThrow(
    'uses a different token or configuration folder',
  );
});

/** Starts a server that accepts every connection and never sends anything; returns its port. */
async function startSilentProgram(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

// All attempts together take about a third of this timeout; five full waits would exceed it.
test('a program that never answers delays the start only briefly', async () => {
  const port = await startSilentProgram();
  await expect(startOrConnect({ ...bridgeOptions, port })).rejects.toThrow(
    `Port ${port} is in use by a program that accepts connections but does not respond. Free it, or choose another with --port.`,
  );
}, 9_000);

test('a running bridge is used', async () => {
  const { port } = await testBridge({ toolPrefix: 'my_' });
  const { shared } = await startOrConnect({ ...bridgeOptions, port });
  expect(shared?.health.toolPrefix).toBe('my_');
  shared?.close();
});

const secrets = { token: TOKEN, pageSecret: PAGE_SECRET };

async function connectAndClose(port: number): Promise<SharedBridgeConnection> {
  const bridge = await connectToBridge(port, secrets);
  if (typeof bridge === 'string') throw new Error(`Connected to none: ${bridge}.`);
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Starts another HTTP server and returns its port. */
async function startProgram(answer: RequestListener): Promise<number> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('connectToBridge', () => {
  test('a bridge with the same secrets is found and reports its options', async () => {
    const { port } = await testBridge({ toolPrefix: 'my_' });
    const { health } = await connectAndClose(port);
    expect(health).toMatchObject({ version: handsetVersion, toolPrefix: 'my_', hasConsole: false });
    expect(Date.now() - health.startedAtEpochMs).toBeLessThan(60_000);
  });

  test('its end is noticed', async () => {
    const bridge = await testBridge();
    const { closed } = await connectAndClose(bridge.port);
    await bridge.close();
    await closed;
  });

  test.each([
    { ...secrets, token: 'another' },
    { ...secrets, pageSecret: 'another' },
  ])('a bridge with other secrets is not verified', async (otherSecrets) => {
    const { port } = await testBridge();
    expect(await connectToBridge(port, otherSecrets)).toBe('unverified');
  });

  describe('another program', () => {
    test('that imitates a bridge gets no secret', async () => {
      let receivedRequests = '';
      const port = await startProgram((request, response) => {
        receivedRequests += JSON.stringify([request.url, request.rawHeaders]);
        response.end(JSON.stringify({ name: 'handset', version: '0.1.0', proof: 'x'.repeat(43) }));
      });
      expect(await connectToBridge(port, secrets)).toBe('unverified');
      expect(receivedRequests).toContain('/healthz?challenge=');
      expect(receivedRequests.includes(TOKEN) || receivedRequests.includes(PAGE_SECRET)).toBe(
        false,
      );
    });

    test('cannot relay the proof of another port', async () => {
      const bridge = await testBridge();
      const port = await startProgram((request, response) => {
        void fetch(`http://127.0.0.1:${bridge.port}${request.url ?? ''}`)
          .then((answer) => answer.text())
          .then((text) => response.end(text));
      });
      expect(await connectToBridge(port, secrets)).toBe('unverified');
    });

    test.each(['', 'hi', '[]', 'null', '{"name":"other","version":"1"}', '{"name":"handset"}'])(
      'that answers %j is no bridge',
      async (answer) => {
        expect(
          await connectToBridge(await startProgram((_, response) => response.end(answer)), secrets),
        ).toBe('no-bridge');
      },
    );

    test('that answers without end, or hangs up, is no bridge', async () => {
      const endlessPort = await startProgram((_, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write(' '.repeat(9_999), more);
        };
        more();
      });
      expect(await connectToBridge(endlessPort, secrets)).toBe('no-bridge');
      const closingServer = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      onTestFinished(() => void closingServer.close());
      await once(closingServer, 'listening');
      const address = closingServer.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      expect(await connectToBridge(port, secrets)).toBe('no-bridge');
    });
  });

  test('a program that does not answer in time is reported', async () => {
    expect(await connectToBridge(await startProgram(() => undefined), secrets, 50)).toBe(
      'no-answer',
    );
  });

  test('where nothing listens there is no bridge', async () => {
    expect(await connectToBridge(await freePort(), secrets)).toBe('no-bridge');
  });
});
