import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { md5 } from './md5.ts';

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000])('digests %i bytes as Node does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
  expect(md5(bytes)).toBe(createHash('md5').update(bytes).digest('hex'));
});
