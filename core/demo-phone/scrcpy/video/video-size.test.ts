import { expect, it } from 'vitest';
import { smallerMaxSize, videoSizeOf } from './video-size.ts';

it.each([
  [1080, 2400, 0, '1080x2400'],
  [1080, 2400, 1600, '720x1600'],
  [2400, 1080, 1600, '1600x720'],
  [1080, 1920, 1600, '904x1600'],
  [1440, 3120, 1600, '736x1600'],
  [720, 1600, 1920, '720x1600'],
  [1081, 2403, 0, '1080x2400'],
  [1000, 1000, 0, '1000x1000'],
  [1004, 1004, 0, '1000x1000'],
])('%i x %i, limited to %i: %s', (width, height, maxSize, expected) => {
  const size = videoSizeOf({ width, height }, maxSize);
  expect(`${size.width}x${size.height}`).toBe(expected);
});

it('there is a smaller size to try, until there is none', () => {
  const tried: number[] = [];
  for (let next = smallerMaxSize({ width: 1080, height: 2400 }); next !== undefined;) {
    tried.push(next);
    next = smallerMaxSize({ width: 360, height: next });
  }
  expect(tried).toEqual([1920, 1600, 1280, 1024, 800]);
});
