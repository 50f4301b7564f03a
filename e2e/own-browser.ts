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
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const session = z.object({ sessionId: z.string() });
const attached = session.extend({ targetInfo: z.object({ type: z.string() }) });
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const created = z.object({ targetId: z.string() });

/** A tab with a page and its worker. Expressions may be promises; their values must be JSON. */
export interface OwnTab {
  evaluate(expression: string): Promise<unknown>;
  evaluateInWorker(expression: string): Promise<unknown>;
  /** Waits until the expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Brings another tab to the front. */
  hide(): Promise<void>;
  /** Brings this tab to the front. */
  show(): Promise<void>;
}

export interface OwnBrowser {
  open(url: string): Promise<OwnTab>;
  close(): Promise<void>;
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

/** Starts the browser with additional flags. */
export async function startOwnBrowser(...flags: readonly string[]): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'handset-browser-'));
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(browserPath ?? '', [...own, ...(launchOptions.args ?? []), ...flags]);
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
    let said = '';
    child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /ws:\/\/\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const answers = new Map<number, (answer: z.infer<typeof message>) => void>();
  const workers: string[] = [];
  socket.on('message', (data: Buffer) => {
    const told = message.parse(JSON.parse(data.toString()));
    if (told.id !== undefined) answers.get(told.id)?.(told);
    if (told.method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = attached.parse(told.params);
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = answers.size + 1;
      answers.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error))),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return { socket, send, workers };
}

async function openTab(url: string, send: Send, workers: readonly string[]): Promise<OwnTab> {
  const { targetId } = created.parse(await send('Target.createTarget', { url }));
  const attach = await send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = session.parse(attach);
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await send('Target.setAutoAttach', auto, sessionId);
  const evaluateIn = async (where: string | undefined, expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const answer = evaluated.parse(await send('Runtime.evaluate', asked, where));
    if (answer.exceptionDetails !== undefined) {
      throw new Error(JSON.stringify(answer.exceptionDetails));
    }
    return answer.result.value;
  };
  const evaluate = (expression: string): Promise<unknown> => evaluateIn(sessionId, expression);
  return {
    evaluate,
    evaluateInWorker: (expression) => evaluateIn(workers.at(-1), expression),
    until: async (expression) => {
      // A tab that has just been opened cannot evaluate yet.
      await expect(async () => expect(await evaluate(expression)).toBe(true)).toPass();
    },
    hide: async () => {
      const other = created.parse(await send('Target.createTarget', { url: 'about:blank' }));
      await send('Target.activateTarget', other);
    },
    show: async () => {
      await send('Target.activateTarget', { targetId });
    },
  };
}
