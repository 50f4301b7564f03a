import type { Point } from '../geometry.ts';
import type { Gesture, Stroke } from './gesture.ts';

/** Duration of a tap: long enough to be recognised, far below a long press (400 ms). */
const tapMs = 50;
/** Time between the two downs of a double tap. Android wants 40 to 300 ms from the first up to the second down. */
const doubleTapIntervalMs = 150;

/** One short touch. */
export function tapGesture(at: Point): Gesture {
  return { strokes: [restingStroke(at, 0, tapMs)] };
}

/** One long touch without movement. */
export function longPressGesture(at: Point, durationMs: number): Gesture {
  return { strokes: [restingStroke(at, 0, durationMs)] };
}

/** Two short touches of the same point: 50 ms down, 100 ms up, 50 ms down. */
export function doubleTapGesture(at: Point): Gesture {
  return { strokes: [restingStroke(at, 0, tapMs), restingStroke(at, doubleTapIntervalMs, tapMs)] };
}

function restingStroke({ x, y }: Point, startMs: number, durationMs: number): Stroke {
  return [
    { x, y, timeMs: startMs },
    { x, y, timeMs: startMs + durationMs },
  ];
}
