/** The console offline: the cached build, and its replacement by a new one. */
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { writeServiceWorker } from '#app/build/vite-plugins.ts';
import { type StaticHost, startStaticHost } from './local-http.ts';

test.use({ live: 'on' });

test.use({ serviceWorkers: 'allow' });

const subPath = '/some/where/';
const builtFolder = join(import.meta.dirname, '..', 'dist');

/** Waits until the build is cached and its service worker controls the page. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    }
  });
}

/** The number of cached builds. */
async function cachedBuilds(page: Page): Promise<number> {
  return await page.evaluate(async () => (await caches.keys()).length);
}

async function useDemoPhone(page: Page): Promise<void> {
  await page.getByTestId('connect-demo').click();
  await waitForPhone(page);
  await expect(page.getByTestId('screen-picture')).toBeVisible();
}

/** Starts a host on the same port, hence the same origin, with the files of another folder. */
async function restartHost(host: StaticHost, from: string): Promise<StaticHost> {
  return await startStaticHost(subPath, {
    servedFolder: from,
    port: Number(new URL(host.origin).port),
  });
}

test('loads without its host, and the demo phone works', async ({ page, context, pageErrors }) => {
  const host = await startStaticHost(subPath);
  const url = `${host.origin}${subPath}`;
  await page.goto(url);
  await waitUntilCached(page);
  host.close();

  await page.goto(`${url}?anything=else`);
  await useDemoPhone(page);
  // Panels that were never opened load too.
  for (const name of ['Tools', 'Timeline', 'Logs', 'Agents']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('tabpanel').getByTestId('problem')).toHaveCount(0);
  }
  for (const other of ['bridge.html', 'agent.html']) {
    const tab = await context.newPage();
    await tab.goto(url + other);
    await expect(tab.locator('main')).toBeVisible();
    await tab.close();
  }
  const server = await page.evaluate(async () => {
    const paths = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    const requests = (await Promise.all(paths)).flat();
    const jar = requests.find(({ url }) => url.includes('scrcpy-server-'));
    return jar === undefined ? 'none' : (await fetch(jar.url)).status;
  });
  expect(['none', 200]).toContain(server);
  expect(pageErrors.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});

/** Copies the build, with another name for its entry script, as after any change; returns the folder. */
async function nextBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-build-'));
  await cp(builtFolder, folder, { recursive: true });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const [, entry = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
  await rename(join(folder, entry), join(folder, 'assets', 'index-next.js'));
  const next = page.replaceAll(entry, 'assets/index-next.js').replace('<html', '<html data-next');
  await writeFile(join(folder, 'index.html'), next);
  // Removes chunks, as a new build with other names does.
  const assets = await readdir(join(folder, 'assets'));
  for (const name of assets.filter((each) => /^(?:Timeline|Logs)Panel/.test(each))) {
    await rm(join(folder, 'assets', name));
  }
  await writeServiceWorker(folder);
  return folder;
}

test(
  'a new build replaces the old one, and open tabs are told to reload',
  { tag: '@more' },
  async ({ page, context }) => {
    const host = await startStaticHost(subPath);
    const url = `${host.origin}${subPath}`;
    await page.goto(url);
    await waitUntilCached(page);
    await useDemoPhone(page);
    host.close();

    const folder = await nextBuild();
    const next = await restartHost(host, folder);
    const other = await context.newPage();
    try {
      // A new tab loads the new page from the network and caches its build; the old tab is notified.
      await other.goto(url);
      await expect(other.locator('html')).toHaveAttribute('data-next', '');
      // Chromium looks for a new service worker some time after the load, and that caches the whole build.
      await expect(page.getByTestId('update-note')).toContainText('A new version is ready.', {
        timeout: 90_000,
      });
      await expect(other.getByTestId('update-note')).toHaveCount(0);
      await expect.poll(async () => await cachedBuilds(page)).toBe(1);

      // What the old tab has loaded goes on working; for the rest it says what to do.
      await expect(page.getByTestId('screen-picture')).toBeVisible();
      await page.getByRole('tab', { name: /^Timeline/ }).click();
      await expect(page.getByRole('tabpanel').getByTestId('problem')).toContainText('reload');

      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-next', '');
      await expect(page.getByTestId('update-note')).toHaveCount(0);
    } finally {
      next.close();
      await rm(folder, { recursive: true });
    }
  },
);

/** The number of cached files, and of those replaced by `corruptCache`. */
async function cacheState(
  page: Page,
): Promise<{ readonly spoiled: number; readonly files: number }> {
  return await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0] ?? '');
    const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    const texts = await Promise.all(found.map(async (response) => await response?.text()));
    return { spoiled: texts.filter((text) => text === 'spoiled').length, files: texts.length };
  });
}

/** Corrupts the cached build: deletes the styles and overwrites the scripts. */
async function corruptCache(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0] ?? '');
    for (const { url } of await cache.keys()) {
      if (url.endsWith('.css')) await cache.delete(url);
      if (url.endsWith('.js')) await cache.put(url, new Response('spoiled'));
    }
  });
}

test(
  'a corrupted cached build is never used, and is repaired',
  { tag: '@more' },
  async ({ page }) => {
    const host = await startStaticHost(subPath);
    const url = `${host.origin}${subPath}`;
    await page.goto(url);
    await waitUntilCached(page);
    const before = await cacheState(page);
    await corruptCache(page);
    expect((await cacheState(page)).spoiled).toBeGreaterThan(5);
    // Twice: the first load removes the corrupted files, the second finds them missing.
    for (const _ of [1, 2]) {
      await page.goto(url);
      await useDemoPhone(page);
    }
    await expect.poll(async () => (await cacheState(page)).files).toBe(before.files);
    host.close();
    await page.goto(url);
    await useDemoPhone(page);
  },
);

test(
  'a new page whose build cannot be cached does not ask for a reload',
  { tag: '@more' },
  async ({ page, context }) => {
    const host = await startStaticHost(subPath);
    const url = `${host.origin}${subPath}`;
    await page.goto(url);
    await waitUntilCached(page);
    host.close();
    const folder = await nextBuild();
    // Caching fails, as on a full disk: the new service worker is never installed.
    await rm(join(folder, 'favicon.ico'));
    const next = await restartHost(host, folder);
    try {
      const other = await context.newPage();
      await other.goto(url);
      await expect(other.locator('html')).toHaveAttribute('data-next', '');
      await expect.poll(() => next.requests).toContain(`${subPath}favicon.ico`);
      await expect(other.getByTestId('connect-demo')).toBeVisible();
      // Messages are answered in order: once this one is answered, the page's own has been too.
      const isKnown = await other.evaluate(askServiceWorker);
      expect(isKnown).toBe(false);
      await expect(other.getByTestId('update-note')).toHaveCount(0);
      await expect(page.getByTestId('update-note')).toHaveCount(0);
      expect(await cachedBuilds(page)).toBe(1);
    } finally {
      next.close();
      await rm(folder, { recursive: true });
    }
  },
);

/** Asks the service worker whether the page's script is the newest. */
async function askServiceWorker(): Promise<unknown> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  const { port1, port2 } = new MessageChannel();
  return await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller?.postMessage({ kind: 'is-newest', script }, [port2]);
  });
}

/** Starts a site whose service worker answers for the whole origin from then on. */
async function startSquatter(port: number): Promise<Server> {
  const script = `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith(new Response('squatted')));`;
  const server = createServer(({ url }, response) => {
    const isScript = url === '/squatter.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<h1>squatter</h1>');
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

test(
  'the bridge removes the service worker of a program that used its port before',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await bridge.pause();
    const squatter = await startSquatter(bridge.port);
    await page.goto(bridge.url);
    await page.evaluate(async () => await navigator.serviceWorker.register('/squatter.js'));
    await waitUntilCached(page);
    squatter.closeAllConnections();
    squatter.close();
    await bridge.resume();

    await page.goto('about:blank');
    await page.goto(bridge.url);
    await expect(page.locator('body')).toHaveText('squatted');
    // Browsers check for a new version some time after a visit.
    await expect(async () => {
      await page.goto('about:blank');
      await page.goto(bridge.url);
      await expect(page.getByTestId('connect-demo')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await waitForBridge(page);
  },
);

test(
  'works under the CSP of the bridge, and does not intercept its endpoints',
  { tag: '@more' },
  async ({ page, bridge, agents, pageErrors }) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo' }));
    await Promise.all([waitForPhone(page), waitForBridge(page), waitUntilCached(page)]);
    const agent = await agents('v1');
    expect((await agent.call('get_screen_state')).isError).toBe(false);
    const passed = await page.evaluate(async () => {
      const statuses = ['healthz', 'mcp'].map(async (path) => (await fetch(path)).status);
      return await Promise.all(statuses);
    });
    expect(passed).toEqual([200, 401]);
    expect(pageErrors.filter((text) => !text.includes('401'))).toEqual([]);

    await bridge.pause();
    await page.reload();
    await waitForPhone(page);
    await bridge.resume();
  },
);
