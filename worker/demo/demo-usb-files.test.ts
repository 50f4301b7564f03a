import { type Adb, type AdbSync, LinuxFileType } from '@yume-chan/adb';
import { ConcatBufferStream, ReadableStream } from '@yume-chan/stream-extra';
import { describe, expect, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { type AndroidVersion, androidVersions } from '#core/demo-phone/options.ts';
import { DemoUsb } from './demo-usb.ts';
import {
  createTestPhone,
  createPattern,
  type TestDevice,
} from '#core/demo-phone/adbd/testing/test-device.ts';
import { checksum, connectWithSharedKeys } from './testing/tango-host.ts';

useDrivenClock();

interface SyncHarness {
  readonly adb: Adb;
  readonly sync: AdbSync;
  readonly device: TestDevice;
}

async function open(android: AndroidVersion): Promise<SyncHarness> {
  const { phone, device } = createTestPhone(android);
  const adb = await connectWithSharedKeys(new DemoUsb(phone));
  return { adb, sync: await adb.sync(), device };
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

function pull(sync: AdbSync, path: string): Promise<Uint8Array> {
  return sync.read(path).pipeThrough(new ConcatBufferStream());
}

const path = '/data/local/tmp/file';

describe.each(androidVersions)('Android %i: files', (android) => {
  test('twenty megabytes are the same after sending and receiving', async () => {
    const { sync, device } = await open(android);
    const sent = createPattern(20_000_000);
    await sync.write({
      filename: path,
      file: streamOf(sent),
      type: LinuxFileType.File,
      permission: 0o640,
      mtime: 1_700_000_000,
    });
    expect(device.files.stat(path)).toEqual({
      mode: 0o100666,
      size: 20_000_000,
      modifiedS: 1_700_000_000,
    });
    const received = await pull(sync, path);
    expect(await checksum(received)).toBe(await checksum(sent));
  });

  test('an empty file', async () => {
    const { sync } = await open(android);
    await sync.write({ filename: path, file: streamOf(new Uint8Array(0)) });
    expect(await pull(sync, path)).toHaveLength(0);
  });

  test('missing directories are created, and links followed', async () => {
    const { sync, device } = await open(android);
    await sync.write({ filename: '/sdcard/a/b/c.txt', file: streamOf(Uint8Array.of(1, 2, 3)) });
    expect(device.files.read('/storage/emulated/0/a/b/c.txt')).toEqual(Uint8Array.of(1, 2, 3));
    expect(await sync.isDirectory('/mnt/sdcard/a/b')).toBe(true);
  });

  test('stat and list report mode, size and time', async () => {
    const { sync, device } = await open(android);
    device.files.write(path, Uint8Array.of(7), { mode: 0o600, modifiedS: 1_600_000_000 });
    expect(await sync.lstat(path)).toMatchObject({
      mode: 0o100600,
      size: 1n,
      mtime: 1_600_000_000n,
    });
    const entries = await sync.readdir('/data/local/tmp');
    expect(entries.map(({ name }) => name)).toEqual(['.', '..', 'file']);
    expect(entries[2]).toMatchObject({ mode: 0o100600, size: 1n, mtime: 1_600_000_000n });
    expect(await sync.readdir('/nowhere')).toEqual([]);
  });

  test("errors have Android's messages and end the session", async () => {
    const { adb } = await open(android);
    const failing = async (work: (sync: AdbSync) => Promise<unknown>) => {
      const sync = await adb.sync();
      return work(sync).then(
        () => 'no error',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    };
    const push = (filename: string) => (sync: AdbSync) =>
      sync.write({ filename, file: streamOf(createPattern(200_000)) });
    expect(await failing((sync) => pull(sync, '/nowhere/x'))).toBe(
      'open failed: No such file or directory',
    );
    expect(await failing((sync) => pull(sync, '/data/data/x'))).toBe(
      'open failed: No such file or directory',
    );
    expect(await failing((sync) => pull(sync, '/system'))).toBe('read failed: Is a directory');
    expect(await failing(push('/system/x'))).toBe("couldn't create file: Read-only file system");
    expect(await failing(push('/data/x'))).toBe("couldn't create file: Permission denied");
    expect(await failing(push('/sdcard'))).toBe("couldn't create file: Is a directory");
    expect(await failing(push('/system/a/b'))).toBe('secure_mkdirs failed: Read-only file system');
    expect(await failing(push('/proc/version/b'))).toBe("couldn't create file: Not a directory");
  });
});

test.each(androidVersions)(
  'Android %i: a partial file is removed when the transfer breaks off',
  async (android) => {
    const { adb, device } = await open(android);
    const socket = await adb.createSocket('sync:');
    const writer = socket.writable.getWriter();
    await writer.write(request('SEND', `${path},33188`));
    await writer.write(request('DATA', 'the beginning'));
    await expect.poll(() => device.files.stat(path)).toBeDefined();
    await socket.close();
    await expect.poll(() => device.files.stat(path)).toBeUndefined();
  },
);

test.each([8, 14] as const)('Android %i: a missing file has no stat', async (android) => {
  const { sync } = await open(android);
  // stat_v2 returns an error number, which Tango names; version 1 returns zeros. All our phones have v2.
  await expect(sync.lstat('/nowhere')).rejects.toThrow('ENOENT');
});

test('version 1 of stat, list and send works, for hosts without version 2', async () => {
  const { phone, device } = createTestPhone(8);
  const adb = await connectWithSharedKeys(new DemoUsb(phone));
  const socket = await adb.createSocket('sync:');
  const writer = socket.writable.getWriter();
  const reader = socket.readable.getReader();
  const exchange = async (request: Uint8Array, length: number): Promise<Uint8Array> => {
    await writer.write(request);
    let reply = new Uint8Array(0);
    while (reply.length < length) {
      const { value } = await reader.read();
      reply = Uint8Array.of(...reply, ...(value ?? []));
    }
    return reply;
  };
  device.files.write('/data/local/tmp/f', Uint8Array.of(5), { mode: 0o644, modifiedS: 258 });
  expect(await exchange(request('STAT', '/data/local/tmp/f'), 16)).toEqual(
    Uint8Array.of(...ascii('STAT'), 0xa4, 0x81, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0),
  );
  expect(await exchange(request('STAT', '/none'), 16)).toEqual(
    Uint8Array.of(...ascii('STAT'), ...new Uint8Array(12)),
  );
  expect(await exchange(request('LIST', '/none'), 20)).toEqual(
    Uint8Array.of(...ascii('DONE'), ...new Uint8Array(16)),
  );
  const sent = Uint8Array.of(
    ...request('SEND', '/data/local/tmp/g,33188'),
    ...request('DATA', 'hi'),
    ...ascii('DONE'),
    ...[9, 0, 0, 0],
  );
  expect(await exchange(sent, 8)).toEqual(Uint8Array.of(...ascii('OKAY'), 0, 0, 0, 0));
  expect(device.files.stat('/data/local/tmp/g')).toEqual({
    mode: 0o100666,
    size: 2,
    modifiedS: 9,
  });
  expect(await exchange(request('NOPE', ''), 30)).toEqual(
    Uint8Array.of(...request('FAIL', 'unknown command 45504f4e')),
  );
});

test('version 2 of receive sends the file, and rejects compression that was not offered', async () => {
  const { phone, device } = createTestPhone(14);
  const adb = await connectWithSharedKeys(new DemoUsb(phone));
  device.files.write('/data/local/tmp/f', Uint8Array.of(5));
  const receiveV2 = async (flags: number): Promise<Uint8Array> => {
    const socket = await adb.createSocket('sync:');
    const writer = socket.writable.getWriter();
    const received = socket.readable.pipeThrough(new ConcatBufferStream());
    const setup = Uint8Array.of(...ascii('RCV2'), flags, 0, 0, 0);
    await writer.write(Uint8Array.of(...request('RCV2', '/data/local/tmp/f'), ...setup));
    if (flags === 0) await writer.write(request('QUIT', ''));
    return received;
  };
  expect(await receiveV2(0)).toEqual(
    Uint8Array.of(...ascii('DATA'), 1, 0, 0, 0, 5, ...ascii('DONE'), 0, 0, 0, 0),
  );
  expect(await receiveV2(1)).toEqual(request('FAIL', 'unknown flags: 1'));
});

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function request(id: string, text: string): Uint8Array {
  return Uint8Array.of(...ascii(id), text.length, 0, 0, 0, ...ascii(text));
}
