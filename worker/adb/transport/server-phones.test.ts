import { expect, it, onTestFinished, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { StreamTarget } from '#core/relay/frames.ts';
import { RelayStream } from '#core/relay/streams.ts';
import { ServerPhones, parseFoundPhones, parsePhones } from './server-phones.ts';

useDrivenClock();

it('reads what adb lists, also states of several words', () => {
  const lines = [
    'emulator-5554          device product:sdk_gphone64 model:Pixel_8 device:emu64 transport_id:1',
    '192.168.1.5:41233      offline product:x model:SM_G991B device:o1s transport_id:2',
    '0A1B2C3D               unauthorized usb:1-2 transport_id:3',
    '????????????           no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-4 transport_id:44',
    'R5CT                   authorizing usb:1-5 transport_id:5',
    'R5CU                   sideload usb:1-6 transport_id:6',
    'no transport id        device',
    '',
  ];
  expect(parsePhones(lines.join('\n'))).toEqual([
    {
      serial: 'emulator-5554',
      transportId: 1,
      model: 'Pixel 8',
      state: 'ready',
      stateText: 'device',
    },
    {
      serial: '192.168.1.5:41233',
      transportId: 2,
      model: 'SM G991B',
      state: 'offline',
      stateText: 'offline',
    },
    {
      serial: '0A1B2C3D',
      transportId: 3,
      model: '',
      state: 'unauthorized',
      stateText: 'unauthorized',
    },
    {
      serial: '????????????',
      transportId: 44,
      model: '',
      state: 'no-permissions',
      stateText:
        'no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]',
    },
    { serial: 'R5CT', transportId: 5, model: '', state: 'connecting', stateText: 'authorizing' },
    { serial: 'R5CU', transportId: 6, model: '', state: 'other', stateText: 'sideload' },
  ]);
});

it('names phones of one serial number by their USB ports, also when only one is left', () => {
  const shared = new Set<string>();
  const [first, second] = [2, 3].map(
    (port) => `0123456789ABCDEF device usb:1-${port} model:A device:a transport_id:${port}`,
  );
  const namesOf = (...lines: (string | undefined)[]): readonly string[] =>
    parsePhones(lines.join('\n'), shared).map(({ serial }) => serial);
  expect(namesOf(first)).toEqual(['0123456789ABCDEF']);
  expect(namesOf(first, second)).toEqual(['usb:1-2', 'usb:1-3']);
  expect(namesOf(second)).toEqual(['usb:1-3']);
});

it('keeps a bounded part of what a server lists', () => {
  const line = `${'s'.repeat(5_000)} device model:${'m'.repeat(5_000)} transport_id:1`;
  const phones = parsePhones(Array.from({ length: 500 }, () => line).join('\n'));
  expect(phones).toHaveLength(64);
  expect(JSON.stringify(phones).length).toBeLessThan(64 * 600);
});

it('does not take a phone of the next server for the one that had its number before', async () => {
  const tracks: RelayStream[] = [];
  let ownSerial = 'R5CT30';
  const list = '192.168.1.5:5555 device transport_id:1\n';
  const texts: Partial<Record<StreamTarget['name'], () => string>> = {
    'adb-track': () => list.length.toString(16).padStart(4, '0') + list,
    'adb-list': () => list,
    'adb-service': () => ownSerial,
  };
  const phones = new ServerPhones(({ name }) => {
    const stream = new RelayStream(1, () => undefined);
    const text = texts[name]?.() ?? '';
    if (text !== '') stream.receive(new TextEncoder().encode(text));
    if (name === 'adb-track') tracks.push(stream);
    else stream.ranOut(null);
    return Promise.resolve(stream);
  });
  onTestFinished(phones.onChange(() => undefined));
  phones.setAccess({ canStart: true });
  await expect.poll(() => phones.list[0]?.ownSerial).toBe('R5CT30');
  ownSerial = 'R5CU30';
  tracks[0]?.ranOut(null);
  await expect.poll(() => phones.status.state).toBe('unreachable');
  await vi.waitFor(async () => {
    await phones.start(new AbortController().signal);
    expect(phones.list[0]?.ownSerial).toBe('R5CU30');
  }, 10_000);
});

it('reads the phones that adb finds on the network, and nothing else', () => {
  const lines = [
    'adb-R5CT30-aBcDeF\t_adb-tls-connect._tcp\t192.168.1.5:37043',
    'adb-R5CT30-aBcDeF\t_adb-tls-pairing._tcp.\t192.168.1.5:41234',
    'adb-R5CU30 (2)\t_adb._tcp\t192.168.1.6:5555',
    'adb-R5CU30 (3)\t_adb._tcp\t192.168.1.6:5555',
    'printer\t_ipp._tcp\t192.168.1.7:631',
    'adb-R5CV30-aBcDeF\t_adb-tls-connect._tcp\tunknown:37043; host:kill',
    '',
  ];
  expect(parseFoundPhones(lines.join('\n'))).toEqual([
    { name: 'adb-R5CT30-aBcDeF', address: '192.168.1.5:37043', awaits: 'connection' },
    { name: 'adb-R5CT30-aBcDeF', address: '192.168.1.5:41234', awaits: 'pairing' },
    { name: 'adb-R5CU30 (2)', address: '192.168.1.6:5555', awaits: 'connection' },
  ]);
  const name = 'n'.repeat(5_000);
  const many = Array.from(
    { length: 500 },
    (_, i) => `${name}\t_adb._tcp\t192.168.1.6:${5_000 + i}`,
  );
  const found = parseFoundPhones(many.join('\n'));
  expect(found).toHaveLength(64);
  expect(JSON.stringify(found).length).toBeLessThan(64 * 300);
});

it('has adb connect to an address that it does not list, and to nothing else', async () => {
  const asked: StreamTarget[] = [];
  const phones = new ServerPhones((target) => {
    const stream = new RelayStream(1, () => undefined);
    if (target.name !== 'adb-track') stream.ranOut(null);
    asked.push(target);
    return Promise.resolve(stream);
  });
  const { signal } = new AbortController();
  for (const name of ['R5CT30', 'emulator-5554', 'adb-R5CT30-aBcDeF._adb-tls-connect._tcp'])
    await phones.connect(name, signal);
  expect(asked).toEqual([]);
  await phones.connect('192.168.1.5:5555', signal);
  expect(asked).toEqual([{ name: 'adb-connect', host: '192.168.1.5', port: 5555 }]);
});

it('does not take a list that was read before for the one that is asked for', async () => {
  const lists: RelayStream[] = [];
  const phones = new ServerPhones(({ name }) => {
    const stream = new RelayStream(1, () => undefined);
    if (name === 'adb-list') lists.push(stream);
    return Promise.resolve(stream);
  });
  onTestFinished(phones.onChange(() => undefined));
  phones.setAccess({ canStart: true });
  const answer = (at: number, list: string): void => {
    if (list !== '') lists[at]?.receive(new TextEncoder().encode(list));
    lists[at]?.ranOut(null);
  };
  const before = phones.refresh();
  await expect.poll(() => lists.length).toBe(1);
  // While the first is on its way, all others share the next one.
  const known = [phones.refresh(), phones.refresh()];
  answer(0, 'A1 device transport_id:1\n');
  await before;
  expect(phones.ready).toHaveLength(1);
  await expect.poll(() => lists.length).toBe(2);
  answer(1, '');
  await Promise.all(known);
  expect(phones.list).toEqual([]);
  expect(lists).toHaveLength(2);
});
