import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { expect, it, onTestFinished } from 'vitest';
import { createTestPhone } from '../../core/demo-phone/adbd/testing/test-device.ts';
import { parseConsoleFrame } from '../../core/relay/frames.ts';
import { AdbConnection } from '../adb/connection.ts';
import { DemoUsb } from '../demo/demo-usb.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import { readPhoneInfo } from './open-device.ts';

it("cuts the phone's model to the length that the bridge accepts", async () => {
  const { phone, device } = createTestPhone(14);
  Object.assign(device.identity, { model: 'x'.repeat(3_000) });
  const usb = new DemoUsb(phone);
  const [found] = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
  if (found === undefined) throw new Error('The demo phone is not plugged in.');
  const { signal } = new AbortController();
  const credentials = { keys: createKeyStore(), onWaiting: () => undefined };
  const connection = await AdbConnection.open(found, credentials, signal);
  onTestFinished(() => connection.close());
  const { kind, ...identity } = await readPhoneInfo(connection, 'demo', signal);
  expect(identity.model).toBe('x'.repeat(1_024));
  const state = { phone: { kind, ...identity, state: 'connected' }, paused: false };
  expect(parseConsoleFrame(JSON.stringify({ kind: 'state', ...state }))).toMatchObject(state);
});
