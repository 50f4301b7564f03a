import type { Point, Size } from '../geometry.ts';
import { clampToScreen } from './bounds.ts';
import type { Gesture, Stroke } from './gesture.ts';
import { straightStroke } from './swipe.ts';

/** How far each finger is from the centre at the start, in pixels. */
const startDistancePx = 100;

/** A pinch around a point. */
interface PinchOptions {
  readonly center: Point;
  /** Ratio of the fingers' final to initial distance: above 1 zooms in, below 1 out, 1 rests. */
  readonly scale: number;
  readonly durationMs: number;
}

/**
 * Two fingers left and right of the centre that move at once from 100 px to 100 px times scale. At
 * the screen's edge a finger stays on the last pixel.
 */
export function pinchGesture({ center, scale, durationMs }: PinchOptions, size: Size): Gesture {
  const finger = (side: -1 | 1): Stroke => {
    const at = (distancePx: number): Point =>
      clampToScreen(size, { x: center.x + side * distancePx, y: center.y });
    return straightStroke(at(startDistancePx), at(startDistancePx * scale), durationMs);
  };
  return { strokes: [finger(-1), finger(1)] };
}

/** The scale that a pinch really reaches: less than requested if the screen's edge stops the fingers. */
export function actualPinchScale({ strokes: [left, right] }: Gesture): number {
  const fingerDistance = (index: 0 | -1): number =>
    (right?.at(index)?.x ?? 0) - (left?.at(index)?.x ?? 0);
  return fingerDistance(-1) / fingerDistance(0);
}
