import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPaths } from './paths.ts';

const times = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 2, maxLength: 20 });
const paths = fc.array(
  times.map((all) => all.toSorted((a, b) => a - b).map((time, i) => ({ x: i, y: time % 7, time }))),
  { minLength: 1, maxLength: 10 },
);

describe('followPaths', () => {
  it('begins with the earliest path', () => {
    const a = [1000, 1200].map((time) => ({ x: 1, y: 2, time }));
    const b = [700, 900].map((time) => ({ x: 3, y: 4, time }));
    expect(followPaths([a, b]).strokes).toEqual([
      [
        { x: 1, y: 2, timeMs: 300 },
        { x: 1, y: 2, timeMs: 500 },
      ],
      [
        { x: 3, y: 4, timeMs: 0 },
        { x: 3, y: 4, timeMs: 200 },
      ],
    ]);
  });
  it('begins at 0 and keeps every place and every distance in time', () => {
    fc.assert(
      fc.property(paths, (given) => {
        const { strokes } = followPaths(given);
        const moved = given[0]?.[0]?.time ?? 0;
        const by = moved - (strokes[0]?.[0]?.timeMs ?? 0);
        expect(Math.min(...strokes.flat().map(({ timeMs }) => timeMs))).toBe(0);
        expect(
          strokes.map((stroke) => stroke.map((p) => ({ x: p.x, y: p.y, time: p.timeMs + by }))),
        ).toEqual(given);
      }),
    );
  });
});
