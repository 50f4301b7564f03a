import { AdbDaemonWebUsbDevice } from '@yume-chan/adb-daemon-webusb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Finger } from '../../core/demo-phone/android/testing/finger.ts';
import { createDemoPhone } from '../../core/demo-phone/demo-phone.ts';
import { androidVersions } from '../../core/demo-phone/options.ts';
import { createNodeCanvas } from '../../e2e/node-canvas.ts';
import { DemoUsb } from './demo-usb.ts';
import { connect, createKeyStore, disconnect } from './testing/tango-host.ts';
import { createTestPhone } from '../../core/demo-phone/adbd/testing/test-device.ts';

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
