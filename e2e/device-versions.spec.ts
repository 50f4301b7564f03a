/** The sections Files and Shell, and the tools beside them, on each Android version, in the page and through the adb server. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { androidVersions } from '#core/demo-phone/options.ts';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import { findAdb, startAdbClient, startDemoPhone } from './adb-client.ts';
import { connectAgent } from './agents.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import {
  connectThroughAdb,
  consoleUrl,
  setRule,
  waitForBridge,
  waitForPhone,
} from './console-page.ts';
import { expect, test } from './fixtures.ts';

const adbPath = findAdb();

for (const road of ['in the page', 'through the adb server']) {
  for (const android of androidVersions) {
    test(
      `Android ${android} ${road}: files, shell and their tools`,
      { tag: android === 14 ? '@more' : '@nightly' },
      async ({ page }, testInfo) => {
        test.slow();
        const isThroughAdb = road !== 'in the page';
        test.skip(isThroughAdb && adbPath === undefined, 'no adb on this machine');
        const closings: (() => Promise<unknown>)[] = [];
        try {
          const adb = isThroughAdb ? await startAdbClient(adbPath ?? '') : null;
          if (adb !== null) closings.push(adb.close);
          const folder = testInfo.outputPath('files');
          await mkdir(folder);
          const sent = randomBytes(3_000_000);
          await writeFile(`${folder}/sent.bin`, sent);
          await writeFile(`${folder}/app.apk`, buildApk({ packageName: 'com.example.app' }));
          const options = ['--tools', 'all', '--files', folder];
          const bridge = await startBridge(bridgeFile, options, adb?.env);
          closings.push(bridge.stop);
          if (adb === null) {
            const query = { phone: 'demo', android: String(android), live: 'off' } as const;
            await page.goto(consoleUrl(bridge.url, query));
            await waitForPhone(page);
          } else {
            const phone = await startDemoPhone('--android', String(android));
            closings.push(phone.stop);
            await page.goto(consoleUrl(bridge.url, { live: 'off' }));
            await waitForBridge(page);
            await adb.run('connect', phone.address);
            await adb.run('-s', phone.address, 'wait-for-device');
            await connectThroughAdb(page, phone.address);
          }
          await waitForBridge(page);
          await page.getByRole('tab', { name: /^Agents/ }).click();
          await setRule(page, 'risk', 'Allow');
          await page.getByTestId('single-tools').locator('summary').click();
          await page.getByTestId('tool-rule-run_shell').selectOption('ask');
          const agent = await connectAgent('v1', bridge);
          closings.push(agent.close);
          const call = async (tool: string, input: Record<string, unknown>): Promise<string> => {
            const { isError, text } = await agent.call(tool, input);
            expect(isError, `${tool}: ${text}`).toBe(false);
            return text;
          };

          const path = '/sdcard/Download/sent.bin';
          expect(await call('send_file', { file: 'sent.bin' })).toContain(path);
          expect(await call('list_files', { path: '/sdcard/Download' })).toMatch(
            /sent\.bin\tfile\t3000000/,
          );
          await call('fetch_file', { path, save_as: 'new/fetched.bin' });
          expect((await readFile(`${folder}/new/fetched.bin`)).equals(sent)).toBe(true);
          await call('install_app', { file: 'app.apk' });
          const command = 'getprop ro.build.version.release; pm list packages com.example.app';
          const shell = call('run_shell', { command });
          await page.getByTestId('question').getByRole('button', { name: 'Allow once' }).click();
          expect(await shell).toMatch(
            new RegExp(`"stdout":"${android}[.0-9]*\\\\npackage:com.example.app`),
          );

          await page.getByRole('tab', { name: 'Device' }).click();
          await page.getByRole('tab', { name: 'Files' }).click();
          const file = (name: string) => page.getByTestId('file').filter({ hasText: name });
          await file('Download').click();
          await file('sent.bin').click();
          const downloading = page.waitForEvent('download');
          const section = page.getByTestId('files-section');
          await section.getByRole('button', { name: 'Download', exact: true }).last().click();
          expect((await readFile(await (await downloading).path())).equals(sent)).toBe(true);
          await section.getByTestId('send-files-input').setInputFiles(`${folder}/app.apk`);
          await expect(file('app.apk')).toBeVisible();

          await page.getByRole('tab', { name: 'Shell' }).click();
          const shown = page.locator('.xterm-rows:visible');
          await expect(shown).toContainText('$');
          await page.keyboard.type('ls /sdcard/Download');
          await page.keyboard.press('Enter');
          await expect(shown).toContainText('sent.bin');
        } finally {
          for (const close of closings.toReversed()) await close();
        }
      },
    );
  }
}
