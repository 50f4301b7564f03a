import { describe, expect, it } from 'vitest';
import { troubleshootingEntries } from './troubles.ts';
import { findEntries, headingOf, systemOf } from './find-troubles.ts';

const findIds = (query: string): string[] =>
  findEntries(troubleshootingEntries, query).map(({ id }) => id);

describe('findTroubles', () => {
  it.each([
    ['No compatible devices found.', 'nothing-listed'],
    ["Failed to execute 'claimInterface' on 'USBDevice': Unable to claim interface.", 'claim'],
    ['“Access denied”', 'denied'],
    ['THE DEVICE WAS DISCONNECTED', 'disconnected'],
    ['device is in use', 'claim'],
    ['udev', 'denied'],
    ['unauthorized', 'no-dialog'],
    ['no dialog… allow usb debugging', null],
    ['claim interf', 'claim'],
    ['INJECT_EVENTS', 'touches'],
  ])('%s', (query, id) => {
    expect(findIds(query)[0] ?? null).toBe(id);
  });

  it('returns all entries for a blank query, and none for unknown words', () => {
    expect(findIds('  ')).toHaveLength(troubleshootingEntries.length);
    expect(findIds('xylophone')).toEqual([]);
  });
});

describe('headOf', () => {
  it('prefers the browser’s message', () => {
    expect(troubleshootingEntries.map(headingOf)).toContain('Unable to claim interface.');
    expect(troubleshootingEntries.map(headingOf)).toContain('Tap Allow on your phone');
    expect(troubleshootingEntries.map(headingOf)).not.toContain('');
  });
});

describe('systemOf', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'linux'],
  ])('%s', (userAgent, system) => {
    expect(systemOf(userAgent)).toBe(system);
  });
});
