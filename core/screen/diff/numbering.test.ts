import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumbering } from './numbering.ts';

describe('createNumbering', () => {
  it('gives equal numbers to equals and to nothing else, however many there are', () => {
    const { text, pair } = createNumbering();
    const numbers = new Set<number>();
    for (let i = 0; i < 150; i++) {
      for (let j = 0; j < 150; j++) numbers.add(pair(i, j));
      numbers.add(text(`${i}`));
    }
    expect(numbers.size).toBe(150 * 150 + 150);
    expect([pair(3, 149), text('7')].every((number) => numbers.has(number))).toBe(true);
    expect(pair(1, 2)).not.toBe(pair(2, 1));
  });
  it('is a map, for any pairs', () => {
    const numbers = fc.nat({ max: 2 ** 25 });
    fc.assert(
      fc.property(fc.array(fc.tuple(numbers, numbers)), (pairs) => {
        const { pair } = createNumbering();
        const seen = new Map<number, string>();
        for (const [a, b] of [...pairs, ...pairs]) {
          const number = pair(a, b);
          expect(seen.get(number) ?? `${a},${b}`).toBe(`${a},${b}`);
          seen.set(number, `${a},${b}`);
        }
        expect(seen.size).toBe(new Set(pairs.map(String)).size);
      }),
    );
  });
});
