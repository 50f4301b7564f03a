import type { Point, Size } from '../geometry.ts';
import type { Gesture, Stroke, StrokePoint } from './gesture.ts';

/** One finger straight from a point to another at an even speed. */
export function swipeGesture(from: Point, to: Point, durationMs: number): Gesture {
  return { strokes: [straightStroke(from, to, durationMs)] };
}

/** One straight stroke at an even speed that starts at 0 ms. */
function straightStroke(from: Point, to: Point, durationMs: number): Stroke {
  return [
    { x: from.x, y: from.y, timeMs: 0 },
    { x: to.x, y: to.y, timeMs: durationMs },
  ];
}

/** Duration of a tap: long enough to be recognised, far below a long press (400 ms). */
const tapMs = 50;
/** Time between the two downs of a double tap. Android wants 40 to 300 ms from the first up to the second down. */
const doubleTapIntervalMs = 150;

/** How long a finger rests before it drags: longer than Android's long press of half a second, for slow phones. */
const dragHoldMs = 700;
/** How long it rests at the end, so that nothing is flung and what lies below opens up. */
const dropRestMs = 200;

/** One finger that long-presses a point, moves straight to another within this time, and rests there. */
export function dragGesture(from: Point, to: Point, durationMs: number): Gesture {
  const at = ({ x, y }: Point, timeMs: number): StrokePoint => ({ x, y, timeMs });
  const dropMs = dragHoldMs + durationMs;
  return {
    strokes: [[at(from, 0), at(from, dragHoldMs), at(to, dropMs), at(to, dropMs + dropRestMs)]],
    isDrag: true,
  };
}

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

/** The point on the screen nearest to this one; the last pixel is `width - 1`. */
export function clampToScreen(size: Size, point: Point): Point {
  return { x: clamp(point.x, size.width - 1), y: clamp(point.y, size.height - 1) };
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

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

/** A point of a path in a tool's arguments. */
interface PathPoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly time: number;
}

/** One finger per path, every point at its time; a gesture may start with a pause. */
export function gestureFromPaths(paths: readonly (readonly PathPoint[])[]): Gesture {
  return { strokes: paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time }))) };
}
