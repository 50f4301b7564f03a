import { expect, it } from 'vitest';
import type { FoundPhone, ServerPhoneInfo } from '#core/link/phone-status.ts';
import { mergeSamePhones, notListed, phoneHeldByAdb } from './adb-server.svelte.ts';

const phone = (serial: string, more: Partial<ServerPhoneInfo> = {}): ServerPhoneInfo => {
  return { serial, transportId: 1, model: '', state: 'ready', stateText: 'device', ...more };
};
const usb = phone('R5CT');
const emulator = phone('emulator-5554');
const network = phone('192.168.1.6:5555');

it('the phone that adb holds is the one that was asked for', () => {
  expect(phoneHeldByAdb([emulator, usb], 'R5CT')).toBe(usb);
  expect(phoneHeldByAdb([emulator, usb], 'OTHER')).toBeNull();
  expect(phoneHeldByAdb([phone('R5CT', { state: 'unauthorized' })], 'R5CT')).toBeNull();
});

it('the phone that adb holds is also found by its own serial number', () => {
  const wifi = phone('192.168.1.5:5555', { ownSerial: 'R5CT' });
  expect(phoneHeldByAdb([emulator, wifi], 'R5CT')).toBe(wifi);
  expect(phoneHeldByAdb([wifi, usb], 'R5CT')).toBe(usb);
});

it('a phone at USB and on the network is one phone, reached by its cable while that is ready', () => {
  const wifi = phone('192.168.1.5:5555', { ownSerial: 'R5CT' });
  const offline = phone('R5CT', { state: 'offline' });
  expect(mergeSamePhones([wifi, emulator, usb, network])).toEqual([
    { shown: usb, others: ['192.168.1.5:5555'] },
    { shown: emulator, others: [] },
    { shown: network, others: [] },
  ]);
  expect(mergeSamePhones([offline, wifi])).toEqual([{ shown: wifi, others: ['R5CT'] }]);
});

it('it is the only one at USB where none was asked for', () => {
  expect(phoneHeldByAdb([emulator, usb, network], null)).toBe(usb);
  expect(phoneHeldByAdb([emulator, network], null)).toBeNull();
  expect(phoneHeldByAdb([usb, phone('R5CU')], null)).toBeNull();
});

it('a found phone that adb lists already is not shown twice, but can still be paired', () => {
  const found = (awaits: FoundPhone['awaits'], address: string): FoundPhone => {
    return { name: 'adb-R5CT-aBcDeF', address, awaits };
  };
  const connectable = found('connection', '192.168.1.6:5555');
  const pairing = found('pairing', '192.168.1.6:41234');
  expect(notListed([connectable, pairing], [usb])).toEqual([connectable, pairing]);
  expect(notListed([connectable, pairing], [network])).toEqual([pairing]);
  const byName = phone('adb-R5CT-aBcDeF._adb-tls-connect._tcp');
  expect(notListed([connectable], [byName])).toEqual([]);
});
