import type { Point } from '../geometry.ts';
import type { Gesture, Stroke } from './gesture.ts';

/** How long a tap touches the screen: long enough to be seen, far below a long press (400 ms). */
const tapMs = 50;
/** From the first touch of a double tap to the second. Android wants 40 to 300 ms between the two. */
const doubleTapMs = 150;

/** One short touch. */
export function tap(at: Point): Gesture {
  return { strokes: [rest(at, 0, tapMs)] };
}

/** One touch that stays where it is. */
export function longPress(at: Point, durationMs: number): Gesture {
  return { strokes: [rest(at, 0, durationMs)] };
}

/** Two short touches of the same place: 50 ms, 100 ms nothing, 50 ms. */
export function doubleTap(at: Point): Gesture {
  return { strokes: [rest(at, 0, tapMs), rest(at, doubleTapMs, tapMs)] };
}

function rest({ x, y }: Point, startMs: number, durationMs: number): Stroke {
  return [
    { x, y, timeMs: startMs },
    { x, y, timeMs: startMs + durationMs },
  ];
}
