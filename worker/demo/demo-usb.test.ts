import { AdbDaemonWebUsbDevice } from '@yume-chan/adb-daemon-webusb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { Finger } from '#core/demo-phone/android/testing/test-phone.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import { androidVersions, type AndroidVersion } from '#core/demo-phone/options.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { DemoUsb } from './demo-usb.ts';
import { checksum, connect, createKeyStore, disconnect } from './testing/tango-host.ts';
import {
  createPattern,
  createTestPhone,
  type TestDevice,
} from '#core/demo-phone/adbd/testing/test-device.ts';
import type { Adb } from '@yume-chan/adb';
import { ConcatBufferStream } from '@yume-chan/stream-extra';

useDrivenClock();

const keys = createKeyStore();
beforeAll(async () => {
  await keys.generateKey();
});

describe.each(androidVersions)('Android %i', (android) => {
  test('a new key needs the dialog once, a known one does not', async () => {
    const { phone, device } = createTestPhone(android);
    const usb = new DemoUsb(phone);
    const adb = await connect(usb, keys);
    expect(adb.banner.product).toBe('test');
    expect(adb.banner.model).toBe('Test Phone');
    expect(adb.banner.device).toBe('testdev');
    expect(adb.maxPayloadSize).toBe(android === 8 ? 262_144 : 1_048_576);
    await disconnect(adb, usb);
    await connect(usb, keys);
    expect(device.dialogFingerprints).toHaveLength(1);
    expect(device.dialogFingerprints[0]).toMatch(/^([0-9A-F]{2}:){15}[0-9A-F]{2}$/);
  });
});

test("another host's key needs its own dialog", async () => {
  const { phone, device } = createTestPhone(14);
  const usb = new DemoUsb(phone);
  await disconnect(await connect(usb, keys), usb);
  await connect(usb, createKeyStore());
  expect(device.dialogFingerprints).toHaveLength(2);
  expect(device.dialogFingerprints[0]).not.toBe(device.dialogFingerprints[1]);
});

test('a known key needs the dialog again once the phone has revoked all authorizations', async () => {
  const phone = await createDemoPhone({
    android: 14,
    faults: new Set(),
    latency: 'none',
    canvas: createNodeCanvas(),
    activity: 'com.android.settings/.Settings$DevelopmentSettingsActivity',
  });
  const dialogs = vi.spyOn(phone.world, 'showSystemDialog');
  const usb = new DemoUsb(phone);
  const enterAndLeave = async () => await disconnect(await connect(usb, keys), usb);
  await enterAndLeave();
  await enterAndLeave();
  expect(dialogs).toHaveBeenCalledTimes(1);
  const finger = new Finger(phone.world);
  finger.tap('Revoke USB debugging authorizations');
  finger.tap('OK');
  await enterAndLeave();
  expect(dialogs).toHaveBeenCalledTimes(2);
});

test('a refused key gets another token, and Tango rejects', async () => {
  const usb = new DemoUsb(createTestPhone(14, 'auth-refused').phone);
  await expect(connect(usb, keys)).rejects.toThrow('No authenticator can handle the request');
});

test('an unanswered dialog keeps the host waiting until it closes the device', async () => {
  const { phone, device } = createTestPhone(14, 'auth-ignored');
  const usb = new DemoUsb(phone);
  const connecting = connect(usb, keys);
  await expect.poll(() => device.dialogFingerprints.length).toBe(1);
  const [raw] = await usb.getDevices();
  await raw?.close();
  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
});

test("a busy interface raises Tango's busy error, and the device stays open", async () => {
  const usb = new DemoUsb(createTestPhone(14).phone, new Set(['usb-busy']));
  await expect(connect(usb, keys)).rejects.toBeInstanceOf(AdbDaemonWebUsbDevice.DeviceBusyError);
  expect((await usb.getDevices())[0]?.opened).toBe(true);
});

test('a denied device throws SecurityError', async () => {
  const usb = new DemoUsb(createTestPhone(14).phone, new Set(['usb-denied']));
  await expect(connect(usb, keys)).rejects.toMatchObject({
    name: 'SecurityError',
    message: "Failed to execute 'open' on 'USBDevice': Access denied.",
  });
});

describe('the device by itself', () => {
  const open = async (): Promise<USBDevice> => {
    const device = await new DemoUsb(createTestPhone(14).phone).requestDevice();
    await device.open();
    return device;
  };

  test('nothing works before open and claim', async () => {
    const device = await new DemoUsb(createTestPhone(14).phone).requestDevice();
    await expect(device.claimInterface(0)).rejects.toMatchObject({ name: 'InvalidStateError' });
    await expect(device.transferIn(1, 512)).rejects.toMatchObject({ name: 'InvalidStateError' });
    await device.open();
    await expect(device.transferIn(1, 512)).rejects.toMatchObject({ name: 'NotFoundError' });
    await expect(device.claimInterface(1)).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('opening and claiming twice is allowed, concurrent changes are not', async () => {
    const device = await open();
    await device.open();
    const first = device.claimInterface(0);
    await expect(device.close()).rejects.toMatchObject({ name: 'InvalidStateError' });
    await first;
    await device.claimInterface(0);
    expect(device.configuration?.interfaces[0]?.claimed).toBe(true);
  });

  test('closing aborts a pending transfer', async () => {
    const device = await open();
    await device.claimInterface(0);
    const waiting = device.transferIn(1, 512);
    await device.close();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(device.opened).toBe(false);
  });
});

const serviceKeys = createKeyStore();
beforeAll(async () => {
  await serviceKeys.generateKey();
});

async function connectTestPhone(
  android: AndroidVersion,
): Promise<{ adb: Adb; device: TestDevice }> {
  const { phone, device } = createTestPhone(android);
  return { adb: await connect(new DemoUsb(phone), serviceKeys), device };
}

/** Tango has no shell protocol for phones without one; all of ours have it. */
function shell(adb: Adb) {
  const { shellProtocol } = adb.subprocess;
  if (shellProtocol === undefined) throw new Error('no shell_v2');
  return shellProtocol;
}

describe.each(androidVersions)('Android %i: programs', (android) => {
  test('shell v2 separates the streams and reports the exit code', async () => {
    const { adb } = await connectTestPhone(android);
    expect(await shell(adb).spawnWaitText('fail')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
    });
  });

  test('exec merges the streams', async () => {
    const { adb } = await connectTestPhone(android);
    expect(await adb.subprocess.noneProtocol.spawnWaitText('fail')).toBe('out\nerr\n');
  });

  test('stdin reaches the program and ends with it', async () => {
    const { adb } = await connectTestPhone(android);
    const process = await shell(adb).spawn('cat');
    const writer = process.stdin.getWriter();
    const sent = createPattern(300_000);
    const received = process.stdout.pipeThrough(new ConcatBufferStream());
    await writer.write(sent);
    await writer.close();
    expect(await checksum(await received)).toBe(await checksum(sent));
    expect(await process.exited).toBe(0);
  });

  test('three million bytes arrive unchanged', async () => {
    const { adb } = await connectTestPhone(android);
    const { stdout } = await shell(adb).spawnWait('bytes 3000000');
    expect(await checksum(stdout)).toBe(await checksum(createPattern(3_000_000)));
  });

  test('a program is killed in the middle of its output, and the next one runs', async () => {
    const { adb, device } = await connectTestPhone(android);
    const process = await shell(adb).spawn('flood');
    process.exited.catch(() => undefined);
    const reader = process.stdout.getReader();
    await reader.read();
    await process.kill();
    await expect.poll(() => device.abortedCommands).toEqual(['flood']);
    expect((await shell(adb).spawnWaitText('echo next')).stdout).toBe('next\n');
  });

  test('ten programs at once', async () => {
    const { adb } = await connectTestPhone(android);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => shell(adb).spawnWaitText(`echo ${index}`)),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index}\n`),
    );
  });

  test('an unknown service fails to open and the link stays up', async () => {
    const { adb } = await connectTestPhone(android);
    await expect(adb.createSocket('nothing:here')).rejects.toThrow('Socket open failed');
    expect((await shell(adb).spawnWaitText('echo up')).stdout).toBe('up\n');
  });
});

test('a program whose output is not read stalls without blocking others', async () => {
  for (const android of [11, 14] as const) {
    const { adb } = await connectTestPhone(android);
    const socket = await adb.createSocket('exec:flood');
    expect((await shell(adb).spawnWaitText('echo free')).stdout).toBe('free\n');
    await socket.close();
  }
});
