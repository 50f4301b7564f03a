/**
 * Handset and other MCP servers on demo phones that are alike, one after the other in one run: Handset by the
 * bridge and a console in the browser, the others by the real `adb`. They are installed on demand into
 * `.cache/peers`, with their telemetry off.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type AdbClient, findAdb, startAdbClient, startDemoPhone } from '../adb-client.ts';
import { type ToolCallResult, connectAgent, parseToolResult } from '../agents.ts';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { consoleUrl, waitForBridge, waitForPhone } from '../console-page.ts';
import { median } from './timing.ts';

const packages = {
  '@mobilenext/mobile-mcp': '1.0.4',
  'claude-in-mobile': '4.4.1',
  'gpt-tokenizer': '4.0.0',
};
const folder = join(import.meta.dirname, '../../.cache/peers');
const modulePath = (path: string): string => join(folder, 'node_modules', path);

/** Installs the packages in these versions, without running their scripts. */
async function installPeers(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'peers', private: true, dependencies: packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', options, { cwd: folder });
}

/** Counts tokens in the o200k vocabulary. */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  await installPeers();
  const url = pathToFileURL(modulePath('gpt-tokenizer/esm/encoding/o200k_base.js')).href;
  // As the package documents it; it is not there when types are checked.
  const { countTokens } = (await import(url)) as { countTokens: (text: string) => number };
  return countTokens;
}

/** Calls one tool of a server; throws if it fails. */
type CallTool = (tool: string, args?: Record<string, unknown>) => Promise<ToolCallResult>;

/** What is compared. */
export const steps = [
  'tap',
  'tap an element that was just listed',
  'tap, then what is new',
  'list the elements',
  'list and screenshot',
  'list and annotated screenshot',
] as const;
type Step = (typeof steps)[number];

/** A server, connected to a demo phone. */
interface Server {
  readonly name: string;
  /** What is timed of each step; absent where the server has no tool for it. */
  readonly steps: Readonly<
    Partial<Record<Step, { prepare?(): Promise<unknown>; run(): Promise<unknown> }>>
  >;
  /** The texts that it gives of a screen. */
  readonly texts: Readonly<Record<string, () => Promise<ToolCallResult>>>;
  openSettings(): Promise<unknown>;
  close(): Promise<void>;
}

type Latency = 'none' | 'real';
const activity = 'com.android.calculator2/.Calculator';
/** In the middle of a key of the calculator, in device pixels. */
const key = { x: 400, y: 1_700 };

/** Opens a demo phone in a console, with or without live view. */
async function openHandset(latency: Latency, live: boolean): Promise<Server> {
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage();
  const query = { phone: 'demo', latency, activity } as const;
  await page.goto(consoleUrl(bridge.url, live ? query : { ...query, live: 'off' }));
  await Promise.all([waitForPhone(page), waitForBridge(page)]);
  const agent = await connectAgent('v1', bridge);
  const call = checkedCalls(agent);
  const list = () => call('get_screen_tree', { compact: true });
  const picture = (annotate: boolean) =>
    call('get_screen_state', { include_screenshot: true, annotate });
  return {
    name: live ? 'Handset' : 'Handset, live off',
    steps: {
      tap: { run: () => call('tap', key) },
      'tap an element that was just listed': {
        prepare: list,
        run: () => call('click_element', { selector: ':text("5")' }),
      },
      'tap, then what is new': { run: () => call('tap', { ...key, observe: 'diff' }) },
      'list the elements': { run: list },
      'list and screenshot': { run: () => picture(false) },
      'list and annotated screenshot': { run: () => picture(true) },
    },
    texts: live
      ? {
          'Handset summarize_screen': () => call('summarize_screen'),
          'Handset get_screen_tree compact': list,
          'Handset get_screen_tree': () => call('get_screen_tree'),
          'Handset get_screen_state': () => call('get_screen_state'),
        }
      : {},
    openSettings: () => call('open_app', { package_id: 'com.android.settings', observe: 'state' }),
    close: async () => {
      await agent.close();
      await browser.close();
      await bridge.stop();
    },
  };
}

/** How another server is started and which of its tools do the steps. */
interface Peer {
  readonly name: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  tap(call: CallTool, device: string): Promise<ToolCallResult>;
  list(call: CallTool, device: string): Promise<ToolCallResult>;
  screenshot(call: CallTool, device: string): Promise<ToolCallResult>;
  annotated?(call: CallTool): Promise<ToolCallResult>;
}

const peers: readonly Peer[] = [
  {
    name: 'mobile-mcp',
    program: '@mobilenext/mobile-mcp/lib/index.js',
    // Its other driver needs a program on the phone, which no demo phone can run.
    env: { MOBILEMCP_DISABLE_TELEMETRY: '1', MOBILEMCP_LEGACY_ROBOT: '1' },
    tap: (call, device) => call('mobile_click_on_screen_at_coordinates', { device, ...key }),
    list: (call, device) => call('mobile_list_elements_on_screen', { device }),
    screenshot: (call, device) => call('mobile_take_screenshot', { device }),
  },
  {
    name: 'claude-in-mobile',
    program: 'claude-in-mobile/bin.mjs',
    env: { MOBILE_PROFILE: 'full' },
    tap: (call) => call('input', { action: 'tap', platform: 'android', ...key }),
    list: (call) => call('ui', { action: 'tree', platform: 'android' }),
    screenshot: (call) => call('screen', { action: 'capture', platform: 'android' }),
    annotated: (call) => call('screen', { action: 'annotate', platform: 'android' }),
  },
];

/** Starts the peer and a demo phone that this adb server knows alone. */
async function openPeer(peer: Peer, adb: AdbClient, latency: Latency): Promise<Server> {
  const { name } = peer;
  const phone = await startDemoPhone('--activity', activity, '--latency', latency);
  const device = phone.address;
  await adb.run('connect', device);
  await adb.run('-s', device, 'wait-for-device');
  const client = new Client({ name: 'handset-bench', version: '1.0.0' });
  const args = [modulePath(peer.program)];
  // Where this is set, mobile-mcp takes the adb program there, whether it exists or not.
  const env = { ...adb.env, ...peer.env, ANDROID_HOME: '' };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
  );
  const call = checkedCalls({
    call: async (tool, args_) =>
      parseToolResult(await client.callTool({ name: tool, arguments: args_ })),
  });
  const { annotated } = peer;
  const tap = () => peer.tap(call, device);
  const list = () => peer.list(call, device);
  return {
    name,
    steps: {
      tap: { run: tap },
      'tap, then what is new': { run: async () => [await tap(), await list()] },
      'list the elements': { run: list },
      'list and screenshot': {
        run: async () => [await list(), await peer.screenshot(call, device)],
      },
      ...(annotated && {
        'list and annotated screenshot': { run: async () => [await list(), await annotated(call)] },
      }),
    },
    texts: { [name]: list },
    openSettings: () =>
      adb.run('-s', device, 'shell', 'am start -n com.android.settings/.Settings'),
    close: async () => {
      await client.close();
      await adb.run('disconnect', device);
      await phone.stop();
    },
  };
}

/** Rejects where a tool reports an error or gives nothing. */
function checkedCalls(agent: {
  call(tool: string, args: Record<string, unknown>): Promise<ToolCallResult>;
}): CallTool {
  return async (tool, args = {}) => {
    const result = await agent.call(tool, args);
    if (result.isError || (result.text === '' && result.images.length === 0))
      throw new Error(`${tool}: ${result.text}`);
    return result;
  };
}

/** Runs of each step; with a phone's delays most take seconds. */
const runsOf = { none: 15, real: 3 } as const;
/** For the picture to come to rest and the console to read the new screen. */
const pauseMs = 500;

/** The median of each step in ms; NaN where the server has no tool for it. */
async function timeServer(server: Server, runs: number): Promise<number[]> {
  const medians: number[] = [];
  for (const step of steps) {
    const { prepare, run } = server.steps[step] ?? {};
    const durations: number[] = [];
    // The first run warms up.
    for (let count = 0; run && count <= runs; count++) {
      await pause(pauseMs);
      await prepare?.();
      const startMs = performance.now();
      await run();
      if (count > 0) durations.push(performance.now() - startMs);
    }
    medians.push(median(durations));
  }
  return medians;
}

/** One text of a screen. */
interface ScreenText {
  readonly name: string;
  readonly text: string;
}

interface PeerComparison {
  /** Handset, Handset without its live view, then the others. */
  readonly servers: readonly string[];
  /** For each server, the median ms of each of `steps`. */
  readonly mediansMs: readonly (readonly number[])[];
  /** What agents get of the demo phone's Settings. */
  readonly texts: readonly ScreenText[];
}

/** Compares the servers on demo phones with these delays. Null without adb. */
export async function comparePeers(latency: Latency): Promise<PeerComparison | null> {
  const program = findAdb();
  if (program === undefined) return null;
  await installPeers();
  const adb = await startAdbClient(program);
  const servers: string[] = [];
  const mediansMs: number[][] = [];
  const texts: ScreenText[] = [];
  try {
    for (const open of [
      () => openHandset(latency, true),
      () => openHandset(latency, false),
      ...peers.map((peer) => () => openPeer(peer, adb, latency)),
    ]) {
      const server = await open();
      servers.push(server.name);
      mediansMs.push(await timeServer(server, runsOf[latency]));
      await server.openSettings();
      await pause(pauseMs);
      for (const [name, read] of Object.entries(server.texts))
        texts.push({ name, text: (await read()).text });
      await server.close();
    }
    return { servers, mediansMs, texts };
  } finally {
    await adb.close();
  }
}
