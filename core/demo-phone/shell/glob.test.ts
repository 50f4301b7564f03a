import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher } from './expand.ts';

describe('matcher', () => {
  it('agrees with a regular expression on short names', () => {
    const units = { '*': '[^]*', '?': '[^]', '[ab]': '[ab]', '[!b]': '[^b]', '\\*': '\\*', a: 'a' };
    const pattern = fc.array(fc.constantFrom(...Object.keys(units)), { maxLength: 6 });
    const name = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 7 });
    const agrees = (parts: string[], letters: string[]): void => {
      const translated = parts.map(
        (part) => Object.entries(units).find(([of]) => of === part)?.[1],
      );
      const expected = new RegExp(`^${translated.join('')}$`).test(letters.join(''));
      expect(createMatcher(parts.join(''))(letters.join(''))).toBe(expected);
    };
    fc.assert(fc.property(pattern, name, agrees), { numRuns: 2_000 });
  });

  it('does not backtrack exponentially on a pattern of many stars', () => {
    const hostile = createMatcher(`${'*a'.repeat(200)}*b`);
    const start = performance.now();
    expect(hostile('a'.repeat(4_000))).toBe(false);
    expect(hostile(`${'a'.repeat(4_000)}b`)).toBe(true);
    // Exponential backtracking would take years.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
