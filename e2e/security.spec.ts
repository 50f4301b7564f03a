import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { RELAY_VERSION } from '#core/relay/limits.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { test as browserTest, bridgeTest as test, expect } from './fixtures.ts';
import { rawRequest, startPageHost, untilSocketCloses, type RawResponse } from './local-http.ts';

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

function postMcp(
  bridge: Bridge,
  headers: Record<string, string>,
  path = '/mcp',
): Promise<RawResponse> {
  const all = { ...mcpHeaders, ...headers };
  return rawRequest(bridge.port, { method: 'POST', path, headers: all, body: list });
}

const bearer = ({ token }: Bridge): { authorization: string } => ({
  authorization: `Bearer ${token}`,
});

/** The console's secret, from the printed URL. */
function pageSecret({ url }: Bridge): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('bridge') ?? '';
}

const hello = (secret: string): string =>
  JSON.stringify({ kind: 'hello', version: RELAY_VERSION, secret, page: 'a-page' });

test.describe('agents', () => {
  test('need the token, in the header', async ({ bridge }) => {
    expect((await postMcp(bridge, bearer(bridge))).status).toBe(200);
    const without = await postMcp(bridge, {});
    expect(without.status).toBe(401);
    expect(without.headers['www-authenticate']).toBe('Bearer realm="Handset"');
    expect(without.body).toContain('The bearer token is missing.');
    expect((await postMcp(bridge, { authorization: `Bearer ${bridge.token}x` })).status).toBe(401);
    expect((await postMcp(bridge, { authorization: `Basic ${bridge.token}` })).status).toBe(401);
    expect((await postMcp(bridge, {}, `/mcp?token=${bridge.token}`)).status).toBe(401);
    const secret = pageSecret(bridge);
    expect((await postMcp(bridge, { authorization: `Bearer ${secret}` })).status).toBe(401);
  });

  test('cannot send bodies of any size', async ({ bridge }) => {
    const body = ' '.repeat(4 * 1024 * 1024 + 1);
    const headers = { ...mcpHeaders, ...bearer(bridge) };
    const answer = rawRequest(bridge.port, { method: 'POST', path: '/mcp', headers, body });
    // The bridge responds and closes; a client that is still writing may see only the reset.
    expect(await answer.then(({ status }) => status).catch(() => 413)).toBe(413);
    expect((await postMcp(bridge, bearer(bridge))).status).toBe(200);
  });
});

test.describe('other sites', () => {
  test('cannot connect under another host name', async ({ bridge }) => {
    for (const host of [`evil.example:${bridge.port}`, 'evil.example', '127.0.0.1:1']) {
      for (const path of ['/', '/healthz', '/mcp', '/mcp/agent']) {
        const answer = await rawRequest(bridge.port, {
          path,
          headers: { host, ...bearer(bridge) },
        });
        expect([path, host, answer.status]).toEqual([path, host, 403]);
      }
    }
    const headers = {
      host: `evil.example:${bridge.port}`,
      origin: `http://127.0.0.1:${bridge.port}`,
    };
    expect(await untilSocketCloses(bridge.port, headers)).toMatchObject({ status: 403 });
  });

  test('cannot use the bridge, even with the token', async ({ bridge }) => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'file://']) {
      const answer = await postMcp(bridge, { ...bearer(bridge), origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(await untilSocketCloses(bridge.port, { origin })).toMatchObject({ status: 403 });
    }
  });

  test('get no CORS headers', async ({ bridge }) => {
    const origin = 'https://evil.example';
    const preflightRequest = { method: 'OPTIONS', path: '/mcp', headers: { origin } };
    const preflight = await rawRequest(bridge.port, preflightRequest);
    const names = Object.keys(preflight.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

/** Tries every kind of access from a page of another origin that knows all secrets. */
function tryEverything(page: Page, bridge: Bridge): Promise<unknown> {
  const { port, token } = bridge;
  const access = { address: `127.0.0.1:${port}`, token, frame: hello(pageSecret(bridge)) };
  return page.evaluate(async ({ address, token: bearerToken, frame: first }) => {
    const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => 'blocked');
    const post = (headers: Record<string, string>, mode: RequestMode): Promise<unknown> =>
      outcome(
        fetch(`http://${address}/mcp`, { method: 'POST', body: '{}', headers, mode }).then(
          (answer) => `${answer.type} ${answer.status}`,
        ),
      );
    const element = (tag: 'script' | 'img', path: string): Promise<unknown> =>
      new Promise((resolve) => {
        const made = document.createElement(tag);
        made.onload = () => resolve('loaded');
        made.onerror = () => resolve('blocked');
        made.src = `http://${address}${path}`;
        document.body.append(made);
      });
    const socket = new Promise((resolve) => {
      const opened = new WebSocket(`ws://${address}/socket`);
      opened.onopen = () => opened.send(first);
      opened.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
      opened.onerror = () => resolve('blocked');
    });
    return {
      withToken: await post({ authorization: `Bearer ${bearerToken}` }, 'cors'),
      // A simple request reaches the bridge without preflight, but without token, and its response is unreadable.
      simple: await post({ 'content-type': 'text/plain' }, 'no-cors'),
      readable: await outcome(fetch(`http://${address}/healthz`)),
      script: await element('script', '/healthz'),
      picture: await element('img', '/favicon.svg'),
      socket: await socket,
    };
  }, access);
}

/** Whether the page can show the console in a frame. */
async function canFrame(page: Page, url: string): Promise<boolean> {
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.replaceChildren(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, url);
  const [, framed] = page.frames();
  return framed !== undefined && (await framed.locator('#app').count()) === 1;
}

browserTest.describe('pages of other origins, in a real browser', () => {
  const nothing = {
    withToken: 'blocked',
    simple: 'blocked',
    readable: 'blocked',
    script: 'blocked',
    picture: 'blocked',
    socket: 'blocked',
  };

  browserTest(
    'get nothing even with all secrets; an allowed origin gets the socket',
    async ({ page }) => {
      const host = await startPageHost();
      const foreign = `http://127.0.0.1:${host.port}`;
      const allowed = `http://localhost:${host.port}`;
      const bridge = await startBridge(bridgeFile, ['--allow-origin', allowed]);
      try {
        // A page that forbids itself nothing.
        await page.goto(`${foreign}/blank`);
        expect(await tryEverything(page, bridge)).toEqual(nothing);
        expect(await canFrame(page, bridge.url)).toBe(false);
        await page.goto(`${allowed}/blank`);
        const socket: unknown = expect.objectContaining({ kind: 'welcome', setup: null });
        expect(await tryEverything(page, bridge)).toEqual({ ...nothing, socket });
        expect(await canFrame(page, bridge.url)).toBe(true);
      } finally {
        host.close();
        await bridge.stop();
      }
    },
  );

  browserTest('a rebound DNS name is rejected', async ({ page, bridge }) => {
    // Browsers resolve *.localhost to this computer, as a rebound DNS name would be.
    const answer = await page.goto(`http://evil.localhost:${bridge.port}/`);
    expect(answer?.status()).toBe(403);
    const outcome = await page.evaluate(async (token) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { status } = await fetch('/mcp', { method: 'POST', headers, body: '{}' });
      return status;
    }, bridge.token);
    expect(outcome).toBe(403);
  });

  browserTest('the console may frame itself', async ({ page, bridge }) => {
    await page.goto(bridge.url);
    expect(await canFrame(page, `${new URL(bridge.url).origin}/?phone=demo&live=off`)).toBe(true);
    const [, framed] = page.frames();
    expect(await framed?.evaluate(() => 'usb' in navigator)).toBe(true);
  });
});

test.describe('the socket', () => {
  const own = ({ port }: Bridge): { origin: string } => ({ origin: `http://127.0.0.1:${port}` });

  test('needs an origin and the secret of the page', async ({ bridge }) => {
    expect(await untilSocketCloses(bridge.port, {})).toMatchObject({ status: 403 });
    expect(await untilSocketCloses(bridge.port, own(bridge), [hello('guess')])).toMatchObject({
      code: 4001,
    });
    const withToken = [hello(bridge.token)];
    expect(await untilSocketCloses(bridge.port, own(bridge), withToken)).toMatchObject({
      code: 4001,
    });
  });

  test('closes on any first frame but hello', async ({ bridge }) => {
    for (const frame of ['', '{}', '[]', '{"kind":"head"}', '\u0000', '{"kind":"ping"}']) {
      const end = await untilSocketCloses(bridge.port, own(bridge), [frame]);
      expect([frame, end.code]).toEqual([frame, 4004]);
    }
  });
});

test.describe('on this machine', () => {
  test('the bridge listens on loopback only', async ({ bridge }) => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family, scopeid } of addresses) {
      // A link-local IPv6 address needs an interface name; Node reports a number.
      if (family === 'IPv6' && scopeid !== 0) continue;
      const isLoopback = address === '127.0.0.1' || address === '::1';
      expect([address, await canConnect(bridge.port, address)]).toEqual([address, isLoopback]);
    }
  });

  test('the secrets have 256 bits, are private, and survive a restart', async ({ bridge }) => {
    const secrets = [bridge.token, pageSecret(bridge)];
    for (const secret of secrets) {
      // Base64url has 6 bits per character, hex 4.
      expect(secret).toMatch(/^(?:[\w-]{43}|[0-9a-f]{64})$/);
    }
    expect(secrets[0]).not.toBe(secrets[1]);
    const files = await readdir(bridge.configDir);
    expect(files).toHaveLength(1);
    const { mode } = await stat(join(bridge.configDir, files[0] ?? ''));
    expect((mode & 0o777).toString(8)).toBe('600');
    // `restart` rejects if the printed addresses change.
    await bridge.restart();
    expect((await postMcp(bridge, bearer(bridge))).status).toBe(200);
  });

  test('responses contain no secret, and a CSP that blocks other hosts', async ({ bridge }) => {
    const dist = join(import.meta.dirname, '..', 'dist');
    const names = await readdir(dist, { recursive: true, withFileTypes: true });
    const paths = names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const folder = entry.parentPath.slice(dist.length);
        return `${folder}/${entry.name}`.replaceAll('\\', '/');
      });
    for (const path of ['/', ...paths]) {
      const { status, headers, body } = await rawRequest(bridge.port, { path });
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toContain(bridge.token);
      expect(body).not.toContain(pageSecret(bridge));
      // Workers obey the CSP of their own response, not the page's.
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('nothing outside the console is served', async ({ bridge }) => {
    const traversals = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
    ];
    for (const path of [...traversals, '//etc/passwd', '/..\\package.json', '/%00', '/%']) {
      const { status, body } = await rawRequest(bridge.port, { path });
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('"name"');
    }
    expect(await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')).toContain(
      '"name"',
    );
  });
});

function canConnect(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 });
    const end = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
  });
}
