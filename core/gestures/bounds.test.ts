import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, rectOfSize } from '../geometry.ts';
import { clampToScreen } from './bounds.ts';

const screenSize = { width: 1080, height: 2400 };

describe('clampTo', () => {
  it('moves points onto the screen and leaves those on it unchanged', () => {
    const any = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(any, any, (x, y) => {
        const place = clampToScreen(screenSize, { x, y });
        expect(contains(rectOfSize(screenSize), place)).toBe(true);
        expect(clampToScreen(screenSize, place)).toEqual(place);
        if (x >= 0 && x <= 1079) expect(place.x === x).toBe(true);
      }),
    );
  });
});
