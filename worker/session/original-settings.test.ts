import { expect, it, onTestFinished } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import { HandsetError } from '#core/errors.ts';
import type { PhoneInfo, PhoneOriginals } from '#core/link/phone-status.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { DemoUsb } from '../demo/demo-usb.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import { PhoneSession } from './session.ts';
import { usbSource } from './open-device.ts';

useDrivenClock();

const neverAborts = new AbortController().signal;

/** A session that connects a demo phone, as such or in the place of a real one. */
async function setUp() {
  const faults = new Set<never>();
  const canvas = createNodeCanvas();
  const demo = await createDemoPhone({ android: 14, faults, latency: 'none', canvas });
  const usb = new DemoUsb(demo, faults);
  const reports: (PhoneOriginals | null)[] = [];
  const session: PhoneSession = new PhoneSession({
    keys: createKeyStore(),
    consoleAddress: 'http://console',
    onStatus: () => undefined,
    onOriginalSettings: () => void reports.push(session.phoneOriginals),
    loadServer: () => Promise.reject(new HandsetError('unsupported', 'Not wanted here.')),
  });
  onTestFinished(() => session.disconnect());
  const connect = async (kind: PhoneInfo['kind']) => {
    const open = () => Promise.resolve(usbSource({ kind, usb }));
    await session.connect({ name: 'the phone', open, serial: null }, neverAborts);
    return (await session.phone(neverAborts)).originalSettings;
  };
  return { session, usb, reports, connect, serial: demo.serial };
}

const values = [
  ['wifi', '1'],
  ['language of com.a', ''],
  ['no setting', 'x'],
  ['volume', '5; reboot'],
] as const;

it('a new worker gets the original settings, and reports each change', async () => {
  const { session, reports, connect, serial } = await setUp();
  session.loadOriginalSettings([{ serial, values }]);
  const originals = await connect('usb');
  expect([...originals]).toEqual(values.slice(0, 2));
  // The worker knows more of the connected phone than the page.
  session.loadOriginalSettings([]);
  originals.delete('wifi');
  originals.delete('wifi');
  originals.set('dark_theme', 'no');
  const language = values[1];
  expect(reports).toEqual([
    { serial, values: [language] },
    { serial, values: [language, ['dark_theme', 'no']] },
  ]);
});

it('is forgotten when another tab has put it back', async () => {
  const { session, connect, serial } = await setUp();
  session.loadOriginalSettings([{ serial, values }]);
  session.loadOriginalSettings([]);
  expect((await connect('usb')).size).toBe(0);
});

it('is kept of a demo phone while it is unplugged, but not for the next one', async () => {
  const { session, usb, reports, connect, serial } = await setUp();
  session.loadOriginalSettings([{ serial, values }]);
  const originals = await connect('demo');
  expect(originals.size).toBe(0);
  originals.set('wifi', '1');
  usb.unplug();
  await expect.poll(() => usb.getDevices()).toEqual([]);
  usb.plug();
  expect([...(await session.phone(neverAborts)).originalSettings]).toEqual([['wifi', '1']]);
  expect((await connect('demo')).size).toBe(0);
  expect(reports).toEqual([null]);
});
