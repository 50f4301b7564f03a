import { expect, it } from 'vitest';
import { doubleTap } from '../../core/gestures/taps.ts';
import { pathsOf, strokesOn } from './touches.ts';

const size = { width: 100, height: 200 };
const line = (points: number) =>
  Array.from({ length: points }, (_, i) => ({ x: (90 * i) / points, y: 5, timeMs: i }));

it('thins ways of very many points, and keeps where they begin and end', () => {
  const strokes = Array.from({ length: 50 }, () => line(10_000));
  const [stroke, ...others] = strokesOn({ strokes }, size) ?? [];
  expect(others).toHaveLength(9);
  expect(stroke).toHaveLength(100);
  expect([stroke?.[0]?.timeMs, stroke?.at(-1)?.timeMs]).toEqual([0, 9_999]);
  expect(strokesOn({ strokes: [line(100)] }, size)).toEqual([line(100)]);
});

it.each([
  [100, 5],
  [5, 200],
  [-1, 5],
  [NaN, 5],
])('draws nothing of a way that leaves the screen at %j,%j', (x, y) => {
  expect(strokesOn({ strokes: [line(3), [{ x, y, timeMs: 0 }]] }, size)).toBeNull();
});

it('names a place once, where a finger stays and where it comes back to', () => {
  const strokes = strokesOn(doubleTap({ x: 3, y: 4 }), size) ?? [];
  expect(pathsOf(strokes)).toEqual([[{ x: 3, y: 4 }]]);
});
