import { expect, test } from 'vitest';
import { CLOSE_CODES } from '../../core/relay/limits.ts';
import { explainClose, backoffMs } from './why-closed.ts';

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
    CLOSE_CODES.silent,
    true,
    true,
    'bridge-lost',
    'The link to the bridge at b:1 was lost. This page connects again by itself.',
  ],
  [
    CLOSE_CODES.goingAway,
    true,
    true,
    'bridge-lost',
    'The bridge at b:1 was stopped. Start it with `npm start`. This page connects again by itself.',
  ],
  [
    CLOSE_CODES.tooMany,
    false,
    true,
    'bridge-refused',
    'The bridge at b:1 takes no more consoles. Close another tab with a Handset console; this page then joins by itself.',
  ],
  [
    CLOSE_CODES.secretRefused,
    false,
    false,
    'bridge-refused',
    "The bridge at b:1 does not know this page's secret. Open the address that the bridge printed when it started.",
  ],
  [
    CLOSE_CODES.otherVersion,
    false,
    false,
    'bridge-refused',
    'This page and the bridge at b:1 are of different versions. Reload this page.',
  ],
  [
    CLOSE_CODES.badFrame,
    true,
    false,
    'bridge-refused',
    'This page and the bridge at b:1 did not understand each other. Reload this page; if that does not help, restart the bridge.',
  ],
])('close code %i, welcomed %s', (code, welcomed, retry, errorCode, text) => {
  const outcome = explainClose(code, { host: 'b:1', origin: 'http://b:1' }, welcomed);
  expect(outcome.retry).toBe(retry);
  expect([outcome.error.code, outcome.error.fullText]).toEqual([errorCode, text]);
});

test('a page of another origin is told how to start the bridge for it', () => {
  const address = { host: '127.0.0.1:7340', origin: 'https://phone.example' };
  expect(explainClose(1006, address, false).error.hint).toBe(
    'It must be started for this page: `npm start -- --allow-origin https://phone.example`. This page connects again by itself.',
  );
});

test('the wait doubles up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backoffMs(failures, 0));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test('the random part shortens the wait by up to half', () => {
  expect([backoffMs(9, 0.5), backoffMs(9, 1)]).toEqual([3750, 2500]);
});
