import { expect, it } from 'vitest';
import { parseOwnSerial, readIdentity } from './identity.ts';

const parse = (stdout: string) =>
  readIdentity.parse({ stdout: new TextEncoder().encode(stdout), stderr: '', exitCode: 0 });

it.each([
  // Pixel 8, a phone before Android 7 (which ends lines with \r\n), an emulator, one that answers nothing.
  ['16\n3A221FDJG000XX\n', { androidVersion: '16', serial: '3A221FDJG000XX' }],
  ['6.0.1\r\nZX1G22ABCD\r\n', { androidVersion: '6.0.1', serial: 'ZX1G22ABCD' }],
  ['15\nEMULATOR36X1X9X0\n', { androidVersion: '15', serial: null }],
  ['', { androidVersion: '', serial: null }],
])('reads %j', (stdout, identity) => {
  expect(parse(stdout)).toEqual(identity);
});

it.each(['R5CT30ABCDE', 'ce0917196a2b3c4d', '192.168.1.5', 'a-b_c.d', 'X'.repeat(64)])(
  'the serial number %j tells a phone from others',
  (serial) => {
    expect(parseOwnSerial(`${serial}\n`)).toBe(serial);
  },
);

it.each([
  ['0123456789ABCDEF', 'of many cheap phones'],
  ['0000000000', 'of zeros'],
  ['unknown', 'that is none'],
  ['EMULATOR31X3X12X0', 'of emulators'],
  ['', 'that is empty'],
  ['abc', 'that is too short'],
  ['X'.repeat(65), 'that is too long'],
  ['one two', 'with a space'],
  ['"><script>', 'with markup'],
])('%j, %s, does not', (serial) => {
  expect(parseOwnSerial(serial)).toBeNull();
});
