import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { ConcatBufferStream } from '@yume-chan/stream-extra';
import { androidVersions } from '#core/demo-phone/options.ts';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import type { Transfer } from '#core/link/phone-status.ts';
import { type PhoneHarness, neverAborts, createPhoneHarness } from '../adb/testing/harness.ts';
import { checksum } from '../demo/testing/tango-host.ts';
import { installApk, pushFile } from './transfers.ts';

const downloadFolder = '/sdcard/Download';
type Progress = Omit<Transfer, 'id'>;

/** Vitest types its matchers as any. */
const stringMatching = (words: RegExp): unknown => expect.stringMatching(words);

const ignoreProgress = (): void => undefined;
const fileOf = (name: string, content: BlobPart, lastModified = 1_700_000_000_000): File =>
  new File([content], name, { lastModified });

/** Runs a shell command on the phone. */
async function shell({ connection }: PhoneHarness, line: string): Promise<string> {
  const { stdout } = (await connection.adb.subprocess.shellProtocol?.spawnWaitText(line)) ?? {};
  return stdout ?? '';
}

let harness: PhoneHarness;
afterEach(() => harness.connection.close());

describe.each(androidVersions)('Android %i', (android) => {
  useDrivenClock();
  beforeEach(async () => {
    harness = await createPhoneHarness({ android });
  });

  it('copies a file into Download, with its bytes and time, and never replaces another', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const content = new Blob(Array.from({ length: 40 }, () => bytes));
    const reports: Progress[] = [];
    const onProgress = (progress: Progress): void => void reports.push(progress);
    const send = (): Promise<string> =>
      pushFile(
        harness.connection,
        {
          folder: downloadFolder,
          file: new File([content], "it's.bin", { lastModified: 1_700_000_000_000 }),
          onProgress,
        },
        neverAborts,
      );
    expect([await send(), await send()]).toEqual([
      "/sdcard/Download/it's.bin",
      "/sdcard/Download/it's (1).bin",
    ]);
    expect(reports.at(-1)).toEqual({
      stage: 'sending',
      sentBytes: 2_400_000,
      totalBytes: 2_400_000,
    });
    const sync = await harness.connection.adb.sync();
    const stat = await sync.lstat("/sdcard/Download/it's (1).bin");
    expect([Number(stat.size), Number(stat.mtime)]).toEqual([2_400_000, 1_700_000_000]);
    const pulled = sync.read("/sdcard/Download/it's.bin").pipeThrough(new ConcatBufferStream());
    const sent = new Uint8Array(await content.arrayBuffer());
    expect(await checksum(await pulled)).toBe(await checksum(sent));
  });

  it('makes a phone that does not watch its files add them to its media store', async () => {
    const file = fileOf("it's 50% #1 (a).jpg", 'x');
    const path = await pushFile(
      harness.connection,
      { folder: downloadFolder, file, onProgress: ignoreProgress },
      neverAborts,
    );
    expect(path).toBe("/sdcard/Download/it's 50% #1 (a).jpg");
    const log = await shell(harness, 'logcat -d -v raw -s MediaScannerReceiver:*');
    const action = 'android.intent.action.MEDIA_SCANNER_SCAN_FILE';
    const seen = `action: ${action} path: /storage/emulated/0/Download/it's 50% #1 (a).jpg\n`;
    expect(log.replace(/^-+ beginning.*\n/gm, '')).toBe(android < 11 ? seen : '');
  });

  it('installs an app, and leaves no file behind', async () => {
    const file = fileOf('App (2).apk', buildApk({ packageName: 'com.example.app' }));
    const stages: string[] = [];
    const onProgress = ({ stage }: Progress): void => void stages.push(stage);
    expect(await installApk(harness.connection, { file, onProgress }, neverAborts)).toBe('Success');
    expect(stages.at(-1)).toBe('installing');
    expect(await shell(harness, 'pm list packages example')).toBe('package:com.example.app\n');
    expect(await shell(harness, 'ls /data/local/tmp | grep apk')).toBe('');
  });

  it('quotes the phone when an installation fails, and leaves no file behind', async () => {
    const file = fileOf('a.apk', 'no app');
    await expect(
      installApk(harness.connection, { file, onProgress: ignoreProgress }, neverAborts),
    ).rejects.toMatchObject({
      code: 'command-failed',
      message: stringMatching(/the phone said: Error: Failed to parse APK file: a\.apk/),
      hint: stringMatching(/damaged/),
    });
    expect(await shell(harness, 'ls /data/local/tmp | grep apk')).toBe('');
  });

  it('stops at once when cancelled, and removes the partial file', async () => {
    const cancellation = new AbortController();
    const content = new Uint8Array(30_000_000);
    const reports: number[] = [];
    const onProgress = ({ sentBytes }: Progress): void => {
      reports.push(sentBytes);
      cancellation.abort();
    };
    const sending = pushFile(
      harness.connection,
      { folder: downloadFolder, file: fileOf('big.bin', content), onProgress },
      cancellation.signal,
    );
    await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
    expect(reports.at(-1)).toBeLessThan(content.length);
    expect(await shell(harness, 'ls /sdcard/Download')).not.toContain('big.bin');
    const second = {
      folder: downloadFolder,
      file: fileOf('big.bin', 'small'),
      onProgress: ignoreProgress,
    };
    expect(await pushFile(harness.connection, second, neverAborts)).toBe(
      '/sdcard/Download/big.bin',
    );
    expect(await shell(harness, 'cat /sdcard/Download/big.bin')).toBe('small');
  });
});

describe('failures', () => {
  useDrivenClock();
  beforeEach(async () => {
    harness = await createPhoneHarness();
  });

  it('a phone that is unplugged during the transfer', async () => {
    const onProgress = (): void => harness.usb.unplug();
    const file = fileOf('big.bin', new Uint8Array(30_000_000));
    await expect(
      pushFile(harness.connection, { folder: downloadFolder, file, onProgress }, neverAborts),
    ).rejects.toMatchObject({
      code: 'phone-lost',
    });
  });

  it('a file that the computer can’t read to its end', async () => {
    const file = fileOf('gone.txt', 'x'.repeat(100_000));
    vi.spyOn(file, 'stream').mockImplementation(
      () =>
        new ReadableStream({
          pull: () =>
            Promise.reject(new DOMException('A requested file was not found.', 'NotFoundError')),
        }),
    );
    await expect(
      pushFile(
        harness.connection,
        { folder: downloadFolder, file, onProgress: ignoreProgress },
        neverAborts,
      ),
    ).rejects.toMatchObject({
      code: 'invalid-argument',
      message: "gone.txt couldn't be read: A requested file was not found.",
    });
    expect(await shell(harness, 'ls /sdcard/Download')).not.toContain('gone');
  });

  it('a phone that blocks installations', async () => {
    harness.faults.add('install-blocked');
    const file = fileOf('a.apk', buildApk({ packageName: 'com.example.app' }));
    await expect(
      installApk(harness.connection, { file, onProgress: ignoreProgress }, neverAborts),
    ).rejects.toMatchObject({
      message:
        "Couldn't install the app; the phone said: INSTALL_FAILED_USER_RESTRICTED: Install canceled by user.",
      hint: stringMatching(/Install via USB/),
    });
  });

  it('never writes outside Download', async () => {
    const file = fileOf('../../../data/local/tmp/evil', 'x');
    expect(
      await pushFile(
        harness.connection,
        { folder: downloadFolder, file, onProgress: ignoreProgress },
        neverAborts,
      ),
    ).toBe('/sdcard/Download/evil');
  });
});

// On the real clock: how far the transfer is, is reported only now and then, and the driven clock
// does not pass while it is busy.
it('buffers only a few chunks of a file', async () => {
  harness = await createPhoneHarness();
  const cancellation = new AbortController();
  let readBytes = 0;
  const reports: number[] = [];
  const file = fileOf('large.bin', '');
  vi.spyOn(file, 'stream').mockImplementation(
    () =>
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(new Uint8Array(1024 * 1024));
          readBytes += 1024 * 1024;
        },
      }),
  );
  const onProgress = ({ sentBytes }: Progress): void => {
    reports.push(readBytes - sentBytes);
    if (reports.length === 5) cancellation.abort();
  };
  const sending = pushFile(
    harness.connection,
    { folder: downloadFolder, file, onProgress },
    cancellation.signal,
  );
  await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
  expect(Math.max(...reports)).toBeLessThan(4 * 1024 * 1024);
});
