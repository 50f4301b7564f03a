import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#core/relay/limits.ts';
import {
  bearer,
  jsonHeaders,
  LIST_TOOLS,
  listTools,
  PAGE_SECRET,
  sendRequest,
  temporaryFolder,
  testBridge,
  TOKEN,
} from './testing/bridge.ts';
import type { RunningBridge } from './bridge.ts';

let bridge: RunningBridge;

beforeEach(async () => {
  const consoleFolder = await temporaryFolder();
  await writeFile(join(consoleFolder, 'index.html'), '<h1>Console</h1>');
  bridge = await testBridge({ consoleFolder });
});

const port = '{port}';
const withPort = (value: string): string => value.replace(port, String(bridge.port));

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
    ['[::1]:{port}', 200],
    ['[::1]', 403],
    ['[::2]:{port}', 403],
    ['::1:{port}', 403],
    ['0.0.0.0:{port}', 403],
  ])('Host %s gets %i, on every path', async (host, status) => {
    const headers = { host: withPort(host) };
    const answers = [
      await listTools(bridge.port, headers),
      await sendRequest(bridge.port, { headers }),
      await sendRequest(bridge.port, { headers, path: '/healthz' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  });

  test.each([
    ['http://127.0.0.1:{port}', 200],
    ['http://localhost:{port}', 200],
    ['http://[::1]:{port}', 200],
    ['https://127.0.0.1:{port}', 403],
    ['http://127.0.0.1', 403],
    ['http://127.0.0.1:{port}.evil.example', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
  ])('Origin %s gets %i', async (origin, status) => {
    expect((await listTools(bridge.port, { origin: withPort(origin) })).status).toBe(status);
  });

  test('a refusal says what was wrong, in plain letters, and allows no site anything', async () => {
    const { body, headers } = await listTools(bridge.port, {
      origin: 'https://evil.example/"\t<b>',
    });
    expect(body).toBe('Origin "https://evil.example/\\"\\t<b>" may not use this bridge.\n');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['\x1b[2J', '\x9b2J', '\xe9'])('a refusal repeats no %j', async (value) => {
    const socket = connect(bridge.port, '127.0.0.1');
    socket.end(
      Buffer.from(
        `GET / HTTP/1.1\r\nHost: localhost:${bridge.port}\r\nOrigin: ${value}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    );
    // Node itself refuses characters that headers must not contain.
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[03] [ -~\r\n]*$/);
  });

  test('two Hosts are refused, in either order', async () => {
    const own = `localhost:${bridge.port}`;
    for (const host of [`${own}\r\nHost: evil.example`, `evil.example\r\nHost: ${own}`]) {
      const socket = connect(bridge.port, '127.0.0.1');
      socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  test('an offer of HTTP/2 is ignored; Node versions that emit it as an upgrade refuse it with the reason', async () => {
    const socket = connect(bridge.port, '127.0.0.1');
    socket.end(
      `GET /healthz HTTP/1.1\r\nHost: localhost:${bridge.port}\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(
      /^HTTP\/1\.1 (?:200 [^]*"handset"|400 [^]*without the Upgrade header)/,
    );
  });

  test('a refused body is read past, up to the largest that any may be', async () => {
    const refused = (length: number): string =>
      `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${length}\r\n\r\n`;
    const patientClient = connect(bridge.port, '127.0.0.1');
    patientClient.write(refused(100_000));
    patientClient.write(Buffer.alloc(100_000));
    patientClient.end(
      `GET /healthz HTTP/1.1\r\nHost: localhost:${bridge.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(await text(patientClient)).toMatch(/^HTTP\/1\.1 403 [^]*HTTP\/1\.1 200 /);
    const endlessClient = connect(bridge.port, '127.0.0.1');
    endlessClient.on('error', () => undefined);
    endlessClient.write(refused(100 * MAX_BODY_BYTES));
    endlessClient.write(Buffer.alloc(MAX_BODY_BYTES + 1));
    // The bridge disconnects, which a client may notice before the response.
    await new Promise((resolve) => endlessClient.resume().on('close', resolve));
  });

  test('a preflight gets no CORS headers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await sendRequest(bridge.port, { method: 'OPTIONS', path: '/mcp', headers });
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
    expect((await listTools(bridge.port, { authorization })).status).toBe(status);
  });

  test('a missing one is refused with where to find it', async () => {
    const { status, headers, body } = await sendRequest(bridge.port, {
      method: 'POST',
      path: '/mcp',
      headers: jsonHeaders,
      body: LIST_TOOLS,
    });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Handset"']);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message: 'The bearer token is missing. It is in the test.' },
    });
  });

  test('a wrong one is reported as invalid_token', async () => {
    const { headers, body } = await listTools(bridge.port, { authorization: 'Bearer nope' });
    expect(headers['www-authenticate']).toBe('Bearer realm="Handset", error="invalid_token"');
    expect(body).toContain('The bearer token is wrong.');
  });

  test.each(['?token=', '?access_token='])('it does not count in %s', async (query) => {
    const path = `/mcp${query}${TOKEN}`;
    expect(
      (
        await sendRequest(bridge.port, {
          method: 'POST',
          path,
          headers: jsonHeaders,
          body: LIST_TOOLS,
        })
      ).status,
    ).toBe(401);
  });
});

test.each([
  ['a'.repeat(21), false],
  ['a'.repeat(22), true],
  ['Az-_09'.repeat(10), true],
  ['a'.repeat(65), false],
  ['a'.repeat(30) + '%20', false],
])('health proves itself to the challenge %s: %s', async (challenge, isProved) => {
  const { body } = await sendRequest(bridge.port, { path: `/healthz?challenge=${challenge}` });
  expect('proof' in (JSON.parse(body) as object)).toBe(isProved);
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
    expect((await listTools(bridge.port, {}, path)).status).toBe(status);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is not served',
    async (method) => {
      const { status, headers } = await sendRequest(bridge.port, {
        method,
        path: '/mcp',
        headers: bearer,
      });
      expect([status, headers.allow]).toEqual([405, 'POST']);
    },
  );

  test.each(['/', '/healthz'])('%s allows only GET and HEAD', async (path) => {
    for (const method of ['POST', 'TRACE']) {
      const { status, headers } = await sendRequest(bridge.port, { method, path });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('a body that is no JSON is refused', async () => {
    const headers = { ...jsonHeaders, ...bearer };
    const { status, body } = await sendRequest(bridge.port, {
      method: 'POST',
      path: '/mcp',
      headers,
      body: '{',
    });
    expect([status, body]).toEqual([
      400,
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"The body is not JSON."},"id":null}',
    ]);
  });

  test('a deeply nested body is refused like any other that is no request', async () => {
    const headers = { ...jsonHeaders, ...bearer };
    const body = '['.repeat(200_000) + ']'.repeat(200_000);
    const request = { method: 'POST', path: '/mcp', headers, body };
    expect((await sendRequest(bridge.port, request)).status).toBe(400);
  });

  test('a body of the largest size is read', async () => {
    const headers = { ...jsonHeaders, ...bearer };
    const body = LIST_TOOLS.padEnd(MAX_BODY_BYTES, ' ');
    const request = { method: 'POST', path: '/mcp', headers, body };
    expect((await sendRequest(bridge.port, request)).status).toBe(200);
  });

  test('a body that claims to be too large is refused unread', async () => {
    const headers = { ...jsonHeaders, ...bearer, 'content-length': String(MAX_BODY_BYTES + 1) };
    const status = await new Promise((resolve) => {
      const clientRequest = httpRequest(
        { port: bridge.port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers },
        (response) => resolve(response.statusCode),
      );
      clientRequest.on('error', () => undefined);
      clientRequest.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('a chunked body over the limit is refused', async () => {
    const headers = { ...jsonHeaders, ...bearer, 'transfer-encoding': 'chunked' };
    const status = await new Promise((resolve) => {
      const clientRequest = httpRequest(
        { port: bridge.port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers },
        (response) => resolve(response.statusCode),
      );
      clientRequest.on('error', () => undefined);
      clientRequest.write('x'.repeat(MAX_BODY_BYTES));
      clientRequest.write('xx');
    });
    expect(status).toBe(413);
  });
});
