import type { Point } from '../geometry.ts';
import type { Gesture } from './gesture.ts';

/** A point of a path as a tool is given it. */
interface PathPoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly time: number;
}

/** One finger per path, every point at its time: what is before the first of them is waited for. */
export function followPaths(paths: readonly (readonly PathPoint[])[]): Gesture {
  return { strokes: paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time }))) };
}
