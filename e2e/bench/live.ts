/**
 * The live view of the demo phone as a user sees it: frames per second, latency from an input to
 * the frame that shows its effect, and the browser's memory over ten minutes. The figures come from
 * the messages that the worker sends to the page.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type Page, chromium } from '@playwright/test';
import type { LiveMetrics } from '#core/link/live.ts';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { consoleUrl, waitForPhone, positionOnPicture, elementRow } from '../console-page.ts';

/** Results of the live view on this machine. */
export interface LiveMeasurements {
  /** `video` or `pictures`. */
  readonly state: string;
  /** One value per second while a list is dragged continuously. */
  readonly framesPerSecond: readonly number[];
  /** From a press on a calculator key to the frame that shows the digit. */
  readonly inputToFrameMs: readonly number[];
  /** All browser processes together while the screen is recorded, sampled every half minute. */
  readonly memoryMB: readonly number[];
}

const dragMs = 10_000;
const presses = 20;
/** The worker sends figures once a second. */
const figuresIntervalMs = 1_100;
const sampleEveryMs = 30_000;

/** Measures the live view; memory is sampled for `minutes`. */
export async function timeLive(minutes: number): Promise<LiveMeasurements> {
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(recordFigures);
    const settings = { phone: 'demo', activity: 'com.android.settings/.Settings' } as const;
    await page.goto(consoleUrl(bridge.url, settings));
    await waitForPhone(page);
    const line = page.getByTestId('live-line');
    await page
      .locator('[data-testid="live-line"]:is([data-state="video"],[data-state="pictures"])')
      .waitFor();
    const state = (await line.getAttribute('data-state')) ?? '';
    const framesPerSecond = await framesWhileDragging(page);
    await page.getByTestId('record').click();
    await page.getByTestId('stop-recording').waitFor();
    const memoryMB = await sampleMemory(browser, page, minutes);
    await page.getByTestId('stop-recording').click();
    await page.goto(
      consoleUrl(bridge.url, { phone: 'demo', activity: 'com.android.calculator2/.Calculator' }),
    );
    await waitForPhone(page);
    return { state, framesPerSecond, memoryMB, inputToFrameMs: await latencyWhilePressing(page) };
  } finally {
    await browser.close();
    await bridge.stop();
  }
}

/** Runs in the page before its scripts: records the figures that its worker sends. */
export function recordFigures(): void {
  const figures: unknown[] = [];
  Object.assign(window, { figures });
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener(
        'message',
        ({ data }: MessageEvent<{ name?: string; data?: unknown }>) => {
          if (data.name === 'liveMetrics') figures.push(data.data);
        },
      );
    }
  };
}

/** The figures received since the last call. */
async function newFigures(page: Page): Promise<readonly LiveMetrics[]> {
  // Set by `recordFigures`.
  return await page.evaluate(() =>
    (window as unknown as { figures: LiveMetrics[] }).figures.splice(0),
  );
}

interface ViewportBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function viewportBox(page: Page): Promise<ViewportBox> {
  const box = await page.getByTestId('touch-layer').boundingBox();
  if (box === null) throw new Error('The console shows no picture to touch.');
  return box;
}

/** Drags the list up and down continuously. */
async function drag(page: Page, forMs: number): Promise<void> {
  const { x, y, width, height } = await viewportBox(page);
  const end = performance.now() + forMs;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let step = 0; performance.now() < end; step++) {
    const swing = Math.sin(step / 25) * height * 0.3;
    await page.mouse.move(x + width / 2, y + height / 2 + swing);
  }
  await page.mouse.up();
}

/** Frames a second, one value per second, while a list is dragged. */
export async function framesWhileDragging(page: Page): Promise<readonly number[]> {
  await drag(page, figuresIntervalMs);
  await newFigures(page);
  await drag(page, dragMs);
  return (await newFigures(page)).map(({ framesPerSecond }) => framesPerSecond);
}

async function latencyWhilePressing(page: Page): Promise<readonly number[]> {
  const latencies: number[] = [];
  await page.getByTestId('live-line').and(page.locator('[data-state="video"]')).waitFor();
  await elementRow(page, 'digit_7').waitFor();
  // Type a digit, then delete it: each press changes the picture.
  const keys = [await positionOnPicture(page, 'digit_7'), await positionOnPicture(page, 'del')];
  const { x, y, width, height } = await viewportBox(page);
  for (let press = 0; press < presses; press++) {
    await page.waitForTimeout(figuresIntervalMs);
    await newFigures(page);
    const key = keys[press % 2] ?? { x: 0, y: 0 };
    await page.mouse.click(x + width * key.x, y + height * key.y);
    await page.waitForTimeout(figuresIntervalMs);
    const received = (await newFigures(page)).flatMap(({ inputToFrameMs }) => inputToFrameMs ?? []);
    latencies.push(...received.slice(-1));
  }
  return latencies;
}

/** Drags for a sixth of the time, like a user who mostly watches. */
async function sampleMemory(
  browser: Browser,
  page: Page,
  minutes: number,
): Promise<readonly number[]> {
  const samples = [await memoryOf(browser)];
  const rounds = Math.round((minutes * 60_000) / sampleEveryMs);
  for (let round = 0; round < rounds; round++) {
    const end = performance.now() + sampleEveryMs;
    await drag(page, sampleEveryMs / 6);
    await page.waitForTimeout(end - performance.now());
    samples.push(await memoryOf(browser));
  }
  return samples;
}

/** Resident memory of all browser processes, or of those of this type, in MB. */
export async function memoryOf(browser: Browser, type?: string): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const chosen = processInfo.filter((each) => type === undefined || each.type === type);
  const ids = chosen.map(({ id }) => id).join(',');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', ids]);
  const kilobytes = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
  return kilobytes / 1024;
}
