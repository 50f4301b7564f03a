import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ToolCall } from '#core/mcp/server.ts';
import { HELLO_TIMEOUT_MS, MAX_FRAME_BYTES } from '#core/relay/limits.ts';
import { LIMITS } from './limits.ts';
import {
  bearer,
  eventually,
  hello,
  jsonHeaders,
  listTools,
  openConnection,
  openSocket,
  sendRequest,
  testBridge,
} from './testing/bridge.ts';
import { textResult, testConsole } from './testing/consoles.ts';

/** Milliseconds: long enough for a busy machine to send its bytes, short enough to wait for. */
const SHORT_MS = 300;

const CALL =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back","arguments":{}}}';

/** A browser's upgrade request for the console's socket. */
const upgradeRequest = (port: number): string =>
  `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';

/** Sends a piece of a request repeatedly until the bridge closes the connection; resolves with everything received. */
async function dribble(port: number, start: string, piece: string): Promise<string> {
  const { socket, ended } = openConnection(port);
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  return await ended.finally(() => clearInterval(timer));
}

describe('time', () => {
  test('unfinished headers time out', async () => {
    const { port } = await testBridge({ limits: { headersMs: SHORT_MS } });
    const start = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    expect(await dribble(port, start, 'a: b\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('an unfinished upgrade times out', async () => {
    const { port } = await testBridge({ limits: { headersMs: SHORT_MS } });
    const start = `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n`;
    expect(await dribble(port, start, 'a: b\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a silent connection times out', async () => {
    const { port } = await testBridge({ limits: { headersMs: SHORT_MS } });
    await openConnection(port).ended;
  });

  test('an unfinished body times out', async () => {
    const { port } = await testBridge({ limits: { headersMs: SHORT_MS, requestMs: SHORT_MS } });
    const start =
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${bearer.authorization}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
    expect(await dribble(port, start, ' ')).toMatch(/^HTTP\/1\.1 (?:408|500) |^$/);
  });

  test('a connection that stays idle after its response times out', async () => {
    const { port } = await testBridge({ limits: { idleMs: SHORT_MS } });
    const { socket, ended } = openConnection(port);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a connection without traffic times out, such as that of a client that never reads', async () => {
    const { port } = await testBridge({ limits: { inactivityMs: SHORT_MS } });
    const call = () => new Promise<never>(() => undefined);
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const headers = { ...jsonHeaders, ...bearer };
    const answer = sendRequest(port, { method: 'POST', path: '/mcp', headers, body: CALL });
    await expect(answer).rejects.toThrow();
    // This limit does not apply to the console's socket, which has a heartbeat.
    expect(console.latest()?.state).toBe('connected');
  });

  test('a refused upgrade is cut when the client goes on sending', async () => {
    const { port } = await testBridge({ limits: { closeMessageMs: 20 } });
    // Does not close its side by itself.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const timer = setInterval(() => socket.write('x'), 20);
    onTestFinished(() => {
      clearInterval(timer);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    const received: string[] = [];
    socket.on('data', (data: Buffer) => received.push(data.toString()));
    socket.write(
      `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await new Promise((resolve) => socket.on('close', resolve));
    expect(received.join('')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('time of a socket', () => {
  test('a socket without hello is closed, and cut when it does not close itself', async () => {
    const { port } = await testBridge({ limits: { closeMs: 20 } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, ended } = openConnection(port);
    // Sends only the upgrade and never a frame.
    socket.write(upgradeRequest(port));
    const [received] = (await once(socket, 'data')) as unknown[]; // Typed any[] by Node.
    expect(String(received)).toMatch(/^HTTP\/1\.1 101 /);
    vi.advanceTimersByTime(HELLO_TIMEOUT_MS);
    vi.advanceTimersByTime(20);
    expect(await ended).toContain('No hello came.');
  });
});

describe('size', () => {
  test('headers over the limit are refused', async () => {
    const { port } = await testBridge();
    const headers = { a: 'x'.repeat(LIMITS.headerBytes) };
    expect((await sendRequest(port, { headers })).status).toBe(431);
  });

  test('too many headers are refused, also those of an upgrade', async () => {
    const { port } = await testBridge();
    const start = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`;
    const send = async (fillers: number, more = ''): Promise<string> => {
      const { socket, ended } = openConnection(port);
      socket.write(`${start}${'a:1\r\n'.repeat(fillers)}${more}\r\n`);
      return (await ended).slice(0, 12);
    };
    expect(await send(LIMITS.headers - 2)).toBe('HTTP/1.1 200');
    expect(await send(LIMITS.headers - 1)).toBe('HTTP/1.1 431');
    // Beyond 1000 headers Node would pass on the request without the last ones.
    expect(await send(1_500, 'Origin: https://evil.example\r\n')).toBe('HTTP/1.1 431');
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.headers }, (_, at) => [`a${at}`, '']),
    );
    expect(await openSocket(port, { origin: `http://127.0.0.1:${port}`, ...many })).toBe(431);
  });

  test('a socket takes little before its hello', async () => {
    const { port } = await testBridge();
    const headers = { origin: `http://127.0.0.1:${port}` };
    const frame = { ...hello, secret: 'x'.repeat(2 * LIMITS.helloBytes) };
    // 1006: disconnected without a close frame.
    expect(await openSocket(port, headers, { frame })).toBe(1006);
  });

  test('a refused console cannot send more', async () => {
    const { port } = await testBridge({ limits: { closeMs: 60_000 } });
    const { socket, ended } = openConnection(port);
    socket.write(upgradeRequest(port));
    await once(socket, 'data');
    // An invalid hello, then the header of a 16 MiB frame; all bytes are masked with 0.
    socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, ...Buffer.from('{}')]));
    socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]));
    socket.write(Buffer.alloc(2 * LIMITS.helloBytes));
    expect(await ended).toContain('A frame was malformed');
  });

  test('a frame over the limit ends its socket', async () => {
    const { port } = await testBridge();
    const headers = { origin: `http://127.0.0.1:${port}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify(hello));
    await once(socket, 'message');
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(MAX_FRAME_BYTES + 1, ' '), { binary: false });
    const [code] = (await once(socket, 'close')) as unknown[]; // Typed any[] by Node.
    // 1009: too big. 1006: disconnected while it was still being sent.
    expect([1009, 1006]).toContain(code);
  });

  test('a console may send more after its welcome', async () => {
    const { port } = await testBridge();
    const text = 'x'.repeat(3 * LIMITS.helloBytes);
    const console = testConsole({ port, call: () => Promise.resolve(textResult(text)) });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const headers = { ...jsonHeaders, ...bearer };
    const { body } = await sendRequest(port, { method: 'POST', path: '/mcp', headers, body: CALL });
    expect(body.length > text.length).toBe(true);
    expect(console.sockets).toHaveLength(1);
  });
});

describe('number', () => {
  test('connections over the limit are cut, at both addresses; closed ones make room', async () => {
    const { port } = await testBridge({ limits: { connections: 2 } });
    const open = [openConnection(port), openConnection(port)];
    for (const { socket } of open) await once(socket, 'connect');
    expect(await openConnection(port).ended).toBe('');
    open[0]?.socket.destroy();
    await eventually(async () => {
      expect((await sendRequest(port, { path: '/healthz' })).status).toBe(200);
    });
  });

  test('sockets over the limit are refused', async () => {
    const { port } = await testBridge({ limits: { sockets: 1 } });
    const headers = { origin: `http://127.0.0.1:${port}` };
    const first = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
    onTestFinished(() => first.terminate());
    await once(first, 'open');
    expect(await openSocket(port, headers)).toBe(503);
  });

  test('an agent at its limit is refused, others are served; later it is served again', async () => {
    const { port } = await testBridge({ limits: { requestsOfAgent: 2 } });
    const finishCalls: (() => void)[] = [];
    const call = () =>
      new Promise<ReturnType<typeof textResult>>((resolve) =>
        finishCalls.push(() => resolve(textResult('done'))),
      );
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const headers = { ...jsonHeaders, ...bearer };
    const calls = [1, 2].map(() =>
      sendRequest(port, { method: 'POST', path: '/mcp/busy', headers, body: CALL }),
    );
    await eventually(() => expect(finishCalls).toHaveLength(2));
    const refused = await listTools(port, {}, '/mcp/busy');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(refused.body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32001,
        message: 'The agent "busy" has 2 requests open, the most allowed; wait until one ends.',
      },
    });
    expect((await listTools(port, {}, '/mcp/other')).status).toBe(200);
    for (const finish of finishCalls) finish();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await listTools(port, {}, '/mcp/busy')).status).toBe(200);
  });

  test('a request whose client disconnects no longer counts', async () => {
    const { port } = await testBridge({ limits: { requestsOfAgent: 1 } });
    const console = testConsole({ port, call: () => new Promise(() => undefined) });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const headers = { ...jsonHeaders, ...bearer };
    const call = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers });
    call.on('error', () => undefined).end(CALL);
    await eventually(async () => expect((await listTools(port)).status).toBe(429));
    call.destroy();
    await eventually(async () => expect((await listTools(port)).status).toBe(200));
  });

  test('pipelined requests whose client disconnects no longer count', async () => {
    const { port } = await testBridge({ limits: { requestsOfAgent: 2 } });
    const calls: ToolCall[] = [];
    const call = (toolCall: ToolCall) => new Promise<never>(() => void calls.push(toolCall));
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const { socket } = openConnection(port);
    const requestText = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${bearer.authorization}\r\n` +
      `Content-Type: ${jsonHeaders['content-type']}\r\nAccept: ${jsonHeaders.accept}\r\n` +
      `Content-Length: ${CALL.length}\r\n\r\n${CALL}`;
    socket.write(requestText('/mcp/first') + requestText('/mcp/busy').repeat(2));
    await eventually(() => expect(calls).toHaveLength(3));
    expect((await listTools(port, {}, '/mcp/busy')).status).toBe(429);
    socket.destroy();
    await eventually(() => expect(calls.every(({ signal }) => signal.aborted)).toBe(true));
    expect((await listTools(port, {}, '/mcp/busy')).status).toBe(200);
  });
});

describe('unread', () => {
  const unreadBytes = 256 * 1024;

  test('an agent that does not read is disconnected, and its call ends', async () => {
    const { port } = await testBridge({ limits: { unreadBytes } });
    let state = 'going';
    const call = async ({ signal, onProgress }: ToolCall) => {
      for (let done = 1; !signal.aborted; done += 1) {
        onProgress({ done, message: 'x'.repeat(100_000) });
        await delay(1);
      }
      state = 'aborted';
      return textResult('');
    };
    const console = testConsole({ port, call });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back","_meta":{"progressToken":1}}}';
    const headers = Object.entries({ ...jsonHeaders, ...bearer, 'content-length': body.length });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}\r\n${body}`);
    await eventually(() => expect(state).toBe('aborted'));
    expect(console.latest()?.state).toBe('connected');
  });

  test('a console that does not read is disconnected, and its calls end', async () => {
    const { port } = await testBridge({ limits: { unreadBytes, closeMs: 60_000 } });
    const origin = { origin: `http://127.0.0.1:${port}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: origin });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify(hello));
    await once(socket, 'message');
    socket.pause();
    const body = CALL.replace('{}', JSON.stringify({ text: 'x'.repeat(3_000_000) }));
    const headers = { ...jsonHeaders, ...bearer };
    // The operating system buffers the first few MiB.
    const calls = [1, 2, 3, 4, 5, 6].map(() =>
      sendRequest(port, { method: 'POST', path: '/mcp', headers, body }),
    );
    expect((await Promise.any(calls)).body).toContain(
      'The Handset console closed during the call.',
    );
    const closed = once(socket, 'close');
    socket.resume();
    expect((await closed).map(String)).toEqual(['4005', 'The page does not read what it is sent.']);
  });
});
