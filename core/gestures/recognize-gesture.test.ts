import { expect, it } from 'vitest';
import { recognizeGesture } from './recognize-gesture.ts';

const size = { width: 1080, height: 2400 };
const at = (x: number, y: number, timeMs: number) => ({ x, y, timeMs });

it.each([
  ['a tap that trembles', [at(500, 800, 0), at(508, 795, 40), at(508, 795, 90)], 'tap'],
  ['a long press', [at(500, 800, 0), at(500, 800, 700)], 'long-press'],
  ['a swipe', [at(500, 1800, 0), at(510, 1200, 90), at(500, 700, 180)], 'swipe'],
  ['a drag', [at(500, 800, 0), at(500, 800, 600), at(500, 1500, 900)], 'paths'],
  ['a bent line', [at(100, 800, 0), at(600, 800, 200), at(600, 1500, 400)], 'paths'],
  ['there and back', [at(100, 800, 0), at(900, 800, 200), at(110, 800, 400)], 'paths'],
])('recognizes %s', (_, stroke, kind) => {
  expect(recognizeGesture({ strokes: [stroke] }, size).kind).toBe(kind);
});

it('keeps where a swipe begins and ends, and how long it takes', () => {
  const stroke = [at(500.5, 1800, 0), at(500, 700, 180)];
  expect(recognizeGesture({ strokes: [stroke] }, size)).toEqual({
    kind: 'swipe',
    from: { x: 500.5, y: 1800 },
    to: { x: 500, y: 700 },
    durationMs: 180,
  });
});

it('keeps the paths of several fingers, each with few enough points for custom_gesture', () => {
  const finger = (x: number) => Array.from({ length: 500 }, (_, i) => at(x, i, i));
  const gesture = recognizeGesture({ strokes: [finger(100), finger(900)] }, size);
  expect(gesture.kind).toBe('paths');
  const paths = gesture.kind === 'paths' ? gesture.paths : [];
  expect(paths.map((path) => path.length)).toEqual([60, 60]);
  expect(paths.map((path) => [path[0], path.at(-1)])).toEqual(
    [100, 900].map((x) => [at(x, 0, 0), at(x, 499, 499)]),
  );
});
