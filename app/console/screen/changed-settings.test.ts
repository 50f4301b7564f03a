import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkerLink } from '#core/link/link.ts';
import type { Events } from '#core/link/messages.ts';
import type { PhoneOriginals } from '#core/link/phone-status.ts';
import { KeptSettings, parseOriginals, withPhone } from './changed-settings.svelte.ts';

const pixel: PhoneOriginals = {
  serial: 'A1',
  values: [
    ['wifi', '1'],
    ['language of com.a', ''],
  ],
};
const other: PhoneOriginals = { serial: 'B2', values: [['volume', '5']] };

it('reads back what is stored', () => {
  expect(parseOriginals(JSON.stringify([pixel, other]))).toEqual([pixel, other]);
});

it.each([null, '', 'no JSON', '7', '{}', '[7,null,{"serial":7,"values":[]},{"serial":"A1"}]'])(
  'is empty for %s',
  (text) => {
    expect(parseOriginals(text)).toEqual([]);
  },
);

it('leaves out entries that are malformed or too long', () => {
  const values = [['wifi', '1'], ['volume', 5], 'dark_theme', ['orientation', 'x'.repeat(301)]];
  expect(parseOriginals(JSON.stringify([{ serial: 'A1', values }]))).toEqual([
    { serial: 'A1', values: [['wifi', '1']] },
  ]);
});

it('keeps a bounded number of phones and values, the newest phone longest', () => {
  const phones = Array.from({ length: 30 }, (_, i) => ({ ...other, serial: `${i}` }));
  const kept = withPhone(parseOriginals(JSON.stringify(phones)), pixel);
  expect(kept).toHaveLength(20);
  expect([kept[0]?.serial, kept.at(-1)]).toEqual(['11', pixel]);
  const values = Array.from({ length: 200 }, (_, i) => [`language of com.a${i}`, ''] as const);
  expect(withPhone([], { serial: 'A1', values })[0]?.values).toHaveLength(100);
});

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page whose worker only records the originals that it is sent. */
function openPage() {
  const sent: unknown[] = [];
  let report: (event: Events['changedSettings']) => void = () => undefined;
  const link = {
    call: (_name: string, argument: unknown) => {
      sent.push(argument);
      return Promise.resolve(null);
    },
    on: (_name: string, listener: typeof report) => void (report = listener),
  };
  // KeptSettings uses only the calls and events above.
  new KeptSettings(link as unknown as WorkerLink).start();
  return { sent, report: (originals: PhoneOriginals | null) => report({ names: [], originals }) };
}

it('sends each worker what an earlier one reported, until it is restored', () => {
  const first = openPage();
  expect(first.sent).toEqual([[]]);
  first.report(pixel);
  expect(first.sent.at(-1)).toEqual([pixel]);

  const afterReload = openPage();
  expect(afterReload.sent).toEqual([[pixel]]);
  // No phone, or the demo phone.
  afterReload.report(null);
  expect(openPage().sent).toEqual([[pixel]]);
  afterReload.report({ ...pixel, values: [] });
  expect(openPage().sent).toEqual([[]]);
  expect(stored.size).toBe(0);
});

it('sends the worker what another tab has changed', () => {
  const { sent } = openPage();
  openPage().report(pixel);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'handset.changed-settings' }));
  expect(sent.at(-1)).toEqual([pixel]);
});
