import type { Point } from '../geometry.ts';
import type { Gesture } from './gesture.ts';

/** A point of a path in a tool's arguments. */
interface PathPoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly time: number;
}

/** One finger per path, every point at its time; a gesture may start with a pause. */
export function gestureFromPaths(paths: readonly (readonly PathPoint[])[]): Gesture {
  return { strokes: paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time }))) };
}
