import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Bridge } from './bridge-process.ts';
import { bridgeTest as test, expect } from './fixtures.ts';
import { type RawAnswer, rawRequest, socketEnd } from './raw-http.ts';

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

function postMcp(
  bridge: Bridge,
  headers: Record<string, string>,
  path = '/mcp',
): Promise<RawAnswer> {
  const all = { ...mcpHeaders, ...headers };
  return rawRequest(bridge.port, { method: 'POST', path, headers: all, body: list });
}

const bearer = ({ token }: Bridge): { authorization: string } => ({
  authorization: `Bearer ${token}`,
});

/** The console's secret, as it stands in the printed address. */
function pageSecret({ url }: Bridge): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('bridge') ?? '';
}

const hello = (secret: string): string =>
  JSON.stringify({ kind: 'hello', version: 1, secret, page: 'a-page' });

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

  test('are told which address to open while no console is', async ({ bridge, agents }) => {
    const agent = await agents('v1');
    expect(await agent.listTools()).toContain('get_screen_state');
    const { isError, text } = await agent.call('get_screen_state');
    const address = `http://127.0.0.1:${bridge.port}/`;
    expect(text).toBe(
      `No Handset console is open. Open ${address} in Chrome, the first time with the #bridge=… that the bridge printed behind it; connect a phone there, then call again.`,
    );
    expect(isError).toBe(true);
  });

  test('cannot send without end', async ({ bridge }) => {
    const body = ' '.repeat(4 * 1024 * 1024 + 1);
    const headers = { ...mcpHeaders, ...bearer(bridge) };
    const answer = rawRequest(bridge.port, { method: 'POST', path: '/mcp', headers, body });
    // The bridge answers and closes; a sender that is still writing may see the closing first.
    expect(await answer.then(({ status }) => status).catch(() => 413)).toBe(413);
    expect((await postMcp(bridge, bearer(bridge))).status).toBe(200);
  });
});

test.describe('other sites', () => {
  test('cannot come in by another name for this computer', async ({ bridge }) => {
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
    expect(await socketEnd(bridge.port, headers)).toMatchObject({ status: 403 });
  });

  test('cannot use the bridge, not even with the token', async ({ bridge }) => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'file://']) {
      const answer = await postMcp(bridge, { ...bearer(bridge), origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(await socketEnd(bridge.port, { origin })).toMatchObject({ status: 403 });
    }
  });

  test('are allowed nothing by CORS', async ({ bridge }) => {
    const origin = 'https://evil.example';
    const asked = { method: 'OPTIONS', path: '/mcp', headers: { origin } };
    const preflight = await rawRequest(bridge.port, asked);
    const names = Object.keys(preflight.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

test.describe('the socket', () => {
  const own = ({ port }: Bridge): { origin: string } => ({ origin: `http://127.0.0.1:${port}` });

  test('needs an origin and the secret of the page', async ({ bridge }) => {
    expect(await socketEnd(bridge.port, {})).toMatchObject({ status: 403 });
    expect(await socketEnd(bridge.port, own(bridge), [hello('guess')])).toMatchObject({
      code: 4001,
    });
    const withToken = [hello(bridge.token)];
    expect(await socketEnd(bridge.port, own(bridge), withToken)).toMatchObject({ code: 4001 });
  });

  test('closes on anything but a greeting', async ({ bridge }) => {
    for (const frame of ['', '{}', '[]', '{"kind":"head"}', '\u0000', '{"kind":"ping"}']) {
      const end = await socketEnd(bridge.port, own(bridge), [frame]);
      expect([frame, end.code]).toEqual([frame, 4004]);
    }
  });
});

test.describe('on this machine', () => {
  test('only this machine is listened to', async ({ bridge }) => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const outward = addresses.filter(({ internal, family }) => !internal && family === 'IPv4');
    test.skip(outward.length === 0, 'This machine has no address but its own.');
    for (const { address } of outward) {
      expect(await canConnect(bridge.port, address)).toBe(false);
    }
    expect(await canConnect(bridge.port, '127.0.0.1')).toBe(true);
  });

  test('the secrets are 256 bits each, private, and stay over a restart', async ({ bridge }) => {
    const secrets = [bridge.token, pageSecret(bridge)];
    for (const secret of secrets) {
      // Base64url holds 6 bits a character, hex 4.
      expect(secret).toMatch(/^(?:[\w-]{43}|[0-9a-f]{64})$/);
    }
    expect(secrets[0]).not.toBe(secrets[1]);
    const files = await readdir(bridge.configDir);
    expect(files).toHaveLength(1);
    const { mode } = await stat(join(bridge.configDir, files[0] ?? ''));
    expect((mode & 0o777).toString(8)).toBe('600');
    // `restart` rejects when the addresses it prints differ from the first ones.
    await bridge.restart();
    expect((await postMcp(bridge, bearer(bridge))).status).toBe(200);
  });

  test('what is served holds no secret and a policy that lets nothing out', async ({ bridge }) => {
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
      // Workers obey the policy of their own response, not the page's.
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('nothing outside the console is served', async ({ bridge }) => {
    const ways = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
    ];
    for (const path of [...ways, '//etc/passwd', '/..\\package.json', '/%00', '/%']) {
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
