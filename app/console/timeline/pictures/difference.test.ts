import { expect, it } from 'vitest';
import { differenceOf } from './difference.ts';

const pixels = (...greys: number[]) =>
  Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255]));

it('tints what changed, and dims what did not', () => {
  // The second pixel differs by what encoding adds, the third really.
  const { pixels: shown, changedShare } = differenceOf(pixels(0, 200, 200), pixels(0, 220, 0));
  expect(changedShare).toBeCloseTo(1 / 3);
  expect([...shown]).toEqual([17, 17, 17, 255, 77, 77, 77, 255, 115, 81, 21, 255]);
});
