import { describe, expect, it } from 'vitest';
import { type WireError, toWire } from '../../../core/errors.ts';
import { troubles } from './troubles/troubles.ts';
import { troubleIds, troubleOf } from './trouble-of.ts';

describe('troubleOf', () => {
  it.each<[WireError['code'], WireError['detail'], string | null]>([
    ['usb-busy', undefined, 'claim'],
    ['usb-busy', 'other-tab', 'other-tab'],
    ['usb-denied', undefined, 'denied'],
    ['phone-lost', undefined, 'disconnected'],
    ['phone-lost', 'usb-changing', 'busy-state'],
    ['auth-refused', undefined, 'refused'],
    ['timeout', undefined, 'silent'],
    ['no-phone', undefined, 'not-granted'],
    ['usb-unsupported', undefined, 'no-webusb'],
    ['usb-unsupported', 'page-not-secure', 'not-secure'],
    ['internal', 'usb-not-delegated', 'framed'],
    ['internal', 'no-user-gesture', 'no-gesture'],
    ['invalid-argument', undefined, null],
    ['internal', undefined, null],
  ])('%s, %s: %s', (code, detail, id) => {
    expect(troubleOf({ code, message: '', ...(detail !== undefined && { detail }) })).toBe(id);
  });

  it.each([
    ['Access to the feature "usb" is disallowed by permissions policy.', 'framed'],
    ['Must be handling a user gesture to show a permission request.', 'no-gesture'],
    ['Something else.', null],
  ])('maps an error message of the browser: %s', (said, id) => {
    expect(troubleOf(toWire(new DOMException(said, 'SecurityError')))).toBe(id);
  });
});

describe('troubles', () => {
  it('has exactly one entry for each issue id', () => {
    expect(troubles.map(({ id }) => id).toSorted()).toEqual([...troubleIds].toSorted());
  });

  it('gives each entry a message, a cause and a remedy', () => {
    for (const { says, others = [], handset, cause, cures } of troubles) {
      expect(says.length + others.length + handset.length).toBeGreaterThan(0);
      expect(cause).toMatch(/\.$/);
      expect(cures.length).toBeGreaterThan(0);
    }
  });
});
