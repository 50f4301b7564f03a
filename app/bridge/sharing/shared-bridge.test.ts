import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BridgeOptions, RunningBridge } from '../server/bridge.ts';
import { bridgeOptions, eventually, testBridge } from '../testing/bridge.ts';
import { say, testConsole } from '../testing/console.ts';
import { freePort } from '../testing/program.ts';
import type { Health } from './meet-bridge.ts';
import { SharedBridge } from './shared-bridge.ts';

/** A stdio process that records its events. */
class Process {
  readonly started: RunningBridge[] = [];
  readonly joined: Health[] = [];
  readonly lost: string[] = [];
  readonly shared: SharedBridge;

  constructor(port: number, more: Partial<BridgeOptions> = {}) {
    this.shared = new SharedBridge({
      bridge: { ...bridgeOptions, consoleWaitMs: 20_000, port, ...more },
      agent: 'stdio-1',
      onStarted: (bridge) => this.started.push(bridge),
      onJoined: (health) => this.joined.push(health),
      onLost: (reason) => this.lost.push(reason),
    });
    onTestFinished(() => this.shared.close());
  }

  post(method: string, params: object = {}): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return this.shared.post(body, {}, new AbortController().signal);
  }
}

async function processes(port: number, count: number): Promise<readonly Process[]> {
  const all = Array.from({ length: count }, () => new Process(port));
  await Promise.all(all.map(({ shared }) => shared.ready()));
  return all;
}

const bridges = (all: readonly Process[]): readonly Process[] =>
  all.filter(({ started }) => started.length > 0);

test('after a failure the next message tries the port again', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const shared = new Process(port);
  await expect(shared.post('ping')).rejects.toThrow('in use by another program');
  other.close();
  await once(other, 'close');
  expect((await shared.post('ping')).status).toBe(200);
});

test('of many that start at once, one becomes the bridge and the others use it', async () => {
  const all = await processes(await freePort(), 6);
  expect(bridges(all)).toHaveLength(1);
  expect(all.flatMap(({ joined }) => joined)).toHaveLength(5);
  const answers = await Promise.all(all.map((each) => each.post('ping')));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
});

describe('when the bridge ends', () => {
  test('exactly one of the others takes its place, without being asked', async () => {
    const port = await freePort();
    const first = await testBridge({ port });
    const console = testConsole({ port });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const all = await processes(port, 4);
    expect(bridges(all)).toEqual([]);
    await first.close();
    await eventually(() => expect(bridges(all)).toHaveLength(1));
    await eventually(() => expect(all.flatMap(({ joined }) => joined)).toHaveLength(4 + 3));
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    expect(all.flatMap(({ lost }) => lost)).toEqual([]);
    const answers = await Promise.all(all.map((each) => each.post('ping')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('and again when that one ends', async () => {
    const all = await processes(await freePort(), 3);
    await bridges(all)[0]?.shared.close();
    await eventually(() => expect(bridges(all)).toHaveLength(2));
    await Promise.all(bridges(all).map(({ shared }) => shared.close()));
    await eventually(() => expect(bridges(all)).toHaveLength(3));
  });

  test('a running call gets the error that it may or may not have run; the next one runs', async () => {
    const port = await freePort();
    const first = await testBridge({ port });
    let running = 0;
    const call = () => {
      running += 1;
      return running === 1 ? new Promise<never>(() => undefined) : Promise.resolve(say('done'));
    };
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const [agent] = await processes(port, 1);
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
    const [agent] = await processes(port, 1);
    const closing = first.close();
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await Promise.all([closing, once(other, 'listening')]);
    await eventually(() =>
      expect(agent?.lost).toEqual([
        `Port ${port} is in use by another program. Free it, or choose another with --port.`,
      ]),
    );
  });
});

test('a closed process does not become the bridge', async () => {
  const port = await freePort();
  const first = await testBridge({ port });
  const [agent] = await processes(port, 1);
  await agent?.shared.close();
  await first.close();
  // The port is free for another bridge.
  await testBridge({ port });
  expect(agent?.started).toEqual([]);
});

test('a bridge with other secrets is not used', async () => {
  const { port } = await testBridge();
  const agent = new Process(port, { pageSecret: 'another' });
  await expect(agent.post('ping')).rejects.toThrow('goes by other secrets');
});
