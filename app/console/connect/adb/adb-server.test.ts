import { expect, it } from 'vitest';
import type { ServerPhoneInfo } from '#core/link/phone-status.ts';
import { phoneHeldByAdb } from './adb-server.svelte.ts';

const phone = (serial: string, more: Partial<ServerPhoneInfo> = {}): ServerPhoneInfo => {
  return { serial, transportId: 1, model: '', state: 'ready', stateText: 'device', ...more };
};
const usb = phone('R5CT');
const emulator = phone('emulator-5554');
const network = phone('192.168.1.5:5555');

it('the phone that adb holds is the one that was asked for', () => {
  expect(phoneHeldByAdb([emulator, usb], 'R5CT')).toBe(usb);
  expect(phoneHeldByAdb([emulator, usb], 'OTHER')).toBeNull();
  expect(phoneHeldByAdb([phone('R5CT', { state: 'unauthorized' })], 'R5CT')).toBeNull();
});

it('it is the only one at USB where none was asked for', () => {
  expect(phoneHeldByAdb([emulator, usb, network], null)).toBe(usb);
  expect(phoneHeldByAdb([emulator, network], null)).toBeNull();
  expect(phoneHeldByAdb([usb, phone('R5CU')], null)).toBeNull();
});
