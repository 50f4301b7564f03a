/**
 * The memory of one console over a thousand calls with pictures: what the page and its worker hold
 * after a garbage collection, with and without the browser's caches, and what it stores for them.
 */
import { type Browser, type Page, chromium } from '@playwright/test';
import { connectAgent } from '../agents.ts';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { consoleUrl, waitForPhone } from '../console-page.ts';
import { memoryOf } from './live.ts';

/** What is held after this many calls, in MB. */
interface MemoryAfter {
  readonly calls: number;
  /** Objects and buffers of the page, without garbage. */
  readonly pageMB: number;
  /** Nodes of its documents, and those that are kept without being in one. */
  readonly nodes: number;
  /** Resident memory of its process: the page, its worker with the demo phone, and decoded pictures. */
  readonly processMB: number;
  /** In IndexedDB and the like. */
  readonly storedMB: number;
}

export interface MemoryOfConsole {
  readonly samples: readonly MemoryAfter[];
  /** Of the process at the end, once the browser was told that memory is scarce: Chromium keeps up to 512 MB of decoded pictures until then. */
  readonly scarceMB: number;
}

/** After the first call, everything that is loaded on demand is there. */
const samplesAt: readonly number[] = [1, 250, 500, 750, 1_000];

/** Makes the calls and measures in between. */
export async function measureMemory(): Promise<MemoryOfConsole> {
  const bridge = await startBridge();
  const agent = await connectAgent('v1', bridge);
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const settings = { phone: 'demo', activity: 'com.android.settings/.Settings' } as const;
    await page.goto(consoleUrl(bridge.url, settings));
    await waitForPhone(page);
    await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    const samples: MemoryAfter[] = [];
    for (let count = 1; count <= Math.max(...samplesAt); count += 1) {
      // Each call with pictures of its own: the list is never twice at the same place.
      const y2 = count % 2 === 0 ? 1_700 - (count % 97) : 1_300 + (count % 89);
      if (count % 2 === 0) await agent.call('get_screen_state', { include_screenshot: true });
      else await agent.call('swipe', { x1: 540, y1: 1_500, x2: 540, y2, duration: 60 });
      if (samplesAt.includes(count)) samples.push(await sample(browser, page, count));
    }
    const session = await page.context().newCDPSession(page);
    await session.send('Memory.simulatePressureNotification', { level: 'critical' });
    await page.waitForTimeout(3_000);
    return { samples, scarceMB: await memoryOf(browser, 'renderer') };
  } finally {
    await browser.close();
    await agent.close();
    await bridge.stop();
  }
}

async function sample(browser: Browser, page: Page, calls: number): Promise<MemoryAfter> {
  // The pictures after the last call, and their storing.
  await page.waitForTimeout(2_000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const { origin } = new URL(page.url());
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
  await session.detach();
  return {
    calls,
    pageMB: (usedSize + backingStorageSize) / 1e6,
    nodes,
    processMB: await memoryOf(browser, 'renderer'),
    storedMB: usage / 1e6,
  };
}
