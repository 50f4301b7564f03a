import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CLOSE, MAX_BODY_BYTES, RELAY_VERSION } from '../../core/relay/limits.ts';
import type { RunningBridge } from './http.ts';
import { PAGE_SECRET, TOKEN, eventually, temporaryFolder, testBridge } from './testing/bridge.ts';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let bridge: RunningBridge;
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<h1>Console</h1>');
  await writeFile(join(dist, 'assets', 'worker-1.js'), 'work()');
  await writeFile(join(dist, 'a b.svg'), '<svg/>');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  bridge = await testBridge({ consoleFolder: dist });
});

/** A request as it is written here: no client that tidies paths or headers stands between. */
function ask({ method = 'GET', path = '/', headers = {}, body = '' }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { port } = bridge;
    const sent = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      const { statusCode: status, headers: got } = response;
      text(response).then((content) => resolve({ status, headers: got, body: content }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bearer = { authorization: `Bearer ${TOKEN}` };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** A tools/list that would be answered, with other headers. */
function list(headers: Record<string, string>, path = '/mcp'): Promise<Answered> {
  return ask({ method: 'POST', path, headers: { ...json, ...bearer, ...headers }, body: LIST });
}

const port = '{port}';
const filled = (value: string): string => value.replace(port, String(bridge.port));

describe('Host and Origin', () => {
  test.each([
    ['127.0.0.1:{port}', 200],
    ['localhost:{port}', 200],
    ['LOCALHOST:{port}', 200],
    ['evil.example:{port}', 403],
    ['127.0.0.1.evil.example:{port}', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
    ['[::1]:{port}', 403],
    ['0.0.0.0:{port}', 403],
  ])('Host %s gets %i, on every path', async (host, status) => {
    const headers = { host: filled(host) };
    const answers = [
      await list(headers),
      await ask({ headers }),
      await ask({ headers, path: '/healthz' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  });

  test.each([
    ['http://127.0.0.1:{port}', 200],
    ['http://localhost:{port}', 200],
    ['https://127.0.0.1:{port}', 403],
    ['http://127.0.0.1', 403],
    ['http://127.0.0.1:{port}.evil.example', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
  ])('Origin %s gets %i', async (origin, status) => {
    expect((await list({ origin: filled(origin) })).status).toBe(status);
  });

  test('a refusal says what was wrong, in plain letters, and allows no site anything', async () => {
    const { body, headers } = await list({ origin: 'https://evil.example/"\t<b>' });
    expect(body).toBe('Origin "https://evil.example/\\"\\t<b>" may not use this bridge.\n');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a preflight is answered without leave', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await ask({ method: 'OPTIONS', path: '/mcp', headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.includes('allow-origin'))).toEqual([]);
  });

  test('a request without a Host is refused', async () => {
    const socket = connect(bridge.port, '127.0.0.1');
    socket.end('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('the bearer token', () => {
  test.each([
    [`Bearer ${TOKEN}`, 200],
    [`bearer ${TOKEN}`, 200],
    ['', 401],
    [TOKEN, 401],
    [`Basic ${TOKEN}`, 401],
    ['Bearer ', 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${TOKEN.slice(0, -1)}`, 401],
    [`Bearer ${PAGE_SECRET}`, 401],
  ])('%s gets %i', async (authorization, status) => {
    expect((await list({ authorization })).status).toBe(status);
  });

  test('a missing one is asked for, and it is said where it is', async () => {
    const { status, headers, body } = await ask({
      method: 'POST',
      path: '/mcp',
      headers: json,
      body: LIST,
    });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Handset"']);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message: 'The bearer token is missing. It is in the test.' },
    });
  });

  test('a wrong one is named wrong', async () => {
    const { headers, body } = await list({ authorization: 'Bearer nope' });
    expect(headers['www-authenticate']).toBe('Bearer realm="Handset", error="invalid_token"');
    expect(body).toContain('The bearer token is wrong.');
  });

  test.each(['?token=', '?access_token='])('it does not count in %s', async (where) => {
    const path = `/mcp${where}${TOKEN}`;
    expect((await ask({ method: 'POST', path, headers: json, body: LIST })).status).toBe(401);
  });
});

describe('requests to /mcp', () => {
  test.each([
    ['/mcp/claude', 200],
    ['/mcp/', 404],
    ['/mcp/a/b', 404],
    ['/mcp/%2e%2e', 404],
    ['/mcp%2fclaude', 405],
    [`/mcp/${'x'.repeat(65)}`, 404],
  ])('%s gets %i', async (path, status) => {
    expect((await list({}, path)).status).toBe(status);
  });

  test.each(['GET', 'DELETE'])('%s is not served', async (method) => {
    const { status, headers } = await ask({ method, path: '/mcp', headers: bearer });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  test('a body that is no JSON is refused', async () => {
    const headers = { ...json, ...bearer };
    const { status, body } = await ask({ method: 'POST', path: '/mcp', headers, body: '{' });
    expect([status, body]).toEqual([
      400,
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"The body is not JSON."},"id":null}',
    ]);
  });

  test('a body that claims to be too large is refused unread', async () => {
    const headers = { ...json, ...bearer, 'content-length': String(MAX_BODY_BYTES + 1) };
    const status = await new Promise((resolve) => {
      const sent = httpRequest(
        { port: bridge.port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers },
        (response) => resolve(response.statusCode),
      );
      sent.on('error', () => undefined);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('a body that grows too large without saying so is refused', async () => {
    const headers = { ...json, ...bearer, 'transfer-encoding': 'chunked' };
    const status = await new Promise((resolve) => {
      const sent = httpRequest(
        { port: bridge.port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers },
        (response) => resolve(response.statusCode),
      );
      sent.on('error', () => undefined);
      sent.write('x'.repeat(MAX_BODY_BYTES));
      sent.write('xx');
    });
    expect(status).toBe(413);
  });
});

describe('the console', () => {
  test('is served with its policy, never stored where a secret could stick', async () => {
    const { status, headers, body } = await ask({});
    expect([status, body, headers['content-type']]).toEqual([
      200,
      '<h1>Console</h1>',
      'text/html; charset=utf-8',
    ]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).not.toContain(PAGE_SECRET);
  });

  test.each(['/', '/assets/worker-1.js', '/nothing', '/healthz', '/mcp'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await ask({ path });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    },
  );

  test('hashed files may be kept for good', async () => {
    const { headers } = await ask({ path: '/assets/worker-1.js?x=1' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('HEAD has no body, spaces are decoded', async () => {
    const { status, headers, body } = await ask({ method: 'HEAD', path: '/a%20b.svg' });
    expect([status, headers['content-length'], body]).toEqual([200, '6', '']);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/%00/../secret.txt',
    '/link.txt',
    '/%',
    '/assets',
    '/assets/',
    'http://evil.example/../secret.txt',
  ])('%s leads nowhere', async (path) => {
    const { status, body } = await ask({ path });
    expect([status, body]).toEqual([404, 'There is nothing here.\n']);
  });

  test('a file that a build adds is found', async () => {
    await ask({});
    await writeFile(join(folder, 'dist', 'new.js'), 'new');
    expect((await ask({ path: '/new.js' })).body).toBe('new');
  });

  test('only reading is served', async () => {
    expect((await ask({ method: 'PUT' })).status).toBe(405);
  });

  test('health tells no secret', async () => {
    const { body } = await ask({ path: '/healthz' });
    expect(body).toMatch(/^\{"name":"handset","version":"\d+\.\d+\.\d+","console":false\}$/);
  });
});

describe('the socket', () => {
  const hello = { kind: 'hello', version: RELAY_VERSION, secret: PAGE_SECRET, page: 'p' };

  /** The status that refused the upgrade, or the code that closed the socket after this first frame. */
  function knock(headers: Record<string, string>, frame: unknown, path = '/socket') {
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}${path}`, { headers });
    return new Promise((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('open', () =>
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      );
      socket.on('message', () => resolve('welcome'));
      socket.on('close', resolve);
      socket.on('error', () => undefined);
    }).finally(() => socket.terminate());
  }

  const own = () => ({ origin: `http://127.0.0.1:${bridge.port}` });

  test.each<[Record<string, string>, unknown]>([
    [{ origin: 'http://127.0.0.1:{port}' }, 'welcome'],
    [{ origin: 'http://localhost:{port}' }, 'welcome'],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://localhost:5173' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'chrome-extension://abcdef' }, 403],
    [{}, 403],
    [{ origin: 'http://127.0.0.1:{port}', host: 'evil.example:{port}' }, 403],
    [{ origin: 'http://evil.example:{port}', host: 'evil.example:{port}' }, 403],
  ])('an upgrade with %j gets %s', async (headers, outcome) => {
    const sent: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) sent[name] = filled(value);
    expect(await knock(sent, hello)).toBe(outcome);
  });

  test.each([
    ['a wrong secret', { ...hello, secret: 'x'.repeat(43) }, CLOSE.secretRefused],
    ['an empty secret', { ...hello, secret: '' }, CLOSE.secretRefused],
    ["the agents' token", { ...hello, secret: TOKEN }, CLOSE.secretRefused],
    ['another version', { ...hello, version: 99 }, CLOSE.otherVersion],
    ['no JSON', 'hello', CLOSE.badFrame],
    ['an answer before the hello', { kind: 'end', id: 1 }, CLOSE.badFrame],
    [
      'a header with a long name',
      { kind: 'head', id: 1, status: 200, headers: { ['a'.repeat(200)]: 5 } },
      CLOSE.badFrame,
    ],
  ])('%s is turned away', async (_, frame, code) => {
    expect(await knock(own(), frame)).toBe(code);
  });

  test.each([
    ['a second head', [{}, {}]],
    ['a header that HTTP does not know', [{ 'a b': 'c' }]],
  ])('%s ends that answer, and nothing else', async (_, heads) => {
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}/socket`, { headers: own() });
    socket.on('open', () => socket.send(JSON.stringify(hello)));
    const frames: unknown[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
    await eventually(() => expect(frames).toHaveLength(1));
    const answer = list({});
    answer.catch(() => undefined);
    await eventually(() => expect(frames).toMatchObject([{}, { kind: 'request', id: 1 }]));
    for (const headers of heads) {
      socket.send(JSON.stringify({ kind: 'head', id: 1, status: 200, headers }));
    }
    await expect(answer).rejects.toThrow();
    expect(JSON.parse((await ask({ path: '/healthz' })).body)).toMatchObject({ console: true });
    socket.terminate();
  });

  test('a secret in the address is no way in', async () => {
    expect(await knock(own(), hello, `/socket?secret=${PAGE_SECRET}`)).toBe(404);
  });
});
