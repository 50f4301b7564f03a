import type { Point } from '../geometry.ts';
import type { Gesture, Stroke } from './gesture.ts';

/** One finger straight from a point to another at an even speed. */
export function swipeGesture(from: Point, to: Point, durationMs: number): Gesture {
  return { strokes: [straightStroke(from, to, durationMs)] };
}

/** One straight stroke at an even speed that starts at 0 ms. */
export function straightStroke(from: Point, to: Point, durationMs: number): Stroke {
  return [
    { x: from.x, y: from.y, timeMs: 0 },
    { x: to.x, y: to.y, timeMs: durationMs },
  ];
}
