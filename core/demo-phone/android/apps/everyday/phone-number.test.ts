import { expect, it } from 'vitest';
import { formatPhoneNumber } from './phone-number.ts';

it.each([
  ['', ''],
  ['555', '555'],
  ['5551', '555-1'],
  ['5551234', '555-1234'],
  ['55512345', '555-123-45'],
  ['5551234567', '555-123-4567'],
  ['15551234567', '1-555-123-4567'],
  ['555123456789', '555123456789'],
  ['+353 1 234', '+3531234'],
  ['*31#', '*31#'],
  ['55a5 12-34', '555-1234'],
])('%s is written %s', (typed, written) => {
  expect(formatPhoneNumber(typed)).toBe(written);
});
