import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, rectOfSize } from '../geometry.ts';
import { clampTo } from './bounds.ts';

const size = { width: 1080, height: 2400 };

describe('clampTo', () => {
  it('moves points onto the screen and leaves those on it unchanged', () => {
    const any = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(any, any, (x, y) => {
        const place = clampTo(size, { x, y });
        expect(contains(rectOfSize(size), place)).toBe(true);
        expect(clampTo(size, place)).toEqual(place);
        if (x >= 0 && x <= 1079) expect(place.x === x).toBe(true);
      }),
    );
  });
});
