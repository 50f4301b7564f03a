import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gestureFromPaths } from './paths.ts';

const times = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 2, maxLength: 20 });
const paths = fc.array(
  times.map((all) => all.toSorted((a, b) => a - b).map((time, i) => ({ x: i, y: time % 7, time }))),
  { minLength: 1, maxLength: 10 },
);

describe('followPaths', () => {
  it('keeps every position and time, including a pause before the first finger', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const { strokes } = gestureFromPaths(given);
        expect(
          strokes.map((stroke) => stroke.map(({ x, y, timeMs }) => ({ x, y, time: timeMs }))),
        ).toEqual(given);
      }),
    );
  });
});
