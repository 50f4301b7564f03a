/** A browser as a process of its own, to which Playwright is connected only while it is steered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { launchOptions } from './chromium.ts';
import { freePort } from './free-port.ts';

export interface Chrome {
  readonly pid: number;
  /** `http://127.0.0.1:PORT`, where DevTools listens. */
  readonly address: string;
  /** The folder of its downloads. */
  readonly downloads: string;
  /**
   * Connects Playwright for the time of `work`. Playwright has the browser report every frame of a WebSocket, which
   * takes longer than to send it, and makes every page believe that it is visible.
   */
  use<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts it with a profile in this folder and one blank page. */
export async function startChrome(folder: string): Promise<Chrome> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const profile = join(folder, 'profile');
  const downloads = join(folder, 'downloads');
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { download: { default_directory: downloads, prompt_for_download: false } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const child = spawn(
    launchOptions.executablePath ?? chromium.executablePath(),
    [
      ...(launchOptions.args ?? []),
      '--headless=new',
      // Without a GPU every frame of an animation is drawn by the processor.
      '--force-prefers-reduced-motion',
      '--window-size=1280,900',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  while (!(await fetch(`${address}/json/version`).catch(() => null))?.ok) await delay(100);
  return {
    pid: child.pid ?? 0,
    address,
    downloads,
    use: async (work) => {
      const browser = await chromium.connectOverCDP(address, { isLocal: true });
      try {
        const [context] = browser.contexts();
        if (context === undefined) throw new Error('The browser has no window.');
        return await work(context);
      } finally {
        // Disconnects only.
        await browser.close();
      }
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
