import type { Point } from '../geometry.ts';
import type { Gesture } from './gesture.ts';

/** A point of a path as a tool is given it. */
export interface PathPoint extends Point {
  /** Milliseconds, on a clock that all paths of a call share. */
  readonly time: number;
}

/**
 * One finger per path, every point at its time. The gesture begins with the earliest path, so
 * that what lies between the beginnings of two paths is kept and a common delay is not.
 */
export function followPaths(paths: readonly (readonly PathPoint[])[]): Gesture {
  const startMs = Math.min(...paths.map((path) => path[0]?.time ?? Infinity));
  return {
    strokes: paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time - startMs }))),
  };
}
