import { describe, expect, it } from 'vitest';
import { doubleTap, longPress, tap } from './taps.ts';

const at = { x: 1.5, y: 2 };
const times = (gesture: ReturnType<typeof tap>): number[][] =>
  gesture.strokes.map((stroke) => stroke.map(({ timeMs }) => timeMs));

describe('taps', () => {
  it('have the right durations', () => {
    expect(times(tap(at))).toEqual([[0, 50]]);
    expect(times(longPress(at, 1000))).toEqual([[0, 1000]]);
    expect(times(doubleTap(at))).toEqual([
      [0, 50],
      [150, 200],
    ]);
  });
  it('do not move', () => {
    for (const gesture of [tap(at), longPress(at, 700), doubleTap(at)]) {
      expect(gesture.strokes.flat().every(({ x, y }) => x === at.x && y === at.y)).toBe(true);
    }
  });
});
