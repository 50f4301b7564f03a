/**
 * One large file to a demo phone and back, by adb and by the console through adb's server, one after the other: the
 * speeds, and the memory of the page.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, link, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { type AdbClient, findAdb, startAdbClient, startDemoPhone } from '../adb-client.ts';
import { connectAgent } from '../agents.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { type Chrome, startChrome } from '../chrome-process.ts';
import { connectThroughAdb, setRule, waitForBridge } from '../console-page.ts';

export const largeMegabytes = 1_000;

/** One direction. */
export interface FileSpeed {
  readonly name: string;
  readonly adbMBps: number;
  /** By the page: its own file, or a download. */
  readonly consoleMBps: number;
  /** By an agent, to and from the bridge's folder. */
  readonly agentMBps: number;
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
  const files = join(adb.folder, 'files');
  await mkdir(files);
  const bridge = await startBridge(bridgeFile, ['--tools', 'all', '--files', files], adb.env);
  const chrome = await startChrome(adb.folder);
  try {
    const agent = await connectAgent('v1', bridge);
    await chrome.use(async (context) => {
      const page = firstPage(context);
      await page.goto(bridge.url);
      await waitForBridge(page);
      await adb.run('connect', phone.address);
      await connectThroughAdb(page, phone.address);
      await page.getByRole('tab', { name: /^Agents/ }).click();
      await setRule(page, 'risk', 'Allow');
      await page.locator('#tab-device').click();
      await page.getByRole('tab', { name: 'Files' }).click();
      await page.getByTestId('file').filter({ hasText: 'Download' }).click();
    });
    const call: Call = async (name, args) => {
      const { isError, text } = await agent.call(name, args, { timeout: 600_000 });
      if (isError) throw new Error(text);
    };
    return await timeAll({ chrome, call, adb, address: phone.address, files });
  } finally {
    await chrome.stop();
    await bridge.stop();
    await phone.stop();
    await adb.close();
  }
}

type Call = (name: string, args: Record<string, unknown>) => Promise<void>;

interface Measured {
  readonly chrome: Chrome;
  readonly call: Call;
  readonly adb: AdbClient;
  readonly address: string;
  /** The bridge's folder. */
  readonly files: string;
}

async function timeAll({
  chrome,
  call,
  adb,
  address,
  files,
}: Measured): Promise<readonly FileSpeed[]> {
  const source = join(adb.folder, 'large.bin');
  for (let written = 0; written < largeMegabytes; written += 50)
    await appendFile(source, randomBytes(50_000_000));
  await link(source, join(files, 'agent.bin'));
  const sum = await sha256(source);
  const expectSame = async (file: string): Promise<void> => {
    if ((await sha256(file)) !== sum) throw new Error(`${file} differs from what was sent`);
    await rm(file);
  };
  // Longer than other commands of adb.
  const run = (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)('adb', ['-s', address, ...args], { env: adb.env });
  const onPhone = (name: string): string => `/sdcard/Download/${name}`;

  const pushMs = await timeOf(run('push', source, onPhone('adb.bin')));
  const pullMs = await timeOf(run('pull', onPhone('adb.bin'), join(adb.folder, 'copy.bin')));
  await expectSame(join(adb.folder, 'copy.bin'));
  await run('shell', 'rm', onPhone('adb.bin'));

  const sent = await timeTransfer(chrome, 'sending', (page) =>
    page.locator('#files-to-send').setInputFiles(source),
  );
  const received = await timeTransfer(chrome, 'receiving', async (page) => {
    await page.getByTestId('file').filter({ hasText: 'large.bin' }).click();
    await page
      .getByTestId('files-section')
      .getByRole('button', { name: 'Download' })
      .last()
      .click();
  });
  const download = join(chrome.downloads, 'large.bin');
  // The browser copies it after the page has it.
  while ((await stat(download).catch(() => null))?.size !== largeMegabytes * 1_000_000)
    await delay(100);
  await expectSame(download);
  await run('shell', 'rm', onPhone('large.bin'));

  const sendMs = await timeOf(call('send_file', { file: 'agent.bin' }));
  const fetchMs = await timeOf(
    call('fetch_file', { path: onPhone('agent.bin'), save_as: 'fetched.bin' }),
  );
  await expectSame(join(files, 'fetched.bin'));
  const speed = (ms: number): number => largeMegabytes / (ms / 1_000);
  const rows = [
    { name: 'to the phone', adbMs: pushMs, page: sent, agentMs: sendMs },
    { name: 'from the phone', adbMs: pullMs, page: received, agentMs: fetchMs },
  ];
  return rows.map(({ name, adbMs, page: { ms, restMB, mostMB }, agentMs }) => ({
    name,
    adbMBps: speed(adbMs),
    consoleMBps: speed(ms),
    agentMBps: speed(agentMs),
    restMB,
    mostMB,
  }));
}

async function timeOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Begins a transfer in the page, and resolves at its end; the time is the page's own. */
async function timeTransfer(
  { use, address }: Chrome,
  stage: 'sending' | 'receiving',
  begin: (page: Page) => Promise<void>,
): Promise<{ readonly ms: number; readonly restMB: number; readonly mostMB: number }> {
  const { pids, restMB } = await use(async (context) => {
    const page = firstPage(context);
    const pids = await rendererPids(context);
    const restMB = await memoryMB(pids);
    await showTimeInTitle(page, stage);
    await begin(page);
    return { pids, restMB };
  });
  let mostMB = restMB;
  for (;;) {
    await delay(100);
    mostMB = Math.max(mostMB, await memoryMB(pids));
    const targets: unknown = await (await fetch(`${address}/json/list`)).json();
    const [, outcome] = /"transfer: ([^"]+)"/.exec(JSON.stringify(targets)) ?? [];
    if (outcome === undefined) continue;
    if (Number.isNaN(Number(outcome))) throw new Error(outcome);
    return { ms: Number(outcome), restMB, mostMB };
  }
}

function firstPage(context: BrowserContext): Page {
  const [page] = context.pages();
  if (page === undefined) throw new Error('The browser has no page.');
  return page;
}

/** Makes the title of the page the time of its next transfer, in ms, or the reason of its failure. */
async function showTimeInTitle(page: Page, running: string): Promise<void> {
  await page.evaluate((stage) => {
    document.title = 'no transfer';
    let startMs: number | null = null;
    const watch = new MutationObserver(() => {
      const row = document.querySelector('[data-testid="transfer"]:last-child');
      const state = row?.getAttribute('data-state');
      if (state === stage) startMs ??= performance.now();
      const isDone = state === 'done' && startMs !== null;
      if (!isDone && state !== 'failed') return;
      watch.disconnect();
      const outcome = isDone ? performance.now() - (startMs ?? NaN) : row?.textContent;
      document.title = `transfer: ${outcome ?? ''}`;
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  }, running);
}

async function rendererPids(context: BrowserContext): Promise<readonly number[]> {
  const session = await context.newCDPSession(firstPage(context));
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** The most of these processes. */
async function memoryMB(pids: readonly number[]): Promise<number> {
  return Math.max(...(await Promise.all(pids.map(residentMB))));
}

async function residentMB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
