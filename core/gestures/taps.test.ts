import { describe, expect, it } from 'vitest';
import { doubleTapGesture, longPressGesture, tapGesture } from './taps.ts';

const at = { x: 1.5, y: 2 };
const pointTimesOf = (gesture: ReturnType<typeof tapGesture>): number[][] =>
  gesture.strokes.map((stroke) => stroke.map(({ timeMs }) => timeMs));

describe('taps', () => {
  it('have the right durations', () => {
    expect(pointTimesOf(tapGesture(at))).toEqual([[0, 50]]);
    expect(pointTimesOf(longPressGesture(at, 1000))).toEqual([[0, 1000]]);
    expect(pointTimesOf(doubleTapGesture(at))).toEqual([
      [0, 50],
      [150, 200],
    ]);
  });
  it('do not move', () => {
    for (const gesture of [tapGesture(at), longPressGesture(at, 700), doubleTapGesture(at)]) {
      expect(gesture.strokes.flat().every(({ x, y }) => x === at.x && y === at.y)).toBe(true);
    }
  });
});
