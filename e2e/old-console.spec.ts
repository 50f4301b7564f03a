/** A tab that was open before Handset was updated meets the new bridge. */
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { RELAY_VERSION } from '../core/relay/limits.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { bridgeConnected, consoleUrl, phoneConnected } from './console-page.ts';
import { expect, test } from './fixtures.ts';

/** Where the bridge compares versions, in the built program; the number stands where the name stood. */
const comparison = `frame.version === ${RELAY_VERSION}`;

/** Lays the built bridge, and the console it serves, where it can be replaced by another. */
async function installAt(folder: string): Promise<string> {
  const program = join(folder, 'dist-bridge', 'bridge.js');
  await mkdir(dirname(program), { recursive: true });
  await copyFile(bridgeFile, program);
  await symlink(join(import.meta.dirname, '..', 'dist'), join(folder, 'dist'), 'junction');
  return program;
}

/** Puts the bridge of the next version in its place. */
async function update(program: string): Promise<void> {
  const [before = '', ...after] = (await readFile(program, 'utf8')).split(comparison);
  if (after.length !== 1) throw new Error(`Not once in the built bridge: ${comparison}`);
  const next = `frame.version === ${RELAY_VERSION + 1}`;
  await writeFile(program, [before, ...after].join(next));
}

/** Writes down what the header says of the bridge, from now on. */
async function watchStatus(page: Page): Promise<() => Promise<unknown>> {
  await page.getByTestId('bridge-status').evaluate((chip) => {
    const said: string[] = [];
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => {
      const words = chip.textContent.trim();
      if (said.at(-1) !== words) said.push(words);
    }).observe(chip, options);
    Object.assign(window, { said });
  });
  return () => page.evaluate('window.said');
}

async function healthOf({ url }: Bridge): Promise<unknown> {
  return (await fetch(new URL('/healthz', url))).json();
}

/** Longer than a page that goes on by itself waits after its first try. */
const quietMs = 750;

test('a console older than the bridge says to reload, and knocks no more', async ({
  page,
}, testInfo) => {
  const program = await installAt(testInfo.outputPath('installed'));
  const bridge = await startBridge(program);
  try {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
    await Promise.all([phoneConnected(page), bridgeConnected(page)]);
    await page.getByRole('tab', { name: /^Agents/ }).click();
    const status = page.getByTestId('bridge-status');
    const link = page.getByTestId('bridge-link');
    // The panel is loaded from the bridge that is about to stop.
    await expect(link).toBeVisible();
    await update(program);
    await bridge.restart();

    await expect(status).toHaveText('Bridge refused');
    await expect(link.getByTestId('problem')).toContainText(
      `This page and the bridge at 127.0.0.1:${bridge.port} are of different versions.`,
    );
    await expect(link.getByTestId('problem')).toContainText('Reload this page.');
    // The phone stays the person's.
    await phoneConnected(page);
    expect(await healthOf(bridge)).toMatchObject({ name: 'handset', console: false, consoles: [] });

    const said = await watchStatus(page);
    await link.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(said).toEqual(['Bridge connecting', 'Bridge refused']);
    await delay(quietMs);
    expect(await said()).toEqual(['Bridge connecting', 'Bridge refused']);
    expect(await healthOf(bridge)).toMatchObject({ console: false });

    // With the console that belongs to the bridge, a reload is all it takes.
    await copyFile(bridgeFile, program);
    await bridge.restart();
    await page.reload();
    await Promise.all([phoneConnected(page), bridgeConnected(page)]);
    expect(await healthOf(bridge)).toMatchObject({ console: true, consoles: [{}] });
  } finally {
    await bridge.stop();
  }
});
