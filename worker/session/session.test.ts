import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { AdbCredentialStore } from '@yume-chan/adb';
import { command, encodePacket } from '#core/demo-phone/adbd/wire/packet.ts';
import type { DemoPhone } from '#core/demo-phone/device.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import { HandsetError } from '#core/errors.ts';
import type { PhoneStatus } from '#core/link/phone-status.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { DemoUsb } from '../demo/demo-usb.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import { PhoneSession } from './session.ts';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { createTestPhone } from '#core/demo-phone/adbd/testing/test-device.ts';
import { parseConsoleFrame } from '#core/relay/frames.ts';
import { AdbConnection } from '../adb/transport/connection.ts';
import { pause } from '../waits/deadline.ts';
import { readPhoneInfo, usbSource } from './open-device.ts';

useDrivenClock();

const neverAborts = new AbortController().signal;
let endLast: () => Promise<void> = () => Promise.resolve();
afterEach(() => endLast());

interface SessionHarness {
  readonly session: PhoneSession;
  readonly usb: DemoUsb;
  /** May be changed at any time. */
  readonly faults: Set<FaultName>;
  /** Every reported state, without direct repetitions. */
  readonly states: PhoneStatus['state'][];
  connect(): ReturnType<PhoneSession['connect']>;
  connectUntil(signal: AbortSignal): ReturnType<PhoneSession['connect']>;
}

/** A session, and a demo phone on its USB object. */
async function setUp(android: AndroidVersion, ...names: FaultName[]): Promise<SessionHarness> {
  return await setUpWith(android, { keys: createKeyStore() }, ...names);
}

interface SetUpOptions {
  readonly keys: AdbCredentialStore;
  /** The name of the USB device, where it is not the phone's model. */
  readonly productName?: string;
  /** Whether the phone answers the first packet only. */
  readonly answersOnce?: boolean;
}

async function setUpWith(
  android: AndroidVersion,
  { keys, productName, answersOnce = false }: SetUpOptions,
  ...names: FaultName[]
): Promise<SessionHarness> {
  const faults = new Set(names);
  const canvas = createNodeCanvas();
  const phone = await createDemoPhone({ android, faults, latency: 'none', canvas });
  const { serial, model } = phone;
  const connectPhone: DemoPhone['connect'] = (host) => {
    let answers = answersOnce ? 1 : Infinity;
    const send: typeof host.send = (packet) => {
      if (answers-- > 0) host.send(packet);
    };
    return phone.connect({ ...host, send });
  };
  const usb = new DemoUsb({ serial, model: productName ?? model, connect: connectPhone }, faults);
  const states: PhoneStatus['state'][] = [];
  const session = new PhoneSession({
    keys,
    consoleAddress: 'http://console',
    onStatus: ({ state }) => {
      if (states.at(-1) !== state) states.push(state);
    },
    loadServer: () => Promise.reject(new HandsetError('unsupported', 'Not wanted here.')),
  });
  endLast = () => session.disconnect();
  const open = () => Promise.resolve(usbSource({ kind: 'demo', usb }));
  const connectUntil = (signal: AbortSignal) =>
    session.connect({ name: 'the demo phone', open, serial: null }, signal);
  return { session, usb, faults, states, connectUntil, connect: () => connectUntil(neverAborts) };
}

function headerOf(data: BufferSource): DataView {
  return ArrayBuffer.isView(data)
    ? new DataView(data.buffer, data.byteOffset, data.byteLength)
    : new DataView(data);
}

/** The value of `ro.build.version.release`. */
const versions = { 8: '8.1.0', 11: '11', 14: '14', 16: '16' };

describe.each([8, 11, 14, 16] as const)('Android %i', (android) => {
  it('connects, and reads the screen', async () => {
    const { session, states, connect } = await setUp(android);
    const info = await connect();
    expect(info).toMatchObject({ kind: 'demo', androidVersion: versions[android] });
    expect(states).toEqual(['connecting', 'waiting-for-allow', 'connected']);
    const phone = await session.phone(neverAborts);
    const { hierarchy, focusBefore, focusAfter } = await phone.readHierarchy(neverAborts);
    expect(hierarchy.roots).toHaveLength(1);
    expect(focusBefore).toEqual(focusAfter);
    expect(focusAfter.packageName).toBe('com.android.launcher3');
    await expect(phone.readAwake(neverAborts)).resolves.toBe(true);
    const { naturalSize } = await phone.readDisplay(neverAborts);
    await expect(phone.takeScreenshot(neverAborts)).resolves.toMatchObject({ size: naturalSize });
  });
});

describe('losing the phone', () => {
  it('reconnects after a replug, and calls wait for it', async () => {
    const { session, usb, states, connect } = await setUp(14);
    await connect();
    states.length = 0;
    usb.unplug();
    await expect.poll(() => usb.getDevices()).toEqual([]);
    setTimeout(() => {
      usb.plug();
    }, 300);
    const phone = await session.phone(neverAborts);
    await expect(phone.readFocus(neverAborts)).resolves.toMatchObject({
      packageName: /launcher/ as never,
    });
    expect(states.at(-1)).toBe('connected');
  });
  it('fails a command that runs when the cable is pulled', async () => {
    const { session, usb, connect } = await setUp(14, 'slow');
    await connect();
    const reading = (await session.phone(neverAborts)).readHierarchy(neverAborts);
    const failed = expect(reading).rejects.toMatchObject({
      code: 'phone-lost',
      message:
        'Handset 14 was disconnected. This happened while reading the elements of the screen.',
    });
    setTimeout(() => {
      usb.unplug();
    }, 50);
    await failed;
  });
  it('does not reconnect after disconnect', async () => {
    const { session, usb, states, connect } = await setUp(14);
    await connect();
    await session.disconnect();
    usb.unplug();
    usb.plug();
    await expect(session.phone(neverAborts)).rejects.toMatchObject({
      code: 'no-phone',
      hint: 'In the console at http://console/ click Connect a phone or Try the demo phone, then try again.',
    });
    expect(states.at(-1)).toBe('none');
  });
});

it('hands each packet to USB as a whole, so that no reload leaves half of one', async () => {
  const { usb, connect } = await setUp(14);
  const [device] = await usb.getDevices();
  if (!device) throw new Error('no device');
  const transferOut = device.transferOut.bind(device);
  let awaitsPayload: (() => void) | null = null;
  device.transferOut = async (endpoint, data) => {
    const payload = awaitsPayload;
    awaitsPayload = null;
    payload?.();
    const result = transferOut(endpoint, data);
    const hasPayload = payload === null && headerOf(data).getUint32(12, true) > 0;
    if (hasPayload) await new Promise<void>((resolve) => (awaitsPayload = resolve));
    return await result;
  };
  await expect(connect()).resolves.toMatchObject({ serial: 'DEMO14' });
});

describe('the phone that this tab had before a reload', () => {
  it('is waited for while it is not listed, and while it is tried again', async () => {
    const { session, usb, faults, states } = await setUp(14, 'usb-busy');
    usb.unplug();
    await expect.poll(() => usb.getDevices()).toEqual([]);
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    const call = session.phone(neverAborts);
    await pause(700, neverAborts);
    usb.plug();
    await pause(700, neverAborts);
    expect(states).toEqual(['none']);
    const laterCall = session.phone(neverAborts);
    faults.delete('usb-busy');
    await expect(call).resolves.toBe(await laterCall);
  });

  it('is waited for as long as it may take to come back', async () => {
    const { session, usb } = await setUp(14);
    usb.unplug();
    await expect.poll(() => usb.getDevices()).toEqual([]);
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    const call = session.phone(neverAborts);
    await pause(7_000, neverAborts);
    usb.plug();
    await expect(call).resolves.toMatchObject({ serial: 'DEMO14' });
  });

  it('is not waited for when it stays away', async () => {
    const { session, usb } = await setUp(14);
    usb.unplug();
    await expect.poll(() => usb.getDevices()).toEqual([]);
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    await expect(session.phone(neverAborts)).rejects.toMatchObject({ code: 'no-phone' });
    const calledAt = performance.now();
    await expect(session.phone(neverAborts)).rejects.toMatchObject({ code: 'no-phone' });
    expect(performance.now() - calledAt).toBeLessThan(100);
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    await session.disconnect();
    const afterDisconnect = performance.now();
    await expect(session.phone(neverAborts)).rejects.toMatchObject({ code: 'no-phone' });
    expect(performance.now() - afterDisconnect).toBeLessThan(100);
  });
});

describe('a failure', () => {
  it('is cleared when the phone is tried again, also when it is then unplugged', async () => {
    const { usb, faults, states, connect } = await setUp(14, 'auth-refused');
    await expect(connect()).rejects.toMatchObject({ code: 'auth-refused' });
    faults.delete('auth-refused');
    faults.add('auth-ignored');
    usb.unplug();
    usb.plug();
    await expect.poll(() => states.at(-1)).toBe('waiting-for-allow');
    usb.unplug();
    await expect.poll(() => states.at(-1)).not.toBe('waiting-for-allow');
    expect(states.at(-1)).toBe('none');
    usb.plug();
    await expect.poll(() => states.at(-1)).toBe('waiting-for-allow');
  });
});

describe('a phone that cannot be connected', () => {
  it.each([
    ['usb-busy', 'usb-busy'],
    ['usb-denied', 'usb-denied'],
    ['auth-refused', 'auth-refused'],
  ] as const)('%s', async (fault, code) => {
    const { session, states, connect } = await setUp(14, fault);
    await expect(connect()).rejects.toMatchObject({ code });
    expect(states.at(-1)).toBe('failed');
    await expect(session.phone(neverAborts)).rejects.toMatchObject({ code });
    // The device was closed, so that trying again fails for the same reason and no other.
    await expect(connect()).rejects.toMatchObject({ code });
  });
  it('waits for Allow without limit, reports that to calls, and can be cancelled', async () => {
    const { session, states, connect } = await setUp(14, 'auth-ignored');
    const connecting = connect();
    await expect.poll(() => states).toEqual(['connecting', 'waiting-for-allow']);
    await expect(session.phone(AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'cancelled',
    });
    const failed = expect(connecting).rejects.toMatchObject({ code: 'cancelled' });
    await session.disconnect();
    await failed;
    expect(states.at(-1)).toBe('none');
  });
});

describe('the time limit of a phone that does not answer', () => {
  /** A key store that needs this long to read keys, and to generate one. */
  const slowKeys = (ms: number): AdbCredentialStore => {
    const keys = createKeyStore();
    const passTime = () => pause(ms, neverAborts);
    return {
      generateKey: () => passTime().then(() => keys.generateKey()),
      iterateKeys: async function* () {
        await passTime();
        yield* keys.iterateKeys();
      },
    };
  };

  it('does not count the time that our own key needs', async () => {
    const { states, connect } = await setUpWith(14, { keys: slowKeys(20_000) });
    await connect();
    expect(states).toEqual(['connecting', 'waiting-for-allow', 'connected']);
  });
  it('starts at our last message, where the phone does not answer a known key', async () => {
    const keys = slowKeys(20_000);
    await keys.generateKey();
    const { usb, connect } = await setUpWith(14, { keys, answersOnce: true });
    await expect(connect()).rejects.toMatchObject({
      code: 'timeout',
      message: "Handset 14 didn't answer within 15 s.",
    });
    const [device] = await usb.getDevices();
    expect(device?.opened).toBe(false);
  });
  it('is a separate one for a browser that gives no key', async () => {
    const { usb, connect } = await setUpWith(14, { keys: slowKeys(61_000) });
    await expect(connect()).rejects.toMatchObject({
      code: 'internal',
      message: "This browser didn't provide its ADB key within 60 s.",
    });
    const [device] = await usb.getDevices();
    expect(device?.opened).toBe(false);
  });
});

describe('a phone that waits for the rest of a packet', () => {
  const payload = new Uint8Array(65_536);
  const packet = { command: command.wrte, arg0: 1, arg1: 1, payload };
  const partOfPacket = encodePacket(packet, { checksum: true }).slice(0, 20_000);

  it('connects once its interface is restarted, while calls still wait for it', async () => {
    const { session, usb, states } = await setUp(14);
    const [device] = await usb.getDevices();
    await device?.open();
    await device?.claimInterface(0);
    await device?.transferOut(1, partOfPacket);
    await device?.close();
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    await session.phone(neverAborts);
    expect(states).toEqual(['none', 'connecting', 'waiting-for-allow', 'connected']);
  });

  it('is lost after 15 s in which nothing came while a command waited, and connects again', async () => {
    const { session, usb, states } = await setUp(14);
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
    const phone = await session.phone(neverAborts);
    const [device] = await usb.getDevices();
    await device?.transferOut(1, partOfPacket);
    const startMs = performance.now();
    states.splice(0);
    // Its own deadline is shorter.
    await expect(phone.readAwake(neverAborts)).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(() => session.status.state).toBe('lost');
    expect(performance.now() - startMs).toBeLessThan(17_000);
    expect(phone.connection.lost.reason).toMatchObject({
      message: expect.stringContaining('It sent nothing for 15 s.') as string,
    });
    await expect.poll(() => session.status.state).toBe('connected');
    expect(states).toEqual(['lost', 'connecting', 'connected']);
  });
});

describe('a phone whose USB device has another name than its model', () => {
  it('is called by its model as soon as that is known', async () => {
    const keys = createKeyStore();
    const { session, usb, connect } = await setUpWith(14, { keys, productName: 'Bench' });
    const reportedNames: string[] = [];
    session.onChange(() => {
      const { status } = session;
      const name = 'name' in status ? status.name : 'phone' in status ? status.phone.model : '';
      reportedNames.push(`${status.state} ${name}`);
    });
    await connect();
    expect(reportedNames).toContain('waiting-for-allow Bench');
    const reading = (await session.phone(neverAborts)).readHierarchy(neverAborts);
    reportedNames.length = 0;
    usb.unplug();
    await expect(reading).rejects.toThrow('Handset 14 was disconnected.');
    await expect.poll(() => usb.getDevices()).toEqual([]);
    usb.plug();
    await expect.poll(() => reportedNames.at(-1)).toBe('connected Handset 14');
    expect(reportedNames).toContain('connecting Handset 14');
    expect(reportedNames.join()).not.toContain('Bench');
  });
});

describe('successive requests', () => {
  it('connects again at once, and on disconnect closes the device and stops listening', async () => {
    const { session, usb, states, connect } = await setUp(14);
    const added = vi.spyOn(usb, 'addEventListener');
    const removed = vi.spyOn(usb, 'removeEventListener');
    await connect();
    await connect();
    expect(states.at(-1)).toBe('connected');
    await session.disconnect();
    const [device] = await usb.getDevices();
    expect(device?.opened).toBe(false);
    const gone = new Set(removed.mock.calls.map(([, listener]) => listener));
    expect(added.mock.calls.filter(([, listener]) => !gone.has(listener))).toEqual([]);
  });
  it('a later request wins, and only its states are reported', async () => {
    const { session, states, connect } = await setUp(14);
    await connect();
    states.length = 0;
    const first = expect(connect()).rejects.toMatchObject({ code: 'cancelled' });
    const second = connect();
    await first;
    await second;
    expect(states.at(-1)).toBe('connected');
    expect(states).not.toContain('none');
    await expect(session.phone(neverAborts)).resolves.toBeDefined();
  });
  it('a connection that is cancelled while the version is read is closed', async () => {
    const { usb, connectUntil, connect } = await setUp(14, 'slow');
    const abort = new AbortController();
    const cancelled = expect(connectUntil(abort.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    // The demo phone accepts the dialog by itself; the slow getprop then takes three seconds.
    setTimeout(() => {
      abort.abort();
    }, 1_500);
    await cancelled;
    const [device] = await usb.getDevices();
    expect(device?.opened).toBe(false);
    await connect();
  });
  it('a request that is cancelled before the phone is found shows no dialog', async () => {
    const { usb, states, connectUntil } = await setUp(14, 'auth-ignored');
    await expect(connectUntil(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(states).toEqual(['connecting', 'none']);
    const [device] = await usb.getDevices();
    expect(device?.opened).toBe(false);
  });
  it('watching after a phone was connected starts with the state none', async () => {
    const { session, usb, states, connect } = await setUp(14);
    await connect();
    usb.unplug();
    await expect.poll(() => usb.getDevices()).toEqual([]);
    await session.watch(usbSource({ kind: 'demo', usb }));
    expect(states.at(-1)).toBe('none');
    usb.plug();
    await expect.poll(() => states.at(-1)).toBe('connected');
  });
});

it.each([
  ['its USB device', 'Some phone', 'Some phone'],
  ['the serial number', '', 'TEST0001'],
])('a phone without a model is named by %s', async (_, productName, name) => {
  const { phone, device } = createTestPhone(14);
  Object.assign(device.identity, { model: '' });
  const usb = new DemoUsb({ ...phone, model: productName });
  const [found] = await usbSource({ kind: 'demo', usb }).list(null);
  if (found === undefined) throw new Error('The demo phone is not plugged in.');
  const credentials = { keys: createKeyStore(), onWaiting: () => undefined };
  const options = { ...credentials, name: found.name, onClaimed: () => undefined };
  const connection = await found.open(options, neverAborts);
  onTestFinished(() => connection.close());
  expect((await readPhoneInfo(connection, 'demo', neverAborts)).model).toBe(name);
});

it("cuts the phone's model to a length that the bridge accepts", async () => {
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
  expect(identity.model).toBe('x'.repeat(200));
  const state = { phone: { kind, ...identity, state: 'connected' }, paused: false };
  expect(parseConsoleFrame(JSON.stringify({ kind: 'state', ...state }))).toMatchObject(state);
});
