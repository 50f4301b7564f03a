import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import { HandsetError } from '#core/errors.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { DemoUsb } from '../demo/demo-usb.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import { pause } from '../waits/deadline.ts';
import { PhoneSession } from './session.ts';
import { type DeviceSource, usbSource } from './open-device.ts';
import { MemoryLocks, UsbHub } from './testing/fakes.ts';

useDrivenClock();

const neverAborts = new AbortController().signal;
const sessions: PhoneSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.disconnect()));
});

/** A port with a demo phone of this version, whose serial number is `DEMO` and the version. */
async function port(android: AndroidVersion, ...names: FaultName[]): Promise<DemoUsb> {
  return await portWith(android, new Set(names));
}

async function portWith(android: AndroidVersion, faults: Set<FaultName>): Promise<DemoUsb> {
  const phone = await createDemoPhone({
    android,
    faults,
    latency: 'none',
    canvas: createNodeCanvas(),
  });
  return new DemoUsb(phone, faults);
}

interface Tab {
  readonly session: PhoneSession;
  readonly source: DeviceSource;
  /** Connects this phone, or any, as the user does. */
  connect(serial: string | null): Promise<string>;
  /** The state, with the serial number or the error. */
  stateText(): string;
}

/** A tab that sees these ports, and the marks of other tabs with the same locks. */
function tab(ports: readonly DemoUsb[], locks = new MemoryLocks()): Tab {
  const session = new PhoneSession({
    keys: createKeyStore(),
    consoleAddress: 'http://console',
    onStatus: () => undefined,
    loadServer: () => Promise.reject(new HandsetError('unsupported', 'Not wanted here.')),
  });
  sessions.push(session);
  const source = usbSource({ kind: 'usb', usb: new UsbHub(...ports), locks });
  const open = (): Promise<DeviceSource> => Promise.resolve(source);
  return {
    session,
    source,
    connect: async (serial) =>
      (await session.connect({ name: 'the phone', open, serial }, neverAborts)).serial,
    stateText: () => {
      const { status } = session;
      if ('phone' in status) return `${status.state} ${status.phone.serial}`;
      return 'error' in status ? `${status.error.code}: ${status.error.message}` : status.state;
    },
  };
}

describe('a phone that another program uses', () => {
  it('is skipped for the next one, on connect and on watch', async () => {
    const { session, source, connect, stateText } = tab([
      await port(14, 'usb-busy'),
      await port(11),
    ]);
    await expect(connect(null)).resolves.toBe('DEMO11');
    await session.watch(source);
    await expect.poll(stateText).toBe('connected DEMO11');
  });

  it('is reported with all others when none is free, and then not tried again', async () => {
    const busy = [await port(14, 'usb-busy'), await port(11, 'usb-busy')];
    const { session, source, stateText } = tab(busy);
    const bothBusy =
      'usb-busy: Another program is using Handset 14. Another program is using Handset 11.';
    await session.watch(source);
    await expect.poll(stateText).toBe(bothBusy);
    const hints = 'error' in session.status ? session.status.error.hint : '';
    // The hint is given once, although it applies to both phones.
    expect(hints?.match(/adb kill-server/g)).toHaveLength(1);
    const free = await port(16);
    await expect(tab([...busy, free]).connect(null)).resolves.toBe('DEMO16');
  });

  it('is not replaced by another phone when it was requested by its serial number', async () => {
    const { connect } = tab([await port(14, 'usb-busy'), await port(11)]);
    await expect(connect('DEMO14')).rejects.toMatchObject({
      code: 'usb-busy',
      message: 'Another program is using Handset 14.',
    });
  });
});

describe('a phone that another program releases', () => {
  it.each(['usb-busy', 'usb-denied'] as const)(
    'connects automatically (%s); it is tried every few seconds, and only while the page is visible',
    async (fault) => {
      const faults = new Set<FaultName>([fault]);
      const usb = await portWith(14, faults);
      const { session, source, stateText } = tab([usb]);
      await session.watch(source);
      await expect.poll(stateText).toContain(fault);
      const [device] = await usb.getDevices();
      if (!device) throw new Error('no device');
      const tries = vi.spyOn(device, 'open');
      const onChange = vi.fn();
      session.onChange(onChange);
      session.setPageVisible(false);
      await pause(30_000, neverAborts);
      expect(tries).not.toHaveBeenCalled();
      session.setPageVisible(true);
      await pause(30_000, neverAborts);
      expect(tries.mock.calls.length).toBeGreaterThanOrEqual(5);
      expect(tries.mock.calls.length).toBeLessThanOrEqual(12);
      // The failed attempts changed no state.
      expect(onChange).not.toHaveBeenCalled();
      faults.delete(fault);
      await expect.poll(stateText).toBe('connected DEMO14');
    },
  );

  it('is no longer reported as busy once it is unplugged', async () => {
    const usb = await port(14, 'usb-busy');
    const { session, source, stateText } = tab([usb]);
    await session.watch(source);
    await expect.poll(stateText).toContain('usb-busy');
    usb.unplug();
    await expect.poll(stateText).toBe('none');
  });
});

describe('a phone of another tab', () => {
  it('is skipped, and never opened', async () => {
    const locks = new MemoryLocks();
    const usb = await port(14);
    await tab([usb], locks).connect(null);
    const second = tab([usb, await port(11)], locks);
    await second.session.watch(second.source);
    await expect.poll(second.stateText).toBe('connected DEMO11');
    await expect(tab([usb], locks).connect(null)).rejects.toMatchObject({
      code: 'usb-busy',
      message: 'Another tab of the console is using Handset 14.',
      detail: 'other-tab',
    });
  });

  it('is left to that tab when it is plugged in again, until that tab releases it', async () => {
    const locks = new MemoryLocks();
    const usb = await port(14);
    const first = tab([usb], locks);
    await first.connect('DEMO14');
    const second = tab([usb], locks);
    await second.session.watch(second.source);
    await expect.poll(second.stateText).toContain('usb-busy: Another tab');
    usb.unplug();
    await expect.poll(first.stateText).toBe('lost DEMO14');
    usb.plug();
    await expect.poll(first.stateText).toBe('connected DEMO14');
    await expect.poll(second.stateText).toContain('usb-busy: Another tab');
    await first.session.disconnect();
    await expect.poll(second.stateText).toBe('connected DEMO14');
  });

  it('connects automatically when that tab releases it, also while the page is hidden', async () => {
    const locks = new MemoryLocks();
    const usb = await port(14);
    const first = tab([usb], locks);
    await first.connect(null);
    const second = tab([usb], locks);
    second.session.setPageVisible(false);
    await second.session.watch(second.source);
    await expect.poll(second.stateText).toContain('usb-busy: Another tab');
    await first.session.disconnect();
    await expect.poll(second.stateText).toBe('connected DEMO14');
  });

  it('is left to that tab when it is reloaded', async () => {
    const locks = new MemoryLocks();
    const usb = await port(14);
    const before = tab([usb], locks);
    await before.connect(null);
    const second = tab([usb], locks);
    await second.session.watch(second.source);
    await expect.poll(second.stateText).toContain('usb-busy: Another tab');
    await before.session.disconnect();
    const after = tab([usb], locks);
    await after.connect('DEMO14');
    // Long enough for the other tab to have noticed both.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(after.stateText()).toBe('connected DEMO14');
    expect(second.stateText()).toContain('usb-busy: Another tab');
  });

  it('is tried when the user requested it by its serial number', async () => {
    const locks = new MemoryLocks();
    const usb = await port(14);
    const first = tab([usb], locks);
    await first.connect(null);
    usb.unplug();
    await expect.poll(first.stateText).toBe('lost DEMO14');
    const inSecond = await port(14);
    const second = tab([inSecond], locks);
    await expect(second.connect('DEMO14')).resolves.toBe('DEMO14');
    // From now on this tab has marked it too.
    inSecond.unplug();
    await expect.poll(second.stateText).toBe('lost DEMO14');
    inSecond.plug();
    await expect.poll(second.stateText).toBe('connected DEMO14');
    const busy = tab([await port(14, 'usb-busy')], locks);
    await expect(busy.connect('DEMO14')).rejects.toThrow('Another tab of the console is using');
  });
});

it('a watch for one phone connects no other, and that one as soon as it is plugged in', async () => {
  const wantedPort = await port(14);
  wantedPort.unplug();
  await expect.poll(() => wantedPort.getDevices()).toEqual([]);
  const { session, source, stateText } = tab([await port(11), wantedPort]);
  await session.watch(source, 'DEMO14');
  await expect(session.phone(neverAborts)).rejects.toMatchObject({ code: 'no-phone' });
  expect(stateText()).toBe('none');
  wantedPort.plug();
  await expect.poll(stateText).toBe('connected DEMO14');
});
