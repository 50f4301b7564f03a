import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containingPattern, exactPattern, compilePattern } from './text-pattern.ts';

describe('compilePattern', () => {
  it('agrees with a regular expression on short texts', () => {
    const letters = fc.constantFrom('a', 'b', '.');
    const piece = fc.array(letters, { maxLength: 3 }).map((all) => all.join(''));
    const inner = fc.array(
      piece.filter((text) => text !== ''),
      { maxLength: 2 },
    );
    const pieces = fc.tuple(piece, inner, piece).map(([a, b, c]) => [a, ...b, c]);
    const text = fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
    const agrees = (pattern: string[], sample: string): void => {
      const source = pattern.map((part) => part.replaceAll('.', '\\.')).join('[^]*');
      expect(compilePattern({ pieces: pattern })(sample)).toBe(
        new RegExp(`^${source}$`).test(sample),
      );
      expect(compilePattern(containingPattern({ pieces: pattern }))(sample)).toBe(
        new RegExp(source).test(sample),
      );
    };
    fc.assert(fc.property(pieces, text, agrees), { numRuns: 3_000 });
  });

  it('does not match one letter for two pieces', () => {
    expect(compilePattern({ pieces: ['ab', 'ba'] })('aba')).toBe(false);
    expect(compilePattern({ pieces: ['ab', 'b', 'ba'] })('abba')).toBe(false);
    expect(compilePattern({ pieces: ['ab', 'b', 'ba'] })('abbba')).toBe(true);
  });

  it('distinguishes the empty text from any text', () => {
    expect(compilePattern(exactPattern(''))('')).toBe(true);
    expect(compilePattern(exactPattern(''))('a')).toBe(false);
    expect(compilePattern({ pieces: ['', ''] })('')).toBe(false);
    expect(compilePattern({ pieces: ['', ''] })(' ')).toBe(true);
  });

  it('does not backtrack on a pattern of many stars', () => {
    const slowPattern = compilePattern({
      pieces: ['', ...Array.from({ length: 900 }, () => 'a'), 'b'],
    });
    const start = performance.now();
    expect(slowPattern('a'.repeat(100_000))).toBe(false);
    expect(slowPattern(`${'a'.repeat(100_000)}b`)).toBe(true);
    // With backtracking this would take years.
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
