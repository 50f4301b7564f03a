import type { Point, Size } from '../geometry.ts';
import { clampTo } from './bounds.ts';
import type { Gesture, Stroke } from './gesture.ts';
import { straight } from './swipe.ts';

/** How far each finger is from the centre at the start, in pixels. */
const reachPx = 100;

/** Where two fingers begin, how far they go and for how long. */
interface PinchOptions {
  readonly center: Point;
  /** How many times farther apart the fingers end: above 1 zooms in, below out, 1 rests. */
  readonly scale: number;
  readonly durationMs: number;
}

/**
 * Two fingers left and right of the centre, from 100 px to 100 px times scale each, both at once.
 * Where the screen ends the finger stays on its last pixel.
 */
export function pinch({ center, scale, durationMs }: PinchOptions, size: Size): Gesture {
  const finger = (side: -1 | 1): Stroke => {
    const at = (reach: number): Point => clampTo(size, { x: center.x + side * reach, y: center.y });
    return straight(at(reachPx), at(reachPx * scale), durationMs);
  };
  return { strokes: [finger(-1), finger(1)] };
}

/** How many times farther apart the fingers of such a pinch really end: less than asked where the screen's edge stops them. */
export function reachedScale({ strokes: [left, right] }: Gesture): number {
  const apart = (index: 0 | -1): number => (right?.at(index)?.x ?? 0) - (left?.at(index)?.x ?? 0);
  return apart(-1) / apart(0);
}
