import type { Point } from '../geometry.ts';

/** A finger's position at a time. */
export interface StrokePoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/**
 * One finger from down (first point) to up (last point): at least two points, in order of time. It
 * moves evenly between two points.
 */
export type Stroke = readonly StrokePoint[];

/**
 * What fingers do, in device pixels of the current rotation. Strokes that overlap in time are
 * different fingers; a stroke that begins after another one ended may be the same finger.
 */
export interface Gesture {
  readonly strokes: readonly Stroke[];
  /** One finger that rests until it holds what it drags; the phone's own `input draganddrop` may play it. */
  readonly isDrag?: true;
}
