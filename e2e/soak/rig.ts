/** A bridge, a browser, and consoles with demo phones: in their pages, and behind the real adb server. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { z } from 'zod';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  readTouches,
  startAdbClient,
  startDemoPhone,
} from '../adb-client.ts';
import { type Agent, type AgentKind, connectAgent } from '../agents.ts';
import { recordFigures } from '../bench/live.ts';
import { type Bridge, bridgeFile, startBridge } from '../bridge-process.ts';
import { type Chrome, startChrome } from '../chrome-process.ts';
import { consoleUrl, giveAdbKey, waitForBridge, waitForPhone } from '../console-page.ts';
import { type DevTools, connectDevTools } from '../devtools.ts';
import { freePort } from '../free-port.ts';
import { type TcpForward, forwardTo } from '../tcp-forward.ts';

/** The tag of the log lines that a console counts. */
export const logTag = 'Soak';
const activity = 'com.android.calculator2/.Calculator';

export interface PhonePlan {
  /** In the page of its console, or a process behind the adb server. */
  readonly by: 'page' | 'adb';
  /** The panel that its console shows. */
  readonly panel: string;
  /** Of a phone in a page. */
  readonly faults?: string;
  /** Of the process; two need different versions of Android, which their serial numbers come from. */
  readonly options?: readonly string[];
}

/** A demo phone behind the adb server. */
interface PhoneProcess extends DemoPhoneProcess {
  /** The file with its touches. */
  readonly touches: string;
  /** Passes its connection on. */
  readonly forward: TcpForward;
}

/** A phone and its console, which shows it live. */
export interface SoakPhone {
  readonly name: string;
  /** Null in a page. */
  readonly process: PhoneProcess | null;
  /** Evaluates an expression in its page, or in the worker. */
  evaluate(expression: string, where?: 'page' | 'worker'): Promise<unknown>;
  /** Sends a command of the DevTools protocol to it. */
  send(method: string, params?: object, where?: 'page' | 'worker'): Promise<unknown>;
  /** Waits until the expression is true in its page; resolves with the time in ms, NaN for too long. */
  whenTrue(expression: string, deadlineMs: number): Promise<number>;
  /** Where fingers went down since the last call, as `x,y`. */
  takeTouches(): Promise<readonly string[]>;
  /** Connects an agent whose calls reach this phone. */
  connectAgent(kind: AgentKind, name: string): Promise<Agent>;
}

export interface Rig {
  readonly adb: AdbClient;
  readonly bridge: Bridge;
  /** The debugger of the bridge's process. */
  readonly bridgeTools: DevTools;
  readonly chrome: Chrome;
  readonly phones: readonly SoakPhone[];
}

/** The program `adb`, without which nothing here works. */
export const adbProgram = findAdb();

/** Opens all of it for the time of `work`; `env` is for the bridge. */
export async function withRig(
  plans: readonly PhonePlan[],
  work: (rig: Rig) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  process.once('SIGINT', () => void close().then(() => process.exit(130)));
  try {
    await work(await openRig(plans, env, closers));
  } finally {
    await close();
  }
}

async function openRig(
  plans: readonly PhonePlan[],
  env: NodeJS.ProcessEnv,
  closers: (() => unknown)[],
): Promise<Rig> {
  const adb = await startAdbClient(adbProgram ?? '');
  closers.push(adb.close);
  const port = await freePort();
  const inspect = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  const bridge = await startBridge(bridgeFile, [], { ...adb.env, ...env, ...inspect });
  closers.push(bridge.stop);
  const bridgeTools = await connectDevTools(await debuggerOf(`http://127.0.0.1:${port}/json/list`));
  closers.push(bridgeTools.close);
  const chrome = await startChrome(adb.folder);
  closers.push(chrome.stop);
  const tools = await connectDevTools(await debuggerOf(`${chrome.address}/json/version`));
  closers.push(tools.close);
  const phones: SoakPhone[] = [];
  for (const [at, plan] of plans.entries()) {
    const name = `${plan.by} ${at + 1}`;
    const process = plan.by === 'page' ? null : await startPhone(plan, at, adb);
    if (process !== null) closers.push(process.stop, process.forward.close);
    const setup = { name, process, bridge, adb };
    const target = await chrome.use((context) => openConsole(context, plan, setup));
    const page = await tools.attach(target);
    const session = (where = 'page'): string | undefined =>
      where === 'page' ? page : tools.workers.findLast(({ parent }) => parent === page)?.session;
    const evaluate: SoakPhone['evaluate'] = (expression, where) =>
      tools.evaluate(expression, session(where));
    await evaluate(watchConsole(name));
    phones.push({
      name,
      process,
      evaluate,
      send: (method, params, where) => tools.send(method, params, session(where)),
      whenTrue: async (expression, deadlineMs) => {
        const startMs = performance.now();
        while ((await evaluate(expression)) !== true)
          if (performance.now() > startMs + deadlineMs) return NaN;
          else await delay(50);
        return performance.now() - startMs;
      },
      takeTouches: process === null ? () => touchesOfPage(evaluate) : readTouches(process.touches),
      connectAgent: async (kind, agentName) => {
        const agent = await connectAgent(kind, bridge, `/${agentName}`);
        closers.push(agent.close);
        const chosen = await agent.call('use_phone', { console: `console ${at + 1}` });
        if (chosen.isError) throw new Error(chosen.text);
        return agent;
      },
    });
  }
  return { adb, bridge, bridgeTools, chrome, phones };
}

const debuggerSchema = z.object({ webSocketDebuggerUrl: z.string() });

async function debuggerOf(address: string): Promise<string> {
  const answer: unknown = await (await fetch(address)).json();
  return debuggerSchema.parse(Array.isArray(answer) ? answer[0] : answer).webSocketDebuggerUrl;
}

async function startPhone(
  { options = [] }: PhonePlan,
  at: number,
  { folder }: AdbClient,
): Promise<PhoneProcess> {
  const touches = join(folder, `touches-${at}`);
  const process = await startDemoPhone('--touches', touches, '--activity', activity, ...options);
  return { ...process, touches, forward: await forwardTo(process.address) };
}

interface ConsoleSetup extends Pick<SoakPhone, 'name' | 'process'>, Pick<Rig, 'bridge' | 'adb'> {}

/** Opens a console in a window of its own, since tabs behind another are hidden; returns its DevTools target. */
async function openConsole(
  context: BrowserContext,
  { panel, faults = '' }: PhonePlan,
  { name, process, bridge, adb }: ConsoleSetup,
): Promise<string> {
  const session = await context.browser()?.newBrowserCDPSession();
  const [page, target] = await Promise.all([
    context.waitForEvent('page'),
    session?.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
  ]);
  await page.addInitScript(recordFigures);
  await page.addInitScript(recordLogAndCalls, logTag);
  await giveAdbKey(page);
  if (process === null) {
    const demo = { phone: 'demo', activity, record: name, faults } as const;
    await page.goto(consoleUrl(bridge.url, demo));
  } else {
    const { address } = process.forward;
    await page.goto(bridge.url);
    await waitForBridge(page);
    await adb.run('connect', address);
    await page.getByRole('button', { name: `${address} through adb` }).click();
  }
  await Promise.all([waitForPhone(page), waitForBridge(page)]);
  await page.locator(`#tab-${panel}`).click();
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  return target?.targetId ?? '';
}

/**
 * Runs in the page, before its scripts: counts the log lines with this tag that its worker sends, and those that
 * are missing between them; keeps the calls, once somebody has given it a place for them.
 */
function recordLogAndCalls(tag: string): void {
  const seen: { last: number; lost: number; calls?: unknown[] } = { last: 0, lost: 0 };
  Object.assign(window, { seen });
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener(
        'message',
        ({ data }: MessageEvent<{ name?: string; data?: unknown }>) => {
          if (data.name === 'call') seen.calls?.push(data.data);
          if (data.name !== 'log') return;
          // As the worker sends it.
          const { lines } = data.data as { lines: readonly { tag: string; text: string }[] };
          for (const { text } of lines.filter((line) => line.tag === tag)) {
            const number = Number.parseInt(text);
            seen.lost += number - seen.last - 1;
            seen.last = number;
          }
        },
      );
    }
  };
}

/** Runs in the page: keeps the touches of its phone, and the states of its live view. */
const watchConsole = (channel: string): string => `(() => {
  window.touches = [];
  new BroadcastChannel('${channel}').onmessage = ({ data }) => {
    if (data?.action === 'down') window.touches.push(data.x + ',' + data.y);
  };
  window.liveStates = [];
  const line = document.querySelector('[data-testid="live-line"]');
  new MutationObserver(() => window.liveStates.push(line.dataset.state))
    .observe(line, { attributeFilter: ['data-state'] });
})()`;

async function touchesOfPage(evaluate: SoakPhone['evaluate']): Promise<readonly string[]> {
  return z.array(z.string()).parse(await evaluate('window.touches.splice(0)'));
}
