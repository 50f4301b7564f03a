import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

// RFC 1321, A.5, and the two lengths around which the padding takes another block.
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
  ['x'.repeat(55), '04364420e25c512fd958a70738aa8f72'],
  ['x'.repeat(56), '668a72d5ba17f08e62dabcafad6db14b'],
])('md5 of %j', (text, expected) => {
  const digest = md5(new TextEncoder().encode(text));
  expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(expected);
});
