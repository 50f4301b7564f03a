import { expect, it } from 'vitest';
import { encodeBase64 } from './base64.ts';

it.each([0, 1, 2, 3, 0x8000, 0x8001, 300_000])('encodes %i bytes as Node does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
  expect(encodeBase64(bytes) === Buffer.from(bytes).toString('base64')).toBe(true);
});
