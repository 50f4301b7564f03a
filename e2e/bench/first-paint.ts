/**
 * How soon the console appears on a first visit with an empty cache, with the network and CPU
 * throttling that Lighthouse calls "slow 4G" and "4x slowdown". The host gzips text files, as static
 * hosts do.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from '@playwright/test';
import { launchOptions } from '../chromium.ts';
import { freePort } from '../free-port.ts';
import { hostedFile } from '../static-host.ts';
import { median } from './timing.ts';

/** The result is the median of this many visits. */
export const visits = 5;

/** Lighthouse's mobile slow 4G: 1.6 Mb/s down, 0.75 Mb/s up, 150 ms round trip. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** The DevTools settings that Lighthouse uses for it: DevTools delays requests, not round trips, so the latency is 3.75 times as long. */
const lighthouseLine = {
  ...line,
  latency: 150 * 3.75,
  downloadThroughput: line.downloadThroughput * 0.9,
  uploadThroughput: line.uploadThroughput * 0.9,
};
const cpuSlowdown = 4;

/** Medians in ms since navigation start. */
export interface FirstSight {
  readonly name: string;
  readonly paintMs: number;
  readonly contentMs: number;
  /** When the demo phone's button is enabled. */
  readonly readyMs: number;
}

type Line = typeof line;
type Sight = Omit<FirstSight, 'name'>;

/** Times first visits with both network settings. */
export async function timeFirstSight(): Promise<FirstSight[]> {
  const host = await packedHost();
  const browser = await chromium.launch(launchOptions);
  try {
    return [
      { name: 'slow 4G, 150 ms a request', ...(await sightOver(browser, host.url, line)) },
      {
        name: 'slow 4G as Lighthouse, 563 ms',
        ...(await sightOver(browser, host.url, lighthouseLine)),
      },
    ];
  } finally {
    await browser.close();
    host.close();
  }
}

async function sightOver(browser: Browser, url: string, over: Line): Promise<Sight> {
  const sights: Sight[] = [];
  for (let visit = 0; visit < visits; visit++) sights.push(await visitOnce(browser, url, over));
  const of = (key: keyof Sight): number => median(sights.map((sight) => sight[key]));
  return { paintMs: of('paintMs'), contentMs: of('contentMs'), readyMs: of('readyMs') };
}

async function visitOnce(browser: Browser, url: string, over: Line): Promise<Sight> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', over);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(watchForButton);
    await page.goto(url);
    await page.waitForFunction(() => 'readyMs' in window);
    return await readSight(page);
  } finally {
    await context.close();
  }
}

/** Records when the button is enabled. A string, since tsx adds helper names to functions that the page lacks. */
const watchForButton = `
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-testid="connect-demo"]:not(:disabled)') === null) return;
    window.readyMs = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
`;

async function readSight(page: Page): Promise<Sight> {
  // Paint entries may arrive later.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length === 2);
  return await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity,
    contentMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    readyMs: Number(Reflect.get(window, 'readyMs')),
  }));
}

/** Serves the built console with gzipped text files. */
async function packedHost(): Promise<{ readonly url: string; close(): void }> {
  const port = await freePort();
  const server = createServer((request, response) => {
    void hostedFile(new URL(request.url ?? '/', 'http://host').pathname, '/').then((file) => {
      if (file === null) {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('content-type', file.contentType);
      if (/^(?:text|image\/svg)/.test(file.contentType)) {
        response.setHeader('content-encoding', 'gzip').end(gzipSync(file.body));
      } else response.end(file.body);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
