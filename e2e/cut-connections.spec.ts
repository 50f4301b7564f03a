/**
 * Each kind of work on a phone with its connection cut in the middle, through the adb server: it
 * ends soon and says why, is never reported as done, and works again once the phone is back. Where a
 * cut happens is decided by what passes to the phone or from it, never by a time.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Agent, connectAgent } from './agents.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { connectThroughAdb, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { type TcpForward, forwardTo } from './tcp-forward.ts';

const adbPath = findAdb();
test.skip(browserPath === undefined, noBrowserReason);

/** Within this time after the cut, whatever ran has ended. */
const endsWithinMs = 10_000;
const lostText = 'Handset 14 was disconnected.';

/** A call of an agent, and what passes when its connection is cut. */
interface CutCall {
  readonly kind: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly at: RegExp;
  /** Where the call that works afterwards must have others. */
  readonly argsAfterwards?: Record<string, unknown>;
}

/** In the scrcpy server's message for a finger, its place 300,90 as two numbers of 32 bits. */
const fingerDown = /\p{Cc}{3},\p{Cc}{3}Z\p{Cc}{4}/u;
const longPress = { x: 300, y: 90, duration: 4_000 };

const calls: readonly CutCall[] = [
  { kind: 'a reading', tool: 'get_screen_state', args: {}, at: /read \d+ \d+ \d+\n/ },
  {
    kind: 'a screenshot',
    tool: 'get_screen_state',
    args: { include_screenshot: true },
    at: /\x89PNG/,
  },
  {
    kind: 'a wait',
    tool: 'wait_for_element',
    args: { by: 'text', value: 'never there', timeout: 30_000 },
    // Not its first reading.
    at: /read (?:[5-9]|\d\d+) \d+ \d+\n/,
    argsAfterwards: { by: 'text', value: 'Save', timeout: 5_000 },
  },
  { kind: 'a gesture', tool: 'long_press', args: longPress, at: fingerDown },
  {
    kind: 'text',
    tool: 'set_text',
    args: { selector: '@edit_title', text: 'zebra' },
    at: /zebra/,
  },
  {
    kind: 'the second of two steps',
    tool: 'run_steps',
    args: {
      steps: [
        { tool: 'tap', arguments: { x: 9, y: 9 } },
        { tool: 'long_press', arguments: longPress },
      ],
    },
    at: fingerDown,
  },
  { kind: 'a list from the phone', tool: 'list_apps', args: {}, at: /list packages/ },
];

test.describe('a phone through adb', { tag: '@nightly' }, () => {
  test.describe.configure({ mode: 'default' });
  test.skip(adbPath === undefined, 'no adb on this machine');

  let phone: DemoPhoneProcess;
  let forward: TcpForward;
  let adb: AdbClient;
  let bridge: Bridge;
  let agent: Agent;
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    phone = await startDemoPhone(
      '--android',
      '14',
      '--activity',
      'com.handset.notes/.EditActivity',
    );
    forward = await forwardTo(phone.address);
    adb = await startAdbClient(adbPath ?? '');
    bridge = await startBridge(bridgeFile, ['--tools', 'all'], adb.env);
    agent = await connectAgent('v1', bridge, '/one');
    page = await browser.newPage({ serviceWorkers: 'block' });
    await openConsole('off');
    await adb.run('connect', forward.address);
    await connectThroughAdb(page, forward.address);
  });
  test.afterAll(async () => {
    await page.close();
    await agent.close();
    await bridge.stop();
    forward.close();
    await adb.close();
    await phone.stop();
  });
  test.afterEach(async () => {
    await expect(page.getByText('internal error')).toHaveCount(0);
  });

  /** With `off`, nothing is read from the phone but for agents. */
  const openConsole = async (live: 'on' | 'off'): Promise<void> => {
    const url = new URL(bridge.url);
    url.searchParams.set('live', live);
    if (page.url() === url.href) return;
    await page.goto(url.href);
    await waitForBridge(page);
  };

  /** The phone can be reached again, and is connected by itself. */
  const comeBack = async (): Promise<void> => {
    await forward.mend();
    // By itself the adb server tries again only every ten seconds.
    await adb.run('disconnect', forward.address);
    await expect(async () => {
      await adb.run('connect', forward.address);
      await waitForPhone(page, 5_000);
    }).toPass({ timeout: 40_000 });
  };

  const expectLost = async (): Promise<void> => {
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
  };

  for (const { kind, tool, args, at, argsAfterwards = args } of calls)
    test(`is cut off in ${kind} of an agent`, async () => {
      await openConsole('off');
      await waitForPhone(page);
      // From now on nothing passes but for this call.
      await expect
        .poll(async () => (await agent.call('list_phones')).text)
        .toContain('\telement reader\t');
      const cut = forward.cutAt(at);
      const calling = agent.call(tool, args);
      await Promise.race([cut, calling]);
      const result = await Promise.race([calling, pause(endsWithinMs, null)]);
      expect(result?.text).toContain(lostText);
      expect(result).toMatchObject({ isError: true });
      await expectLost();
      await comeBack();
      const afterwards = await agent.call(tool, argsAfterwards);
      expect(afterwards, afterwards.text).toMatchObject({ isError: false });
    });

  const sendFile = async (fileName: string, bytes: Uint8Array): Promise<void> => {
    await page
      .getByTestId('send-files-input')
      .setInputFiles([{ name: fileName, mimeType: '', buffer: Buffer.from(bytes) }]);
  };

  /** Sends a file that is cut off, then once more. */
  const expectTransferCut = async (
    file: { readonly name: string; readonly bytes: Uint8Array },
    { at, done }: { readonly at: RegExp; readonly done: RegExp },
  ): Promise<void> => {
    await openConsole('on');
    await waitForPhone(page);
    const cut = forward.cutAt(at);
    await sendFile(file.name, file.bytes);
    await cut;
    const row = page.getByTestId('transfer').filter({ hasText: file.name });
    await expect(row).toHaveAttribute('data-state', 'failed', { timeout: endsWithinMs });
    await expect(row).toContainText(lostText);
    await comeBack();
    await row.getByRole('button', { name: 'Retry' }).click();
    await expect(row).toHaveAttribute('data-state', 'done', { timeout: 20_000 });
    await expect(row).toContainText(done);
  };

  test('is cut off in the middle of a file that is sent', async () => {
    const bytes = randomBytes(3_000_000);
    bytes.write('the middle of the file', 1_500_000);
    await expectTransferCut(
      { name: 'large.bin', bytes },
      { at: /the middle of the file/, done: /Saved as \/sdcard\/Download\// },
    );
  });

  test('is cut off while it installs an app', async () => {
    const bytes = buildApk({ packageName: 'com.example.app' });
    await expectTransferCut(
      { name: 'app.apk', bytes },
      { at: /pm install|cmd package install/, done: /Installed/ },
    );
  });

  test('is cut off in a picture that is to be saved', async () => {
    await openConsole('on');
    await waitForPhone(page);
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    const cut = forward.cutAt(/\x89PNG/);
    const save = page.getByTestId('save-screenshot');
    await save.click();
    await cut;
    await expectLost();
    await comeBack();
    expect(downloads).toEqual([]);
    await save.click();
    await expect.poll(() => downloads).toHaveLength(1);
  });

  test('is cut off while its log streams', async () => {
    await openConsole('on');
    await waitForPhone(page);
    await page.locator('#tab-logs').click();
    const count = async (): Promise<number> =>
      Number((await page.getByTestId('log-count').innerText()).split(' ')[0]);
    await expect.poll(count).toBeGreaterThan(0);
    forward.cut();
    await expectLost();
    const before = await count();
    await comeBack();
    await expect.poll(count).toBeGreaterThan(before);
    await page.locator('#tab-elements').click();
  });

  test('is cut off in the live view', async () => {
    await openConsole('on');
    await waitForPhone(page);
    const line = page.getByTestId('live-line');
    await expect(line).toHaveAttribute('data-state', 'video');
    forward.cut();
    await expect(line).toHaveAttribute('data-state', 'off', { timeout: endsWithinMs });
    await expect(page.locator('#screen')).toContainText('Handset 14 was disconnected');
    await comeBack();
    await expect(line).toHaveAttribute('data-state', 'video');
    expect(await agent.call('tap', { x: 9, y: 9 })).toMatchObject({ isError: false });
  });

  test('loses its bridge in the live view', async () => {
    await openConsole('on');
    await waitForPhone(page);
    const line = page.getByTestId('live-line');
    await expect(line).toHaveAttribute('data-state', 'video');
    await bridge.restart('SIGKILL');
    await waitForBridge(page);
    await waitForPhone(page);
    await expect(line).toHaveAttribute('data-state', 'video');
    expect(await agent.call('tap', { x: 9, y: 9 })).toMatchObject({ isError: false });
  });

  test('is cut off in a recording of its screen', async () => {
    await openConsole('on');
    await waitForPhone(page);
    const recording = page.getByTestId('recording');
    const record = page.getByTestId('record');
    await record.click();
    await expect(recording).toHaveAttribute('data-state', 'recording');
    forward.cut();
    await expect(recording).toHaveAttribute('data-state', 'ended', { timeout: endsWithinMs });
    await expect(recording).toContainText(lostText);
    await comeBack();
    await record.click();
    await expect(recording).toHaveAttribute('data-state', 'recording');
    await record.click();
    await expect(recording).toHaveAttribute('data-state', 'ended');
    await expect(recording).not.toContainText(lostText);
  });
});
