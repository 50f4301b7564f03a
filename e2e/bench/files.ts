/**
 * One large file to a demo phone and back, by adb and by the console through adb's server, one after the other: the
 * speeds, and the memory of the page.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Browser, type Page, chromium } from '@playwright/test';
import { type AdbClient, findAdb, startAdbClient, startDemoPhone } from '../adb-client.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { connectThroughAdb, waitForBridge } from '../console-page.ts';
import { timeTransfer } from './roads.ts';

export const largeMegabytes = 1_000;

/** One direction. */
export interface FileSpeed {
  readonly name: string;
  readonly adbMBps: number;
  readonly consoleMBps: number;
  /** Of the page with its worker, without what it shares with other processes. */
  readonly restMB: number;
  readonly mostMB: number;
}

/** Null without adb. Rejects when a copy differs. */
export async function timeFiles(): Promise<readonly FileSpeed[] | null> {
  const program = findAdb();
  if (program === undefined) return null;
  const adb = await startAdbClient(program);
  const phone = await startDemoPhone();
  const bridge = await startBridge(bridgeFile, [], adb.env);
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(bridge.url);
    await waitForBridge(page);
    await adb.run('connect', phone.address);
    await connectThroughAdb(page, phone.address);
    return await timeBoth(browser, { page, adb, address: phone.address });
  } finally {
    await browser.close();
    await bridge.stop();
    await phone.stop();
    await adb.close();
  }
}

interface Measured {
  readonly page: Page;
  readonly adb: AdbClient;
  readonly address: string;
}

async function timeBoth(
  browser: Browser,
  { page, adb, address }: Measured,
): Promise<readonly FileSpeed[]> {
  const source = join(adb.folder, 'large.bin');
  for (let written = 0; written < largeMegabytes; written += 50)
    await appendFile(source, randomBytes(50_000_000));
  const sum = await sha256(source);
  // Longer than other commands of adb.
  const run = async (...args: readonly string[]): Promise<number> => {
    const start = performance.now();
    await promisify(execFile)('adb', ['-s', address, ...args], { env: adb.env });
    return performance.now() - start;
  };
  const path = '/sdcard/Download/large.bin';
  const copy = join(adb.folder, 'copy.bin');
  const pushMs = await run('push', source, path);
  const pullMs = await run('pull', path, copy);
  if ((await sha256(copy)) !== sum) throw new Error('adb has changed the file');
  await rm(copy);
  await run('shell', 'rm', path);

  const sent = await watchMemory(browser, () =>
    timeTransfer(page, 'sending', () => page.locator('#files-to-send').setInputFiles(source)),
  );
  await page.locator('#tab-device').click();
  await page.getByRole('tab', { name: 'Files' }).click();
  for (const name of ['Download', 'large.bin'])
    await page.getByTestId('file').filter({ hasText: name }).click();
  const download = page.waitForEvent('download', { timeout: 0 });
  const received = await watchMemory(browser, () =>
    timeTransfer(page, 'receiving', () =>
      page.getByTestId('files-section').getByRole('button', { name: 'Download' }).last().click(),
    ),
  );
  if ((await sha256(await (await download).path())) !== sum)
    throw new Error('the console has changed the file');
  const speed = (ms: number): number => largeMegabytes / (ms / 1_000);
  const rows = [
    { name: 'to the phone', adbMs: pushMs, measured: sent },
    { name: 'from the phone', adbMs: pullMs, measured: received },
  ];
  return rows.map(({ name, adbMs, measured: { ms, restMB, mostMB } }) => {
    return { name, adbMBps: speed(adbMs), consoleMBps: speed(ms), restMB, mostMB };
  });
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The memory of the page's process before and while it does something. */
async function watchMemory(
  browser: Browser,
  work: () => Promise<number>,
): Promise<{ readonly ms: number; readonly restMB: number; readonly mostMB: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const measure = async (): Promise<number> =>
    Math.max(...(await Promise.all(renderers.map(({ id }) => residentMB(id)))));
  const restMB = await measure();
  let mostMB = restMB;
  const timer = setInterval(() => {
    void measure().then((now) => (mostMB = Math.max(mostMB, now)));
  }, 100);
  try {
    const ms = await work();
    return { ms, restMB, mostMB };
  } finally {
    clearInterval(timer);
  }
}

async function residentMB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
