import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunningBridge } from '../bridge.ts';
import { PAGE_SECRET, sendRequest, temporaryFolder, testBridge, TOKEN } from '../testing/bridge.ts';

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

describe('the console', () => {
  test('is served without caching and without a secret', async () => {
    const { status, headers, body } = await sendRequest(bridge.port, {});
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
      const { headers } = await sendRequest(bridge.port, { path });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    },
  );

  test('inline code is allowed by its hash only', async () => {
    const page = '<style>a{}</style><script>go()</script><script src="x.js"></script>';
    await writeFile(join(folder, 'dist', 'index.html'), page);
    const hashOf = (text: string): string =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const { headers } = await sendRequest(bridge.port, {});
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain(`script-src 'self' ${hashOf('go()')}`);
    expect(policy).toContain(`style-src 'self' ${hashOf('a{}')}`);
    const script = await sendRequest(bridge.port, { path: '/assets/worker-1.js' });
    expect(script.headers['content-security-policy']).not.toContain('sha256');
  });

  test('the hashes also match a page with Windows line ends', async () => {
    const page = '<script>\r\n  go();\r\n</script>';
    await writeFile(join(folder, 'dist', 'index.html'), page);
    const { headers } = await sendRequest(bridge.port, {});
    // Browsers normalise line ends before they hash the inline script.
    const hash = createHash('sha256').update('\n  go();\n').digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  test('hashed files may be cached permanently', async () => {
    const { headers } = await sendRequest(bridge.port, { path: '/assets/worker-1.js?x=1' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('HEAD has no body, spaces are decoded', async () => {
    const { status, headers, body } = await sendRequest(bridge.port, {
      method: 'HEAD',
      path: '/a%20b.svg',
    });
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
  ])('%s is not found', async (path) => {
    const { status, body } = await sendRequest(bridge.port, { path });
    expect([status, body]).toEqual([404, 'There is nothing at this address.\n']);
  });

  test('a file that a build adds is found', async () => {
    await sendRequest(bridge.port, {});
    await writeFile(join(folder, 'dist', 'new.js'), 'new');
    expect((await sendRequest(bridge.port, { path: '/new.js' })).body).toBe('new');
  });

  test.each(['/evil.js', '/assets/worker-1.js', '/mcp/x', '/healthz', '/service-worker.js/'])(
    'a foreign service worker at %s is unregistered',
    async (path) => {
      const headers = { 'service-worker': 'script' };
      const sent = await sendRequest(bridge.port, { path, headers });
      expect(sent.status).toBe(200);
      expect(sent.headers['content-type']).toMatch(/^text\/javascript/);
      expect(sent.body).toContain('registration.unregister()');
      await writeFile(join(folder, 'dist', 'service-worker.js'), 'keep()');
      const own = await sendRequest(bridge.port, { path: '/service-worker.js', headers });
      expect(own.body).toBe('keep()');
    },
  );

  test('only GET and HEAD are served', async () => {
    expect((await sendRequest(bridge.port, { method: 'PUT' })).status).toBe(405);
  });

  test('health contains no secret', async () => {
    const { body } = await sendRequest(bridge.port, { path: '/healthz' });
    for (const secret of [TOKEN, PAGE_SECRET]) expect(body).not.toContain(secret);
    expect(body).toMatch(
      /^\{"name":"handset","version":"\d+\.\d+\.\d+","toolPrefix":"","allTools":false,"screenReader":true,"allowedOrigins":\[\],"allowAdb":false,"files":false,"startedAtEpochMs":\d+,"console":false,"consoles":\[\]\}$/,
    );
  });
});
