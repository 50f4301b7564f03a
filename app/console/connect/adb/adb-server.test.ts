import { expect, it } from 'vitest';
import type { ServerPhoneInfo } from '#core/link/phone-status.ts';
import { mergeSamePhones, phoneHeldByAdb } from './adb-server.svelte.ts';

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

it('a phone at USB and in the network is one phone, reached by its cable while that is ready', () => {
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
