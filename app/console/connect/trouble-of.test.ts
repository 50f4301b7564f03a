import { describe, expect, it } from 'vitest';
import { type WireError, toWire } from '../../../core/errors.ts';
import { troubleshootingEntries } from './troubles/troubles.ts';
import { issueIds, issueFor } from './trouble-of.ts';

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
    expect(issueFor({ code, message: '', ...(detail !== undefined && { detail }) })).toBe(id);
  });

  it.each([
    ['Access to the feature "usb" is disallowed by permissions policy.', 'framed'],
    ['Must be handling a user gesture to show a permission request.', 'no-gesture'],
    ['Something else.', null],
  ])('maps an error message of the browser: %s', (message, id) => {
    expect(issueFor(toWire(new DOMException(message, 'SecurityError')))).toBe(id);
  });
});

describe('troubles', () => {
  it('has exactly one entry for each issue id', () => {
    expect(troubleshootingEntries.map(({ id }) => id).toSorted()).toEqual([...issueIds].toSorted());
  });

  it('gives each entry a message, a cause and a remedy', () => {
    for (const {
      chromeMessages,
      otherMessages = [],
      handsetMessages,
      cause,
      remedies,
    } of troubleshootingEntries) {
      expect(chromeMessages.length + otherMessages.length + handsetMessages.length).toBeGreaterThan(
        0,
      );
      expect(cause).toMatch(/\.$/);
      expect(remedies.length).toBeGreaterThan(0);
    }
  });
});
