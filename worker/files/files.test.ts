import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcatBufferStream } from '@yume-chan/stream-extra';
import { androidVersions } from '../../core/demo-phone/options.ts';
import { buildApk } from '../../core/demo-phone/testing/build-apk.ts';
import type { Transfer } from '../../core/link/transfer.ts';
import { type Bench, never, openBench } from '../adb/testing/bench.ts';
import { checksum } from '../demo/testing/tango-host.ts';
import { installApk, pushFile } from './transfers.ts';

type Progress = Omit<Transfer, 'id'>;

/** Vitest types its matchers as any. */
const matching = (words: RegExp): unknown => expect.stringMatching(words);

const nobody = (): void => undefined;
const fileOf = (name: string, content: BlobPart, lastModified = 1_700_000_000_000): File =>
  new File([content], name, { lastModified });

/** Runs a shell command on the phone. */
async function shell({ connection }: Bench, line: string): Promise<string> {
  const { stdout } = (await connection.adb.subprocess.shellProtocol?.spawnWaitText(line)) ?? {};
  return stdout ?? '';
}

let bench: Bench;
afterEach(() => bench.connection.close());

describe.each(androidVersions)('Android %i', (android) => {
  beforeEach(async () => {
    bench = await openBench({ android });
  });

  it('copies a file into Download, with its bytes and time, and never replaces another', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const content = new Blob(Array.from({ length: 40 }, () => bytes));
    const heard: Progress[] = [];
    const onProgress = (progress: Progress): void => void heard.push(progress);
    const send = (): Promise<string> =>
      pushFile(
        bench.phone,
        { file: new File([content], "it's.bin", { lastModified: 1_700_000_000_000 }), onProgress },
        never,
      );
    expect([await send(), await send()]).toEqual([
      "/sdcard/Download/it's.bin",
      "/sdcard/Download/it's (1).bin",
    ]);
    expect(heard.at(-1)).toEqual({ stage: 'sending', sentBytes: 2_400_000, totalBytes: 2_400_000 });
    const sync = await bench.connection.adb.sync();
    const stat = await sync.lstat("/sdcard/Download/it's (1).bin");
    expect([Number(stat.size), Number(stat.mtime)]).toEqual([2_400_000, 1_700_000_000]);
    const pulled = sync.read("/sdcard/Download/it's.bin").pipeThrough(new ConcatBufferStream());
    const sent = new Uint8Array(await content.arrayBuffer());
    expect(await checksum(await pulled)).toBe(await checksum(sent));
  });

  it('makes a phone that does not watch its files add them to its media store', async () => {
    const file = fileOf("it's 50% #1 (a).jpg", 'x');
    const path = await pushFile(bench.phone, { file, onProgress: nobody }, never);
    expect(path).toBe("/sdcard/Download/it's 50% #1 (a).jpg");
    const told = await shell(bench, 'logcat -d -v raw -s MediaScannerReceiver:*');
    const action = 'android.intent.action.MEDIA_SCANNER_SCAN_FILE';
    const seen = `action: ${action} path: /storage/emulated/0/Download/it's 50% #1 (a).jpg\n`;
    expect(told.replace(/^-+ beginning.*\n/gm, '')).toBe(android < 11 ? seen : '');
  });

  it('installs an app, and leaves no file behind', async () => {
    const file = fileOf('App (2).apk', buildApk({ packageName: 'com.example.app' }));
    const stages: string[] = [];
    const onProgress = ({ stage }: Progress): void => void stages.push(stage);
    expect(await installApk(bench.phone, { file, onProgress }, never)).toBe('Success');
    expect(stages.at(-1)).toBe('installing');
    expect(await shell(bench, 'pm list packages example')).toBe('package:com.example.app\n');
    expect(await shell(bench, 'ls /data/local/tmp | grep apk')).toBe('');
  });

  it('quotes the phone when an installation fails, and leaves no file behind', async () => {
    const file = fileOf('a.apk', 'no app');
    await expect(
      installApk(bench.phone, { file, onProgress: nobody }, never),
    ).rejects.toMatchObject({
      code: 'command-failed',
      message: matching(/it said: Error: Failed to parse APK file: a\.apk/),
      hint: matching(/damaged/),
    });
    expect(await shell(bench, 'ls /data/local/tmp | grep apk')).toBe('');
  });

  it('stops at once when cancelled, and removes the partial file', async () => {
    const leave = new AbortController();
    const content = new Uint8Array(30_000_000);
    const heard: number[] = [];
    const onProgress = ({ sentBytes }: Progress): void => {
      heard.push(sentBytes);
      leave.abort();
    };
    const sending = pushFile(
      bench.phone,
      { file: fileOf('big.bin', content), onProgress },
      leave.signal,
    );
    await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
    expect(heard.at(-1)).toBeLessThan(content.length);
    expect(await shell(bench, 'ls /sdcard/Download')).not.toContain('big.bin');
    const again = { file: fileOf('big.bin', 'small'), onProgress: nobody };
    expect(await pushFile(bench.phone, again, never)).toBe('/sdcard/Download/big.bin');
    expect(await shell(bench, 'cat /sdcard/Download/big.bin')).toBe('small');
  });
});

describe('failures', () => {
  beforeEach(async () => {
    bench = await openBench();
  });

  it('a phone that is unplugged during the transfer', async () => {
    const onProgress = (): void => void setTimeout(() => bench.usb.unplug());
    const file = fileOf('big.bin', new Uint8Array(30_000_000));
    await expect(pushFile(bench.phone, { file, onProgress }, never)).rejects.toMatchObject({
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
    await expect(pushFile(bench.phone, { file, onProgress: nobody }, never)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'gone.txt could not be read: A requested file was not found.',
    });
    expect(await shell(bench, 'ls /sdcard/Download')).not.toContain('gone');
  });

  it('a phone that blocks installations', async () => {
    bench.faults.add('install-blocked');
    const file = fileOf('a.apk', buildApk({ packageName: 'com.example.app' }));
    await expect(
      installApk(bench.phone, { file, onProgress: nobody }, never),
    ).rejects.toMatchObject({
      message:
        'The phone did not install the app; it said: INSTALL_FAILED_USER_RESTRICTED: Install canceled by user.',
      hint: matching(/Install via USB/),
    });
  });

  it('never writes outside Download', async () => {
    const file = fileOf('../../../data/local/tmp/evil', 'x');
    expect(await pushFile(bench.phone, { file, onProgress: nobody }, never)).toBe(
      '/sdcard/Download/evil',
    );
  });
});

it('buffers only a few chunks of a file', async () => {
  bench = await openBench();
  const leave = new AbortController();
  let taken = 0;
  const heard: number[] = [];
  const file = fileOf('large.bin', '');
  vi.spyOn(file, 'stream').mockImplementation(
    () =>
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(new Uint8Array(1024 * 1024));
          taken += 1024 * 1024;
        },
      }),
  );
  const onProgress = ({ sentBytes }: Progress): void => {
    heard.push(taken - sentBytes);
    if (heard.length === 5) leave.abort();
  };
  const sending = pushFile(bench.phone, { file, onProgress }, leave.signal);
  await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
  expect(Math.max(...heard)).toBeLessThan(4 * 1024 * 1024);
});
