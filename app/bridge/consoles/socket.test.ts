import { once } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { encodeFrame } from '#core/relay/frames.ts';
import { CLOSE_CODES } from '#core/relay/limits.ts';
import type { RunningBridge } from '../bridge.ts';
import {
  bearer,
  eventually,
  hello,
  jsonHeaders,
  listTools,
  openSocket,
  PAGE_SECRET,
  sendRequest,
  testBridge,
  TOKEN,
} from '../testing/bridge.ts';

const HOSTED = 'https://console.example:8443';

let bridge: RunningBridge;

beforeEach(async () => {
  bridge = await testBridge({ allowedOrigins: [HOSTED] });
});

const welcome: unknown = expect.objectContaining({ kind: 'welcome' });
const withPort = (value: string): string => value.replace('{port}', String(bridge.port));

describe('the socket', () => {
  const ownOrigin = () => ({ origin: `http://127.0.0.1:${bridge.port}` });

  test.each<[Record<string, string>, unknown]>([
    [{ origin: 'http://127.0.0.1:{port}' }, welcome],
    [{ origin: 'http://localhost:{port}' }, welcome],
    [{ origin: 'http://[::1]:{port}', host: '[::1]:{port}' }, welcome],
    [{ origin: HOSTED }, welcome],
    [{ origin: 'https://console.example' }, 403],
    [{ origin: 'http://console.example:8443' }, 403],
    [{ origin: `${HOSTED}.evil.example` }, 403],
    [{ origin: 'https://sub.console.example:8443' }, 403],
    [{ origin: HOSTED, host: 'evil.example:{port}' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://localhost:5173' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'chrome-extension://abcdef' }, 403],
    [{}, 403],
    [{ origin: 'http://127.0.0.1:{port}', host: 'evil.example:{port}' }, 403],
    [{ origin: 'http://evil.example:{port}', host: 'evil.example:{port}' }, 403],
  ])('an upgrade with %j gets %s', async (headers, outcome) => {
    const sent: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) sent[name] = withPort(value);
    expect(await openSocket(bridge.port, sent)).toEqual(outcome);
  });

  test.each([
    ['a wrong secret', { ...hello, secret: 'x'.repeat(43) }, CLOSE_CODES.secretRefused],
    ['an empty secret', { ...hello, secret: '' }, CLOSE_CODES.secretRefused],
    ["the agents' token", { ...hello, secret: TOKEN }, CLOSE_CODES.secretRefused],
    ['another version', { ...hello, version: 99 }, CLOSE_CODES.otherVersion],
    ['no JSON', 'hello', CLOSE_CODES.badFrame],
    ['an answer before the hello', { kind: 'end', id: 1 }, CLOSE_CODES.badFrame],
    [
      'a header with a long name',
      { kind: 'head', id: 1, status: 200, headers: { ['a'.repeat(200)]: 5 } },
      CLOSE_CODES.badFrame,
    ],
  ])('%s is refused', async (_, frame, code) => {
    expect(await openSocket(bridge.port, ownOrigin(), { frame })).toBe(code);
  });

  test.each([
    ['a second head', [{}, {}]],
    ['a header that HTTP does not know', [{ 'mcp-a b': 'c' }]],
  ])('%s ends that answer, and nothing else', async (_, heads) => {
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}/socket`, { headers: ownOrigin() });
    socket.on('open', () => socket.send(JSON.stringify(hello)));
    const frames: unknown[] = [];
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) frames.push(JSON.parse(data.toString()));
    });
    // The welcome, the list of consoles, and the tokens of agents.
    await eventually(() => expect(frames).toHaveLength(3));
    const answer = listTools(bridge.port);
    answer.catch(() => undefined);
    await eventually(() => expect(frames).toMatchObject([{}, {}, {}, { kind: 'request', id: 1 }]));
    for (const headers of heads) {
      socket.send(JSON.stringify({ kind: 'head', id: 1, status: 200, headers }));
    }
    await expect(answer).rejects.toThrow();
    expect(JSON.parse((await sendRequest(bridge.port, { path: '/healthz' })).body)).toMatchObject({
      console: true,
    });
    socket.terminate();
  });

  test("a console cannot set the response's security or length headers", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}/socket`, { headers: ownOrigin() });
    onTestFinished(() => socket.terminate());
    socket.on('open', () => socket.send(JSON.stringify(hello)));
    const welcomed = new Promise((resolve) => socket.once('message', resolve));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const { kind, id } = JSON.parse(data.toString()) as { kind: string; id: number };
      if (kind !== 'request') return;
      const headers = {
        'Content-Length': '1',
        'Access-Control-Allow-Origin': '*',
        'Content-Security-Policy': '',
        'Set-Cookie': 'a=b',
        'Content-Type': 'text/plain',
        'Mcp-Session-Id': 'c',
      };
      // A response to an unknown request is ignored.
      socket.send(JSON.stringify({ kind: 'end', id: id + 1 }));
      socket.send(JSON.stringify({ kind: 'head', id, status: 200, headers }));
      socket.send(encodeFrame({ kind: 'body', id, bytes: new TextEncoder().encode('whole') }));
      socket.send(JSON.stringify({ kind: 'end', id }));
    });
    await welcomed;
    const { headers, body } = await listTools(bridge.port);
    expect(body).toBe('whole');
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'mcp-session-id': 'c' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const names = Object.keys(headers);
    expect(
      names.filter((name) => /^(?:access-control.*|set-cookie|content-length)$/.test(name)),
    ).toEqual([]);
  });

  test('a secret in the URL is refused', async () => {
    const path = `/socket?secret=${PAGE_SECRET}`;
    expect(await openSocket(bridge.port, ownOrigin(), { path })).toBe(404);
  });
});

describe('a hosted console', () => {
  test('does not get the token, unlike our own', async () => {
    const ownOrigin = { origin: `http://127.0.0.1:${bridge.port}` };
    expect(await openSocket(bridge.port, ownOrigin)).toMatchObject({ setup: { token: TOKEN } });
    expect(await openSocket(bridge.port, { origin: HOSTED })).toMatchObject({ setup: null });
  });

  test('does not see the token in requests either', async () => {
    const headers = { origin: HOSTED };
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}/socket`, { headers });
    socket.on('open', () => socket.send(JSON.stringify(hello)));
    onTestFinished(() => socket.terminate());
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push(data.toString()));
    await eventually(() => expect(frames).toHaveLength(2));
    listTools(bridge.port, { cookie: 'a=b', 'mcp-name': 'c' }).catch(() => undefined);
    // The request and its body.
    await eventually(() => expect(frames).toHaveLength(4));
    const { headers: sentHeaders } = JSON.parse(frames[2] ?? '') as { headers: object };
    expect(Object.keys(sentHeaders).sort()).toEqual(['accept', 'content-type', 'mcp-name']);
    expect(frames.join('')).not.toContain(TOKEN);
  });

  test('needs the secret too', async () => {
    const frame = { ...hello, secret: TOKEN };
    expect(await openSocket(bridge.port, { origin: HOSTED }, { frame })).toBe(
      CLOSE_CODES.secretRefused,
    );
  });

  test('gets nothing but the socket, and no CORS headers', async () => {
    const headers = { origin: HOSTED };
    const answers = [
      await listTools(bridge.port, headers),
      await sendRequest(bridge.port, { headers }),
      await sendRequest(bridge.port, { headers, path: '/healthz' }),
      await sendRequest(bridge.port, { headers, path: '/mcp', method: 'OPTIONS' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const names = answers.flatMap((answer) => Object.keys(answer.headers));
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('may frame the console, others may not', async () => {
    const { headers } = await sendRequest(bridge.port, {});
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain(`frame-ancestors 'self' ${HOSTED}`);
    const strict = await sendRequest((await testBridge()).port, {});
    expect(strict.headers['content-security-policy']).toMatch(/; frame-ancestors 'self'$/);
    expect(strict.headers['permissions-policy']).toContain('usb=(self)');
  });
});

/** Two frames with it exceed half of `unreadBytes`, but are far below all of it. */
const largeText = 'x'.repeat(3_000_000);
const smallUnreadLimit = 10_000_000;
const largeCallBody = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back","arguments":{"text":"${largeText}"}}}`;

test('an agent that sends more than a console reads does not disconnect it', async () => {
  const { port } = await testBridge({ limits: { unreadBytes: smallUnreadLimit } });
  const headers = { origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const kinds: string[] = [];
  socket.on('message', (data: Buffer) => {
    kinds.push(/^{"kind":"(\w+)"/.exec(data.toString().slice(0, 40))?.[1] ?? '');
  });
  socket.send(JSON.stringify(hello));
  await eventually(() => expect(kinds).toContain('welcome'));
  socket.pause();
  const refused: string[] = [];
  const call = async (): Promise<void> => {
    const request = {
      method: 'POST',
      path: '/mcp',
      headers: { ...jsonHeaders, ...bearer },
      body: largeCallBody,
    };
    refused.push((await sendRequest(port, request)).body);
  };
  // The operating system buffers the first few MiB.
  const calls = Array.from({ length: 20 }, call);
  void Promise.allSettled(calls);
  await eventually(() => expect(refused.length).toBeGreaterThan(0));
  expect(refused[0]).toContain('still reading other large calls; this one was not sent');
  socket.resume();
  await eventually(() => {
    const sent = kinds.filter((kind) => kind === 'request').length;
    expect(sent + refused.length).toBe(calls.length);
  });
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('a console that does not read its pongs is closed, small as they are', async () => {
  // The responses' texts alone stay below this limit.
  const { port } = await testBridge({ limits: { unreadBytes: 16_000_000, closeMs: 60_000 } });
  const headers = { origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify(hello));
  await once(socket, 'message');
  const closed = once(socket, 'close');
  socket.pause();
  const sendPing = (): Promise<unknown> =>
    new Promise((resolve) => socket.send('{"kind":"ping"}', resolve));
  // The operating system buffers the first few hundred thousand.
  for (let sent = 0; sent < 400_000; sent += 2_000) {
    for (let more = 1; more < 2_000; more += 1) socket.send('{"kind":"ping"}');
    await sendPing();
  }
  await eventually(async () => {
    expect((await sendRequest(port, { path: '/healthz' })).body).toContain('"console":false');
  });
  socket.resume();
  expect((await closed).map(String)).toEqual(['4005', 'The page does not read what it is sent.']);
});
