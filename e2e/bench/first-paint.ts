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
import { hostedFile } from '../local-http.ts';
import { median } from './timing.ts';

/** The result is the median of this many visits. */
export const visits = 5;

/** Lighthouse's mobile slow 4G: 1.6 Mb/s down, 0.75 Mb/s up, 150 ms round trip. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** The DevTools settings that Lighthouse uses for it: DevTools delays requests, not round trips, so the latency is 3.75 times as long. */
const lighthouseSlow4g = {
  ...slow4g,
  latency: 150 * 3.75,
  downloadThroughput: slow4g.downloadThroughput * 0.9,
  uploadThroughput: slow4g.uploadThroughput * 0.9,
};
const cpuSlowdown = 4;

/** Medians in ms since navigation start. */
export interface FirstPaint {
  readonly name: string;
  readonly paintMs: number;
  readonly contentMs: number;
  /** When the demo phone's button is enabled. */
  readonly readyMs: number;
}

type NetworkConditions = typeof slow4g;
type PaintTimes = Omit<FirstPaint, 'name'>;

/** Times first visits with both network settings. */
export async function timeFirstPaint(): Promise<FirstPaint[]> {
  const host = await startGzipHost();
  const browser = await chromium.launch(launchOptions);
  try {
    return [
      { name: 'slow 4G, 150 ms a request', ...(await medianPaint(browser, host.url, slow4g)) },
      {
        name: 'slow 4G as Lighthouse, 563 ms',
        ...(await medianPaint(browser, host.url, lighthouseSlow4g)),
      },
    ];
  } finally {
    await browser.close();
    host.close();
  }
}

async function medianPaint(
  browser: Browser,
  url: string,
  network: NetworkConditions,
): Promise<PaintTimes> {
  const paints: PaintTimes[] = [];
  for (let visit = 0; visit < visits; visit++) paints.push(await visitOnce(browser, url, network));
  const medianOf = (key: keyof PaintTimes): number => median(paints.map((paint) => paint[key]));
  return {
    paintMs: medianOf('paintMs'),
    contentMs: medianOf('contentMs'),
    readyMs: medianOf('readyMs'),
  };
}

async function visitOnce(
  browser: Browser,
  url: string,
  network: NetworkConditions,
): Promise<PaintTimes> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(watchForButton);
    await page.goto(url);
    await page.waitForFunction(() => 'readyMs' in window);
    return await readPaintTimes(page);
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

async function readPaintTimes(page: Page): Promise<PaintTimes> {
  // Paint entries may arrive later.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length === 2);
  return await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity,
    contentMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    readyMs: Number(Reflect.get(window, 'readyMs')),
  }));
}

/** Serves the built console with gzipped text files. */
async function startGzipHost(): Promise<{ readonly url: string; close(): void }> {
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
