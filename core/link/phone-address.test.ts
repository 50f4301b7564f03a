import { expect, test } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  formatPhoneAddress,
  isNetworkName,
  isPhoneAddress,
  parsePhoneAddress,
} from './phone-address.ts';

test.each([
  ['192.168.1.5:5555', '192.168.1.5:5555'],
  [' 192.168.1.5 ', '192.168.1.5:5555'],
  ['phone.local:37001', 'phone.local:37001'],
  ['[fe80::1%wlan0]:5555', '[fe80::1%wlan0]:5555'],
  ['[::1]', '[::1]:5555'],
])('%j is the address %s', (text, address) => {
  expect(formatPhoneAddress(parsePhoneAddress(text))).toBe(address);
});

test.each([
  '',
  '192.168.1.5:',
  '192.168.1.5:0',
  '192.168.1.5:65536',
  '192.168.1:5555',
  '192.168.1.256:5555',
  'fe80::1:5555',
  'http://192.168.1.5:5555',
  'phone local',
  'a;b:5555',
  '5555:host:x',
  'emu:5554',
  'vsock:5555',
])('%j is refused, and named', (text) => {
  const error = (() => {
    try {
      return parsePhoneAddress(text);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(HandsetError);
  expect(error).toMatchObject({ code: 'invalid-argument' });
  expect(String(error)).toContain(`“${text}”`);
});

test('the number that is too large is named', () => {
  expect(() => parsePhoneAddress('192.168.1.300')).toThrow('has the number 300, and 255 is');
});

test('an address is told from other names of phones', () => {
  expect(isPhoneAddress('192.168.1.5:5555')).toBe(true);
  for (const name of [
    '192.168.1.5',
    'R5CT30',
    'usb:1-2',
    'adb-R5CT30-aBcDeF._adb-tls-connect._tcp',
  ])
    expect(isPhoneAddress(name)).toBe(false);
});

test('a phone of the network is told by its name', () => {
  expect(isNetworkName('192.168.1.5:5555')).toBe(true);
  expect(isNetworkName('adb-R5CT30-aBcDeF._adb-tls-connect._tcp')).toBe(true);
  expect(isNetworkName('R5CT30')).toBe(false);
  expect(isNetworkName('emulator-5554')).toBe(false);
});
