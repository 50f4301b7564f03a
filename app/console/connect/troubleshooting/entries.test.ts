import { describe, expect, it } from 'vitest';
import { toWire, type WireError } from '#core/errors.ts';
import { issueFor, issueIds } from '../help.svelte.ts';
import { findEntries, headingOf, troubleshootingEntries } from './entries.ts';

describe('issueFor', () => {
  it.each<[WireError['code'], WireError['detail'], string | null]>([
    ['usb-busy', undefined, 'claim'],
    ['usb-busy', 'other-tab', 'other-tab'],
    ['usb-denied', undefined, 'denied'],
    ['phone-lost', undefined, 'disconnected'],
    ['phone-lost', 'usb-changing', 'busy-state'],
    ['auth-refused', undefined, 'refused'],
    ['timeout', undefined, 'no-answer'],
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

describe('troubleshooting entries', () => {
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

const findIds = (query: string): string[] =>
  findEntries(troubleshootingEntries, query).map(({ id }) => id);

describe('findEntries', () => {
  it.each([
    ['No compatible devices found.', 'nothing-listed'],
    ["Failed to execute 'claimInterface' on 'USBDevice': Unable to claim interface.", 'claim'],
    ['“Access denied”', 'denied'],
    ['THE DEVICE WAS DISCONNECTED', 'disconnected'],
    ['device is in use', 'claim'],
    ['udev', 'denied'],
    ['unauthorized', 'no-dialog'],
    ['offline', 'no-answer'],
    ['not listed', 'nothing-listed'],
    ['samsung', 'nothing-listed'],
    ['only charging', 'nothing-listed'],
    ['black screen', 'black-picture'],
    ['no dialog… allow usb debugging', null],
    ['claim interf', 'claim'],
    ['INJECT_EVENTS', 'touches'],
    ['touch does not work', 'touches'],
    ['clicks are not working', 'touches'],
    ['not recognized', 'nothing-listed'],
    ['Wi-Fi', 'no-answer'],
    ['wifi', 'no-answer'],
    ['slow', 'slow'],
    ['it lags', 'slow'],
    ['picture is late', 'slow'],
  ])('%s', (query, id) => {
    expect(findIds(query)[0] ?? null).toBe(id);
  });

  it('returns all entries for a blank query, and none for unknown words', () => {
    expect(findIds('  ')).toHaveLength(troubleshootingEntries.length);
    expect(findIds('xylophone')).toEqual([]);
  });
});

describe('headingOf', () => {
  it('prefers what is seen, then the browser’s message', () => {
    expect(troubleshootingEntries.map(headingOf)[0]).toBe(
      'Your phone isn’t listed, or is only charging',
    );
    expect(troubleshootingEntries.map(headingOf)).toContain('Another program is using the phone');
    expect(troubleshootingEntries.map(headingOf)).toContain('“No device selected.”');
    expect(troubleshootingEntries.map(headingOf)).toContain('“Tap Allow on your phone”');
    expect(troubleshootingEntries.map(headingOf)).not.toContain('“undefined”');
  });
});
