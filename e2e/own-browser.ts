/**
 * A browser controlled without Playwright, which makes every page believe that it is visible and
 * focused. Here a page behind another tab is hidden, as for users.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { browserPath, launchOptions } from './chromium.ts';
import { expect } from './fixtures.ts';

/** The fields of a DevTools protocol message that are used. */
const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const sessionSchema = z.object({ sessionId: z.string() });
const attachedSchema = sessionSchema.extend({ targetInfo: z.object({ type: z.string() }) });
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const createdSchema = z.object({ targetId: z.string() });

/** A tab with a page and its worker. Expressions may be promises; their values must be JSON. */
export interface DevToolsTab {
  evaluate(expression: string): Promise<unknown>;
  evaluateInWorker(expression: string): Promise<unknown>;
  /** Waits until the expression is true in the page. */
  waitUntil(expression: string): Promise<void>;
  /** Brings another tab to the front. */
  hide(): Promise<void>;
  /** Brings this tab to the front. */
  show(): Promise<void>;
}

export interface DevToolsBrowser {
  open(url: string): Promise<DevToolsTab>;
  close(): Promise<void>;
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

/** Starts the browser with additional flags. */
export async function startDevToolsBrowser(...flags: readonly string[]): Promise<DevToolsBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'handset-browser-'));
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(browserPath ?? '', [...args, ...(launchOptions.args ?? []), ...flags]);
  const { socket, send, workers } = await connect(child);
  return {
    open: async (url) => await openTab(url, send, workers),
    close: async () => {
      socket.close();
      child.kill();
      await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function connect(child: ChildProcess) {
  const address = await new Promise<string>((resolve, reject) => {
    let stderrText = '';
    child.once('exit', () => reject(new Error(`The browser ended: ${stderrText}`)));
    child.stderr?.on('data', (text: Buffer) => {
      stderrText += text.toString();
      const found = /ws:\/\/\S+/.exec(stderrText)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<number, (answer: z.infer<typeof messageSchema>) => void>();
  const workers: string[] = [];
  socket.on('message', (data: Buffer) => {
    const message = messageSchema.parse(JSON.parse(data.toString()));
    if (message.id !== undefined) pending.get(message.id)?.(message);
    if (message.method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = attachedSchema.parse(message.params);
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = pending.size + 1;
      pending.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error))),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return { socket, send, workers };
}

async function openTab(url: string, send: Send, workers: readonly string[]): Promise<DevToolsTab> {
  const { targetId } = createdSchema.parse(await send('Target.createTarget', { url }));
  const attachResult = await send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = sessionSchema.parse(attachResult);
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await send('Target.setAutoAttach', auto, sessionId);
  const evaluateIn = async (where: string | undefined, expression: string): Promise<unknown> => {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const result = evaluatedSchema.parse(await send('Runtime.evaluate', params, where));
    if (result.exceptionDetails !== undefined) {
      throw new Error(JSON.stringify(result.exceptionDetails));
    }
    return result.result.value;
  };
  const evaluate = (expression: string): Promise<unknown> => evaluateIn(sessionId, expression);
  return {
    evaluate,
    evaluateInWorker: (expression) => evaluateIn(workers.at(-1), expression),
    waitUntil: async (expression) => {
      // A tab that has just been opened cannot evaluate yet.
      await expect(async () => expect(await evaluate(expression)).toBe(true)).toPass();
    },
    hide: async () => {
      const other = createdSchema.parse(await send('Target.createTarget', { url: 'about:blank' }));
      await send('Target.activateTarget', other);
    },
    show: async () => {
      await send('Target.activateTarget', { targetId });
    },
  };
}
