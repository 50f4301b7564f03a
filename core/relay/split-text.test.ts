import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './console-end.ts';

test.each([
  ['', []],
  ['abc', ['abc']],
  ['abcd', ['abc', 'd']],
  ['ab😀c', ['ab', '😀c']],
  ['😀😀', ['😀', '😀']],
])('%j split at 3 units', (text, parts) => {
  expect(splitText(text, 3)).toEqual(parts);
});

test('every part survives UTF-8 on its own, and the parts add up to the text', () => {
  const utf8 = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, length) => {
      const parts = splitText(text, length);
      expect(parts.map(utf8).join('')).toBe(text);
      expect(parts.every((part) => part.length > 0 && part.length <= length)).toBe(true);
    }),
  );
});
