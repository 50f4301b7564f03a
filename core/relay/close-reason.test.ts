import { expect, test } from 'vitest';
import { truncateReason } from './channel.ts';

test.each([
  ['Nothing was heard.', 'Nothing was heard.'],
  ['x'.repeat(123), 'x'.repeat(123)],
  ['x'.repeat(124), 'x'.repeat(123)],
  // Two bytes each: 61 fit into 123 bytes.
  ['é'.repeat(100), 'é'.repeat(61)],
  // Two UTF-16 units and four bytes each.
  ['😀'.repeat(100), '😀'.repeat(30)],
])('%s', (text, reason) => {
  expect(truncateReason(text)).toBe(reason);
});
