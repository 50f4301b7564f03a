import type { Point } from '../geometry.ts';

/** Where a finger is at a moment. */
export interface StrokePoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/**
 * One finger from touching the screen (first point) to leaving it (last point): two points at
 * least, later ones later. Between two points the finger moves evenly.
 */
export type Stroke = readonly StrokePoint[];

/**
 * What fingers do, in device pixels of the current rotation. Strokes that overlap in time are
 * different fingers; a stroke that begins after another one ended may be the same finger.
 */
export interface Gesture {
  readonly strokes: readonly Stroke[];
}
