import { expect, it } from 'vitest';
import { shareOfChangedPixels } from './changed-share.ts';

const pixels = (...greys: number[]) =>
  Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255]));

it('counts the pixels that differ by more than encoding errors', () => {
  expect(shareOfChangedPixels(pixels(0, 200, 200), pixels(0, 220, 0))).toBeCloseTo(1 / 3);
  expect(shareOfChangedPixels(pixels(), pixels())).toBe(0);
});
