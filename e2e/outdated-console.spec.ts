/** A tab from before an update of Handset, and the updated bridge. */
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { RELAY_VERSION } from '#core/relay/limits.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

/** The version comparison in the built bridge, in which the constant is inlined. */
const comparison = `frame.version === ${RELAY_VERSION}`;

/** Installs the built bridge and its console in a folder, where the bridge can be replaced. */
async function installAt(folder: string): Promise<string> {
  const program = join(folder, 'dist-bridge', 'bridge.js');
  await mkdir(dirname(program), { recursive: true });
  await copyFile(bridgeFile, program);
  await symlink(join(import.meta.dirname, '..', 'dist'), join(folder, 'dist'), 'junction');
  return program;
}

/** Replaces the bridge by one of the next version. */
async function updateBridge(program: string): Promise<void> {
  const [before = '', ...after] = (await readFile(program, 'utf8')).split(comparison);
  if (after.length !== 1) throw new Error(`Not once in the built bridge: ${comparison}`);
  const next = `frame.version === ${RELAY_VERSION + 1}`;
  await writeFile(program, [before, ...after].join(next));
}

/** Records the bridge states shown in the header from now on. */
async function watchStatus(page: Page): Promise<() => Promise<unknown>> {
  await page.getByTestId('bridge-status').evaluate((chip) => {
    const statusTexts: string[] = [];
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => {
      const text = chip.textContent.trim();
      if (statusTexts.at(-1) !== text) statusTexts.push(text);
    }).observe(chip, options);
    Object.assign(window, { statusTexts });
  });
  return () => page.evaluate('window.statusTexts');
}

async function healthOf({ url }: Bridge): Promise<unknown> {
  return (await fetch(new URL('/healthz', url))).json();
}

/** Longer than the delay before a first automatic retry. */
const quietMs = 750;

test(
  'a console older than the bridge asks to reload, and stops reconnecting',
  { tag: '@more' },
  async ({ page }, testInfo) => {
    const program = await installAt(testInfo.outputPath('installed'));
    const bridge = await startBridge(program);
    try {
      await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
      await Promise.all([waitForPhone(page), waitForBridge(page)]);
      await page.getByRole('tab', { name: /^Agents/ }).click();
      const status = page.getByTestId('bridge-status');
      const link = page.getByTestId('bridge-link');
      // The panel must load before its bridge stops.
      await expect(link).toBeVisible();
      await updateBridge(program);
      await bridge.restart();

      await expect(status).toHaveText('Refused by bridge');
      await expect(link.getByTestId('problem')).toContainText(
        `This page and the bridge at 127.0.0.1:${bridge.port} have different versions.`,
      );
      await expect(link.getByTestId('problem')).toContainText('Reload this page.');
      // The phone stays connected.
      await waitForPhone(page);
      expect(await healthOf(bridge)).toMatchObject({
        name: 'handset',
        console: false,
        consoles: [],
      });

      const statusTexts = await watchStatus(page);
      await link.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(statusTexts).toEqual(['Bridge connecting', 'Refused by bridge']);
      await delay(quietMs);
      expect(await statusTexts()).toEqual(['Bridge connecting', 'Refused by bridge']);
      expect(await healthOf(bridge)).toMatchObject({ console: false });

      // With the matching bridge, a reload is enough.
      await copyFile(bridgeFile, program);
      await bridge.restart();
      await page.reload();
      await Promise.all([waitForPhone(page), waitForBridge(page)]);
      expect(await healthOf(bridge)).toMatchObject({ console: true, consoles: [{}] });
    } finally {
      await bridge.stop();
    }
  },
);
