import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceWithin, editDistance, dissimilarity, dissimilarityWithin } from './nearest.ts';

/** Computed by the definition, in exponential time. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  return Math.min(
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  );
}

describe('editDistance', () => {
  it('is the smallest number of changes', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    const isFewest = (a: string, b: string): void => {
      expect(editDistance(a, b)).toBe(plainDistance(a, b));
    };
    fc.assert(fc.property(short, short, isFewest), { numRuns: 300 });
  });
});

describe('distanceWithin', () => {
  it('is the smallest distance to any substring', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    const isSmallest = (part: string, whole: string): void => {
      const starts = Array.from({ length: whole.length + 1 }, (_, start) => start);
      const pieces = starts.flatMap((start) => starts.map((end) => whole.slice(start, end)));
      const distances = pieces.map((piece) => editDistance(part, piece));
      expect(distanceWithin(part, whole)).toBe(Math.min(...distances));
    };
    fc.assert(fc.property(short, short, isSmallest), { numRuns: 300 });
  });
});

describe('dissimilarityWithin', () => {
  it('finds a misspelt word in a sentence and the tail of an id', () => {
    expect(dissimilarityWithin('Sbmit', 'Submit your order now')).toBeCloseTo(0.3);
    expect(dissimilarityWithin('submitt', 'btn_submit')).toBeCloseTo(0.1 + 1 / 7);
    expect(dissimilarityWithin('Save', 'Save')).toBe(0);
  });
});

describe('dissimilarity', () => {
  it.each([
    ['Save', 'SAVE', 0],
    ['', '', 0],
    ['', 'Save', 1],
    ['Submit', 'Sbmit', 1 / 6],
    ['Send', 'Send now', 0.2],
    ['a', 'bab', 2 / 3],
    ['abc', 'xyz', 1],
  ])('of %j and %j is %d', (a, b, expected) => {
    expect(dissimilarity(a, b)).toBeCloseTo(expected);
    expect(dissimilarity(b, a)).toBeCloseTo(expected);
  });

  it('compares the beginnings of long texts', () => {
    expect(dissimilarity('x'.repeat(100_000), `${'x'.repeat(60)}y`)).toBe(0);
  });
});
