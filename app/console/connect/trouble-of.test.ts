import { describe, expect, it } from 'vitest';
import type { WireError } from '../../../core/errors.ts';
import { troubles } from '../../words/troubles.ts';
import { troubleIds, troubleOf } from './trouble-of.ts';

describe('troubleOf', () => {
  it.each<[WireError['code'], string, string | null]>([
    ['usb-busy', 'Another program is using Pixel 8.', 'claim'],
    ['usb-busy', 'Another tab of the console is using Pixel 8.', 'other-tab'],
    ['usb-denied', 'The computer refused access to Pixel 8.', 'denied'],
    ['phone-lost', 'Pixel 8 was disconnected while connecting.', 'disconnected'],
    [
      'phone-lost',
      'Pixel 8 could not be opened: InvalidStateError: An operation that changes the device state is in progress.',
      'busy-state',
    ],
    ['auth-refused', 'Pixel 8 refused this computer.', 'refused'],
    ['timeout', 'Pixel 8 did not answer within 15 s.', 'silent'],
    ['no-phone', 'No phone was granted to this page.', 'not-granted'],
    ['usb-unsupported', 'This browser has no WebUSB.', 'no-webusb'],
    [
      'internal',
      'SecurityError: Access to the feature "usb" is disallowed by permissions policy.',
      'framed',
    ],
    ['invalid-argument', 'There is no .xml among the chosen files (a.txt).', null],
    ['internal', 'Handset’s worker failed.', null],
  ])('%s: %s', (code, message, id) => {
    expect(troubleOf({ code, message })).toBe(id);
  });
});

describe('troubles', () => {
  it('has an entry for each, once', () => {
    expect(troubles.map(({ id }) => id).toSorted()).toEqual([...troubleIds].toSorted());
  });

  it('says of each what is seen, why, and what helps', () => {
    for (const { says, others = [], handset, cause, cures } of troubles) {
      expect(says.length + others.length + handset.length).toBeGreaterThan(0);
      expect(cause).toMatch(/\.$/);
      expect(cures.length).toBeGreaterThan(0);
    }
  });
});
