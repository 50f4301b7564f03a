import { expect, test } from 'vitest';
import { backOffMs } from './why-closed.ts';

test('waits double up to a bound', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backOffMs(failures, 0));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test('chance takes off up to half', () => {
  expect([backOffMs(9, 0.5), backOffMs(9, 1)]).toEqual([3750, 2500]);
});
