import { expect, test } from 'vitest';
import { CLOSE } from '../../core/relay/limits.ts';
import { whyClosed, backOffMs } from './why-closed.ts';

test.each([
  [
    1006,
    false,
    true,
    'bridge-lost',
    'The bridge at b:1 does not answer. Start it with `npm start`. This page connects again by itself.',
  ],
  [
    1006,
    true,
    true,
    'bridge-lost',
    'The link to the bridge at b:1 was lost. This page connects again by itself.',
  ],
  [
    CLOSE.silent,
    true,
    true,
    'bridge-lost',
    'The link to the bridge at b:1 was lost. This page connects again by itself.',
  ],
  [
    CLOSE.goingAway,
    true,
    true,
    'bridge-lost',
    'The bridge at b:1 was stopped. Start it with `npm start`. This page connects again by itself.',
  ],
  [
    CLOSE.tooMany,
    false,
    true,
    'bridge-refused',
    'The bridge at b:1 takes no more consoles. Close another tab with a Handset console; this page then joins by itself.',
  ],
  [
    CLOSE.secretRefused,
    false,
    false,
    'bridge-refused',
    "The bridge at b:1 does not know this page's secret. Open the address that the bridge printed when it started.",
  ],
  [
    CLOSE.otherVersion,
    false,
    false,
    'bridge-refused',
    'This page and the bridge at b:1 are of different versions. Reload this page.',
  ],
  [
    CLOSE.badFrame,
    true,
    false,
    'bridge-refused',
    'This page and the bridge at b:1 did not understand each other. Reload this page; if that does not help, restart the bridge.',
  ],
])('close code %i, welcomed %s', (code, welcomed, retry, errorCode, text) => {
  const why = whyClosed(code, { host: 'b:1', origin: 'http://b:1' }, welcomed);
  expect(why.retry).toBe(retry);
  expect([why.error.code, why.error.fullText]).toEqual([errorCode, text]);
});

test('a page of another origin is told how to start the bridge for it', () => {
  const ends = { host: '127.0.0.1:7340', origin: 'https://phone.example' };
  expect(whyClosed(1006, ends, false).error.hint).toBe(
    'It must be started for this page: `npm start -- --allow-origin https://phone.example`. This page connects again by itself.',
  );
});

test('the wait doubles up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backOffMs(failures, 0));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test('the random part shortens the wait by up to half', () => {
  expect([backOffMs(9, 0.5), backOffMs(9, 1)]).toEqual([3750, 2500]);
});
