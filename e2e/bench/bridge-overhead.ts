/**
 * The cost of a result's path from the worker through the bridge to an agent, compared with a plain HTTP
 * server that has it ready, and with one that gets it by plain HTTP from a worker in the same browser.
 */
import { chromium, type Browser } from '@playwright/test';
import { startBridge, type Bridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { median } from './timing.ts';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** Runs per path; the three take turns, so that the machine is as busy for each. */
export const callRuns = 200;
export const pictureRuns = 15;
/** Enough runs to open connections and settle the JIT compilers. */
const warmUps = 20;
/** The page loads and joins in one or two seconds, on a busy machine in more. */
const consoleDeadlineMs = 60_000;
const healthSchema = z.object({ console: z.boolean() });
/** Image sizes in MB, before base64 adds a third. */
const sizes = [1, 4];

/** Times of one call, run by run, on each path. */
interface PathTimes {
  readonly bareMs: readonly number[];
  /** Plain HTTP, with the answer uploaded by a worker in the browser. */
  readonly browserMs: readonly number[];
  readonly tunnelMs: readonly number[];
}

/** Times of a call that does not use a phone. */
export interface CallTimes extends PathTimes {
  /** Tunnel minus bare, run by run. */
  readonly addedMs: readonly number[];
}

/** Throughput of images, in MB/s. */
export interface PictureSpeed {
  readonly megabytes: number;
  readonly bare: number;
  readonly browser: number;
  readonly tunnel: number;
}

export async function timeCalls(): Promise<CallTimes> {
  return await withAllPaths(undefined, async (compare) => {
    const times = await compare('list_phones', {}, callRuns);
    const addedMs = times.tunnelMs.map((ms, run) => ms - (times.bareMs[run] ?? NaN));
    return { ...times, addedMs };
  });
}

/** Throughput of images that the worker has ready: the console runs fixture tools instead of the phone's. */
export async function timePictures(): Promise<PictureSpeed[]> {
  return await withAllPaths(buildFixtureBridge(), async (compare) => {
    const speeds: PictureSpeed[] = [];
    for (const megabytes of sizes) {
      const times = await compare('large_image', { megabytes }, pictureRuns);
      const speed = (ms: readonly number[]): number => (megabytes / median(ms)) * 1000;
      speeds.push({
        megabytes,
        bare: speed(times.bareMs),
        browser: speed(times.browserMs),
        tunnel: speed(times.tunnelMs),
      });
    }
    return speeds;
  });
}

/** Times a tool's call on all paths, which return the same bytes. */
type TimeOnAllPaths = (
  tool: string,
  args: Record<string, unknown>,
  runs: number,
) => Promise<PathTimes>;

async function withAllPaths<Result>(
  program: string | undefined,
  use: (compare: TimeOnAllPaths) => Promise<Result>,
): Promise<Result> {
  const bridge = await startBridge(program);
  const browser = await chromium.launch(launchOptions);
  const bare = await startBareServer();
  try {
    await openUnobserved(browser, bridge.url);
    await openUnobserved(browser, bare.url);
    await waitForConsole(bridge);
    return await use((tool, args, runs) =>
      compare({ bridge, bare: bare.url }, { tool, args, runs }),
    );
  } finally {
    bare.stop();
    await browser.close();
    await bridge.stop();
  }
}

/**
 * Opens a page that Playwright does not attach to. In its own pages it watches the network: Chromium
 * then copies each frame to it as text, which takes longer than the frame's way to the bridge.
 */
async function openUnobserved(browser: Browser, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Target.createTarget', { url });
  await session.detach();
}

async function waitForConsole({ port }: Bridge): Promise<void> {
  const deadline = performance.now() + consoleDeadlineMs;
  for (;;) {
    const health: unknown = await (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
    if (healthSchema.parse(health).console) return;
    if (performance.now() > deadline) throw new Error('The console did not join the bridge.');
    await delay(100);
  }
}

async function compare(
  { bridge, bare }: { readonly bridge: Bridge; readonly bare: string },
  { tool, args, runs }: { readonly tool: string; readonly args: object; readonly runs: number },
): Promise<PathTimes> {
  const headers = {
    authorization: `Bearer ${bridge.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const params = { name: tool, arguments: args };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const request = { method: 'POST', headers, body };
  const bytes = await copyResponse(await fetch(bridge.mcp, request), `${bare}answer`);
  const paths = [`${bare}answer`, `${bare}from-browser`, bridge.mcp];
  const times: number[][] = paths.map(() => []);
  for (let run = -Math.min(warmUps, runs); run < runs; run++) {
    for (const [at, url] of paths.entries()) {
      const ms = await timeRequest(url, request, bytes);
      if (run >= 0) times[at]?.push(ms);
    }
  }
  const [bareMs = [], browserMs = [], tunnelMs = []] = times;
  return { bareMs, browserMs, tunnelMs };
}

/** Stores the response in the bare server; returns its length in bytes. */
async function copyResponse(response: Response, bare: string): Promise<number> {
  const text = await response.text();
  if (!text.includes('"content":[') || text.includes('"isError":true')) throw new Error(text);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  await fetch(bare, { method: 'PUT', headers, body: text });
  return Buffer.byteLength(text);
}

/** Milliseconds until the last byte arrived; throws if the length differs. */
async function timeRequest(url: string, request: RequestInit, bytes: number): Promise<number> {
  const start = performance.now();
  const { byteLength } = await (await fetch(url, request)).arrayBuffer();
  const ms = performance.now() - start;
  if (byteLength !== bytes) throw new Error(`An answer of ${byteLength} bytes, not ${bytes}.`);
  return ms;
}

/** Starts the bare server as a process; the caller must stop it. */
async function startBareServer(): Promise<{ readonly url: string; stop(): void }> {
  const file = join(import.meta.dirname, 'bare-server.mjs');
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('The bare server did not start.')));
  });
  return { url: `http://127.0.0.1:${String(port)}/`, stop: () => child.kill() };
}

/** Builds the console of the conformance suite, with fixture tools, and a bridge to serve it. */
function buildFixtureBridge(): string {
  const root = join(import.meta.dirname, '../..');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', 'e2e/conformance/vite.config.ts', '--logLevel', 'warn'];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return join(root, '.cache/conformance/dist-bridge/bridge.js');
}
