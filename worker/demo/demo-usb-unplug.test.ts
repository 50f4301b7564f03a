import { WritableStream } from '@yume-chan/stream-extra';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { AndroidVersion } from '#core/demo-phone/options.ts';
import { DemoUsb } from './demo-usb.ts';
import { createTestPhone } from '#core/demo-phone/adbd/testing/test-device.ts';
import { connectWithSharedKeys } from './testing/tango-host.ts';

useDrivenClock();

/**
 * Tango leaves promises that reject when a phone is unplugged during a transfer; the worker ignores
 * them too. All other unhandled rejections are passed to the test runner.
 */
const runnersListeners = process.listeners('unhandledRejection');
beforeAll(() => {
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason, promise) => {
    if (reason instanceof DOMException && reason.name === 'NetworkError') return;
    for (const listener of runnersListeners) listener(reason, promise);
  });
});
afterAll(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of runnersListeners) process.on('unhandledRejection', listener);
});

/** The events of a USB object, in order, with their times. */
function watch(usb: USB): { readonly events: string[]; readonly timesMs: number[] } {
  const events: string[] = [];
  const timesMs: number[] = [];
  for (const type of ['connect', 'disconnect'] as const) {
    usb.addEventListener(type, ({ device }) => {
      events.push(`${type} ${device.serialNumber ?? ''}`);
      timesMs.push(performance.now());
    });
  }
  return { events, timesMs };
}

describe.concurrent.each([8, 14] as const)('Android %i', (android: AndroidVersion) => {
  test('unplugged while idle: the transfer fails, the event follows, the phone is gone', async ({
    expect,
  }) => {
    const usb = new DemoUsb(createTestPhone(android).phone);
    const [device] = await usb.getDevices();
    const adb = await connectWithSharedKeys(usb);
    const { events, timesMs } = watch(usb);
    const ended = adb.disconnected.then(
      () => 'ended',
      () => 'failed',
    );
    const start = performance.now();
    usb.unplug();
    await expect(device?.transferOut(1, new Uint8Array(24))).rejects.toMatchObject({
      name: 'NetworkError',
      message: "Failed to execute 'transferOut' on 'USBDevice': A transfer error has occurred.",
    });
    expect(events).toEqual([]);
    await expect.poll(() => events).toEqual(['disconnect TEST0001']);
    expect((timesMs[0] ?? 0) - start).toBeGreaterThan(150);
    // Measured: the library waits 100 ms for the event, then reports the failure as an error; on a
    // busy machine its wait may last until the event.
    expect(['failed', 'ended']).toContain(await ended);
    expect(await usb.getDevices()).toEqual([]);
    await expect(device?.open()).rejects.toMatchObject({ name: 'NotFoundError' });
    await expect(usb.requestDevice()).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('unplugged during output: the program is killed', async ({ expect }) => {
    const { phone, device } = createTestPhone(android);
    const usb = new DemoUsb(phone);
    const adb = await connectWithSharedKeys(usb);
    const process = await adb.subprocess.noneProtocol.spawn('flood');
    await process.output.getReader().read();
    usb.unplug();
    await expect.poll(() => device.abortedCommands).toEqual(['flood']);
  });

  test('plugged in again: a new device object, the same serial, no dialog', async ({ expect }) => {
    const { phone, device } = createTestPhone(android);
    const usb = new DemoUsb(phone);
    await connectWithSharedKeys(usb);
    const [before] = await usb.getDevices();
    const { events } = watch(usb);
    usb.unplug();
    usb.plug();
    expect(events).toEqual(['disconnect TEST0001', 'connect TEST0001']);
    const [after] = await usb.getDevices();
    expect(after).not.toBe(before);
    expect(after?.opened).toBe(false);
    const adb = await connectWithSharedKeys(usb);
    expect(await adb.subprocess.noneProtocol.spawnWaitText('echo back')).toBe('back\n');
    expect(device.dialogFingerprints).toHaveLength(1);
  });

  test('a reboot unplugs the phone, which comes back by itself', async ({ expect }) => {
    const usb = new DemoUsb(createTestPhone(android).phone);
    const adb = await connectWithSharedKeys(usb);
    const { events } = watch(usb);
    await adb.power.reboot().catch(() => undefined);
    await expect.poll(() => events).toEqual(['disconnect TEST0001', 'connect TEST0001']);
  });

  test.for([300_000, 20_000])(
    'unplug-mid-transfer: the first screenshot of %i bytes is cut off, the second is whole',
    async (size, { expect }) => {
      const { phone } = createTestPhone(android, 'unplug-mid-transfer');
      const usb = new DemoUsb(phone);
      const adb = await connectWithSharedKeys(usb);
      const { events } = watch(usb);
      const process = await adb.subprocess.shellProtocol?.spawn(`screencap ${size}`);
      let received = 0;
      const reading = process?.stdout.pipeTo(
        new WritableStream({
          write: (chunk) => {
            received += chunk.length;
          },
        }),
      );
      await expect(process?.exited).rejects.toThrow();
      await reading?.catch(() => undefined);
      expect(received).toBe(Math.min(size, 65_536));
      await expect.poll(() => events).toEqual(['disconnect TEST0001', 'connect TEST0001']);
      const again = await connectWithSharedKeys(usb);
      const whole = await again.subprocess.shellProtocol?.spawnWait(`screencap ${size}`);
      expect(whole).toMatchObject({ exitCode: 0, stdout: { length: size } });
    },
  );
});
