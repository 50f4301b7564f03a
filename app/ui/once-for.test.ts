import { expect, it } from 'vitest';
import { onceFor } from './once-for.ts';

it('makes its result once for each object', () => {
  const listOf = onceFor((texts: readonly string[]) => [...texts]);
  const texts = ['one'];
  expect(listOf(texts)).toBe(listOf(texts));
  expect(listOf(['one'])).not.toBe(listOf(texts));
});
