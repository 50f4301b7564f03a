/**
 * The roads to a phone side by side: the demo phone behind a USB object in the page, and demo phones
 * that are processes of their own, through adb's server, and by `adb` itself. All are open at
 * once and take turns, so that the machine is as busy for each.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { findAdb, startAdbClient, startDemoPhone, type AdbClient } from '../adb-client.ts';
import { connectAgent } from '../agents.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { connectThroughAdb, consoleUrl, waitForBridge, waitForPhone } from '../console-page.ts';
import { framesWhileDragging, recordFigures } from './live.ts';
import { median } from './timing.ts';

/** Calls per road, after a few that settle the JIT compilers. */
export const roadCalls = 60;
const warmUps = 10;
/** Files per road. */
export const roadFiles = 3;
export const fileMegabytes = 20;

/** Medians of one road; NaN for what it can't do. */
interface RoadSpeed {
  readonly name: string;
  /** One command in the phone's shell: of Handset a whole call of an agent, of adb a whole process. */
  readonly commandMs: number;
  readonly sendMBps: number;
  readonly receiveMBps: number;
  readonly framesPerSecond: number;
}

interface Road {
  readonly name: string;
  command(): Promise<unknown>;
  /** Sends the file to the phone; resolves to its time in ms. */
  send(path: string): Promise<number>;
  receive?(): Promise<unknown>;
  frames?(): Promise<readonly number[]>;
  close(): Promise<void>;
}

const settings = 'com.android.settings/.Settings';

/** Null without adb. */
export async function compareRoads(): Promise<readonly RoadSpeed[] | null> {
  const program = findAdb();
  if (program === undefined) return null;
  const adb = await startAdbClient(program);
  const browser = await chromium.launch(launchOptions);
  const roads: Road[] = [];
  try {
    const path = join(adb.folder, 'sent.bin');
    await writeFile(path, randomBytes(fileMegabytes * 1_000_000));
    for (const by of ['usb', 'adb'] as const) roads.push(await openHandset(browser, adb, by));
    roads.push(await openAdb(adb));
    return await measure(roads, path);
  } finally {
    await Promise.all(roads.map((road) => road.close()));
    await browser.close();
    await adb.close();
  }
}

async function measure(roads: readonly Road[], path: string): Promise<readonly RoadSpeed[]> {
  const results: readonly Times[] = roads.map((road) => ({
    road,
    commands: [],
    sends: [],
    receives: [],
  }));
  for (let run = -warmUps; run < roadCalls; run++) {
    for (const { road, commands } of results) {
      const ms = await timeOf(road.command());
      if (run >= 0) commands.push(ms);
    }
  }
  for (let run = 0; run < roadFiles; run++) {
    for (const { road, sends, receives } of results) {
      sends.push(await road.send(path));
      if (road.receive) receives.push(await timeOf(road.receive()));
    }
  }
  const speeds: RoadSpeed[] = [];
  for (const { road, commands, sends, receives } of results) {
    const speed = (times: readonly number[]): number => fileMegabytes / (median(times) / 1_000);
    speeds.push({
      name: road.name,
      commandMs: median(commands),
      sendMBps: speed(sends),
      receiveMBps: speed(receives),
      framesPerSecond: road.frames ? median(await road.frames()) : NaN,
    });
  }
  return speeds;
}

interface Times {
  readonly road: Road;
  readonly commands: number[];
  readonly sends: number[];
  readonly receives: number[];
}

async function timeOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

/** A console with a phone, and an agent that calls it. */
async function openHandset(browser: Browser, adb: AdbClient, by: 'usb' | 'adb'): Promise<Road> {
  const bridge = await startBridge(bridgeFile, ['--tools', 'all'], by === 'adb' ? adb.env : {});
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(recordFigures);
  const phone = by === 'usb' ? null : await startDemoPhone('--activity', settings);
  if (phone === null) {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity: settings }));
    await Promise.all([waitForBridge(page), waitForPhone(page)]);
  } else {
    await page.goto(bridge.url);
    await waitForBridge(page);
    await adb.run('connect', phone.address);
    await connectThroughAdb(page, phone.address);
  }
  const agent = await connectAgent('v1', bridge);
  return {
    name: by === 'usb' ? 'USB object' : 'adb server',
    command: async () => {
      const { isError, text } = await agent.call('get_device_logs', { last_lines: 1 });
      if (isError) throw new Error(text);
    },
    send: (path) => sendFile(page, path),
    frames: () => framesWhileDragging(page),
    close: async () => {
      await agent.close();
      await page.close();
      await bridge.stop();
      await phone?.stop();
    },
  };
}

function sendFile(page: Page, path: string): Promise<number> {
  const field = page.locator('#files-to-send');
  return timeTransfer(page, 'sending', () => field.setInputFiles(path));
}

/** How long a transfer takes that this begins; the time is the page's own, without what it takes the test to begin it. */
export async function timeTransfer(
  page: Page,
  stage: 'sending' | 'receiving',
  begin: () => Promise<void>,
): Promise<number> {
  const time = page.evaluate(
    (running) =>
      new Promise<number>((resolve, reject) => {
        let startMs: number | null = null;
        const watch = new MutationObserver(() => {
          const row = document.querySelector('[data-testid="transfer"]:last-child');
          const state = row?.getAttribute('data-state');
          if (state === running) startMs ??= performance.now();
          if (state === 'failed') reject(new Error(row?.textContent ?? ''));
          if (state === 'done' && startMs !== null) {
            watch.disconnect();
            resolve(performance.now() - startMs);
          }
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    stage,
  );
  await begin();
  return await time;
}

async function openAdb(adb: AdbClient): Promise<Road> {
  const phone = await startDemoPhone();
  await adb.run('connect', phone.address);
  const run = async (...args: string[]): Promise<void> => {
    const { exitCode, stderr } = await adb.run('-s', phone.address, ...args);
    if (exitCode !== 0) throw new Error(stderr);
  };
  await run('wait-for-device');
  return {
    name: 'adb',
    command: () => run('shell', 'logcat', '-d', '-t', '1'),
    send: (path) => timeOf(run('push', path, '/sdcard/Download/sent.bin')),
    receive: () => run('pull', '/sdcard/Download/sent.bin', join(adb.folder, 'received.bin')),
    close: async () => {
      await phone.stop();
    },
  };
}
