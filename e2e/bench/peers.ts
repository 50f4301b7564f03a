/**
 * Handset and other MCP servers on demo phones that are alike, one after the other in one run: Handset by the
 * bridge and a console in the browser, the others by the real `adb`. They are installed on demand into
 * `.cache/peers`, with their telemetry off.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import type { Point, Rect } from '#core/geometry.ts';
import { type AdbClient, findAdb, startAdbClient, startDemoPhone } from '../adb-client.ts';
import { type ToolCallResult, connectAgent, parseToolResult } from '../agents.ts';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { consoleUrl, waitForBridge, waitForPhone } from '../console-page.ts';
import { median } from './timing.ts';

const packages = {
  '@mobilenext/mobile-mcp': '1.0.4',
  'claude-in-mobile': '4.4.1',
  'agent-device': '0.21.5',
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

/** How a line of a list names its element. */
export interface Place {
  /** Its bounds, or only their middle. */
  readonly at: Rect | Point;
  /** The end of its class name. */
  readonly className: string;
  /** Whether it has a ref, which leads to no other element. */
  readonly isRef?: true;
}

/** How another server is started and which of its tools do the steps. */
interface Peer {
  readonly name: string;
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it reads screens by a program of its own on the phone; then reading is not timed. */
  readonly readsByProgram?: true;
  tap(call: CallTool, device: string): Promise<ToolCallResult>;
  list(call: CallTool, device: string): Promise<ToolCallResult>;
  /** Lists what can be acted on, where it has a shorter list of that. */
  listActions?(call: CallTool, device: string): Promise<ToolCallResult>;
  /** The place of the element that a line of its list names; `data` came with the list. */
  placeIn(line: string, data: ToolCallResult['data']): Place | undefined;
  screenshot(call: CallTool, device: string): Promise<ToolCallResult>;
  annotated?(call: CallTool): Promise<ToolCallResult>;
}

const peers: readonly Peer[] = [
  {
    name: 'mobile-mcp',
    program: ['@mobilenext/mobile-mcp/lib/index.js'],
    // Its other driver needs a program on the phone, which no demo phone can run.
    env: { MOBILEMCP_DISABLE_TELEMETRY: '1', MOBILEMCP_LEGACY_ROBOT: '1' },
    tap: (call, device) => call('mobile_click_on_screen_at_coordinates', { device, ...key }),
    list: (call, device) => call('mobile_list_elements_on_screen', { device }),
    placeIn: (line) => {
      const found = /^(\S*) .*\bat=(-?\d+),(-?\d+) size=(\d+)x(\d+)/.exec(line);
      const [x = 0, y = 0, width = 0, height = 0] = found?.slice(2).map(Number) ?? [];
      return found ? { at: rectAt({ x, y, width, height }), className: found[1] ?? '' } : undefined;
    },
    screenshot: (call, device) => call('mobile_take_screenshot', { device }),
  },
  {
    name: 'claude-in-mobile',
    program: ['claude-in-mobile/bin.mjs'],
    env: { MOBILE_PROFILE: 'full' },
    tap: (call, deviceId) =>
      call('input', { action: 'tap', platform: 'android', deviceId, ...key }),
    list: (call, deviceId) => call('ui', { action: 'tree', platform: 'android', deviceId }),
    listActions: (call, deviceId) =>
      call('ui', { action: 'tree', platform: 'android', deviceId, compact: true, fresh: true }),
    placeIn: (line) => {
      const found = /^\[\d+\] <?([\w$]+).* \((-?\d+), ?(-?\d+)\)$/.exec(line.trim());
      const [x = 0, y = 0] = found?.slice(2).map(Number) ?? [];
      return found ? { at: { x, y }, className: found[1] ?? '' } : undefined;
    },
    screenshot: (call) => call('screen', { action: 'capture', platform: 'android' }),
    annotated: (call) => call('screen', { action: 'annotate', platform: 'android' }),
  },
  {
    name: 'agent-device',
    program: ['agent-device/bin/agent-device.mjs', 'mcp'],
    env: {
      AGENT_DEVICE_NO_UPDATE_NOTIFIER: '1',
      // One run of its program for each reading, which `snapshot-helper/adb` answers.
      AGENT_DEVICE_ANDROID_SNAPSHOT_HELPER_SESSION: '0',
      PATH: `${join(import.meta.dirname, 'snapshot-helper')}:${process.env['PATH'] ?? ''}`,
    },
    readsByProgram: true,
    tap: (call, serial) =>
      call('press', { ...sessionOf(serial), target: { kind: 'point', ...key } }),
    list: (call, serial) => call('snapshot', sessionOf(serial)),
    listActions: (call, serial) =>
      call('snapshot', { ...sessionOf(serial), interactiveOnly: true }),
    placeIn: (line, data) => {
      const ref = /^\s*@(e\d+)/.exec(line)?.[1];
      const { nodes } = z.object({ nodes: z.array(agentDeviceNode) }).parse(data);
      const [node, ...others] = nodes.filter((each) => each.ref === ref);
      if (others.length > 0) return undefined;
      return node?.rect && { at: rectAt(node.rect), className: node.type, isRef: true };
    },
    screenshot: (call, serial) => call('screenshot', sessionOf(serial)),
  },
];

/** agent-device keeps a session for each phone. */
const sessionOf = (serial: string) => ({ platform: 'android', serial, session: serial });
const placeAndSize = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
const agentDeviceNode = z.object({
  ref: z.string(),
  type: z.string().default(''),
  rect: placeAndSize.optional(),
});

function rectAt({ x, y, width, height }: z.infer<typeof placeAndSize>): Rect {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Starts the peer. */
async function startPeer({ name, program, env }: Peer, adb: AdbClient) {
  const client = new Client({ name: 'handset-bench', version: '1.0.0' });
  const [path = '', ...args] = program;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [modulePath(path), ...args],
    // Where this is set, mobile-mcp takes the adb program there, whether it exists or not.
    env: { ...adb.env, ...env, ANDROID_HOME: '' },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const call = checkedCalls({
    call: async (tool, args_) =>
      parseToolResult(await client.callTool({ name: tool, arguments: args_ })),
  });
  return {
    call,
    close: async () => {
      await client.close();
      if (name !== 'agent-device') return;
      // It leaves its daemon behind, which would write into the folder while that is deleted.
      const state = await readFile(join(adb.folder, '.agent-device/daemon.json'), 'utf8');
      process.kill(z.object({ pid: z.number() }).parse(JSON.parse(state)).pid, 'SIGKILL');
    },
  };
}

/** Starts a demo phone that this adb server knows. */
async function connectDemoPhone(adb: AdbClient, ...options: string[]) {
  const { address, stop } = await startDemoPhone(...options);
  await adb.run('connect', address);
  await adb.run('-s', address, 'wait-for-device');
  const disconnect = async (): Promise<void> => {
    await adb.run('disconnect', address);
    await stop();
  };
  return { address, disconnect };
}

/** Starts the peer and a demo phone that this adb server knows alone. */
async function openPeer(peer: Peer, adb: AdbClient, latency: Latency): Promise<Server> {
  const { name, annotated } = peer;
  const phone = await connectDemoPhone(adb, '--activity', activity, '--latency', latency);
  const { call, close } = await startPeer(peer, adb);
  const tap = () => peer.tap(call, phone.address);
  const list = () => peer.list(call, phone.address);
  // Without a session agent-device refuses a tap.
  await list();
  const readingSteps: Server['steps'] = {
    'tap, then what is new': { run: async () => [await tap(), await list()] },
    'list the elements': { run: list },
    'list and screenshot': {
      run: async () => [await list(), await peer.screenshot(call, phone.address)],
    },
    ...(annotated && {
      'list and annotated screenshot': { run: async () => [await list(), await annotated(call)] },
    }),
  };
  return {
    name,
    steps: { tap: { run: tap }, ...(!peer.readsByProgram && readingSteps) },
    texts: Object.fromEntries(
      listsOf(peer).map(([title, read]) => [title, () => read(call, phone.address)]),
    ),
    openSettings: () =>
      adb.run('-s', phone.address, 'shell', 'am start -n com.android.settings/.Settings'),
    close: async () => {
      await close();
      await phone.disconnect();
    },
  };
}

/** The lists of a peer with their names. */
function listsOf({ name, list, listActions }: Peer) {
  return [
    [name, list] as const,
    ...(listActions ? [[`${name}, only actions`, listActions] as const] : []),
  ];
}

/** A peer's text of a screen, and the places of the elements that its lines name. */
export interface PeerText {
  readonly name: string;
  readonly text: string;
  readonly namings: readonly Place[];
}

/** What the peers say of the screens of these dumps, one after the other, without those that failed. */
export async function* readScreens(
  dumps: readonly string[],
  adb: AdbClient,
): AsyncGenerator<readonly PeerText[]> {
  await installPeers();
  const started = await Promise.all(
    peers.map(async (peer) => ({ peer, ...(await startPeer(peer, adb)) })),
  );
  try {
    for (const dump of dumps) {
      const phone = await connectDemoPhone(adb, '--screen', dump);
      try {
        const texts: PeerText[] = [];
        for (const { peer, call } of started)
          for (const [name, read] of listsOf(peer)) {
            // Not all of them answer on each screen.
            const answer = await read(call, phone.address).catch(() => null);
            if (answer === null) continue;
            const { text, data } = answer;
            const namings = text.split('\n').flatMap((line) => peer.placeIn(line, data) ?? []);
            texts.push({ name, text, namings });
          }
        yield texts;
      } finally {
        await phone.disconnect();
      }
    }
  } finally {
    await Promise.all(started.map(({ close }) => close()));
  }
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
