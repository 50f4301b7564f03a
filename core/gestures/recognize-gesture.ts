import { distance, type Point, type Size } from '../geometry.ts';
import { type Gesture, type Stroke, strokeEndMs, strokeStartMs } from './gesture.ts';

/** What a person did with their fingers, in device pixels and milliseconds. */
export type RecognizedGesture =
  | { readonly kind: 'tap' | 'long-press'; readonly at: Point; readonly durationMs: number }
  | {
      readonly kind: 'swipe';
      readonly from: Point;
      readonly to: Point;
      readonly durationMs: number;
    }
  /** Anything else: several fingers, a drag after a long press, a line with a bend. */
  | { readonly kind: 'paths'; readonly paths: readonly Stroke[] };

/** Android's default time for a long press before version 11, and close to that since (ViewConfiguration). */
const longPressMs = 500;
/** A finger that stays within this share of the screen's shorter side does not move: Android's touch slop is 8 of about 400 dp. */
const slopShare = 1 / 50;
/** A finger that leaves the straight line by more than this share has drawn something. */
const bendShare = 1 / 15;
/** Most points kept of a finger; custom_gesture takes 100. */
const maxPoints = 60;

/** How far a finger may stray on a screen of this size and still not move, in device pixels. */
export function touchSlop({ width, height }: Size): number {
  return slopShare * Math.min(width, height);
}

/** Recognizes what the fingers did on a screen of this size. */
export function recognizeGesture({ strokes }: Gesture, size: Size): RecognizedGesture {
  const unit = Math.min(size.width, size.height);
  const [stroke, ...others] = strokes;
  const start = stroke?.[0];
  const end = stroke?.at(-1);
  if (stroke === undefined || start === undefined || end === undefined || others.length > 0)
    return { kind: 'paths', paths: strokes.map(thinOut) };
  const slop = touchSlop(size);
  const durationMs = Math.max(1, Math.round(strokeEndMs(stroke) - strokeStartMs(stroke)));
  const at = pointOf(start);
  const firstMove = stroke.find((point) => distance(point, start) > slop);
  if (firstMove === undefined)
    return { kind: durationMs < longPressMs ? 'tap' : 'long-press', at, durationMs };
  const isDrag = firstMove.timeMs - start.timeMs >= longPressMs;
  const isBent = stroke.some((point) => distanceToLine(point, start, end) > bendShare * unit);
  if (isDrag || isBent) return { kind: 'paths', paths: [thinOut(stroke)] };
  return { kind: 'swipe', from: at, to: pointOf(end), durationMs };
}

function pointOf({ x, y }: Point): Point {
  return { x, y };
}

/** From the point to the nearest point between the two ends. */
function distanceToLine(point: Point, start: Point, end: Point): number {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: start.x + share * dx, y: start.y + share * dy });
}

/** The stroke with `maxPoints` points at most, the first and the last among them, in order of time. */
function thinOut(stroke: Stroke): Stroke {
  const step = Math.max(1, (stroke.length - 1) / (maxPoints - 1));
  const count = Math.min(stroke.length, maxPoints);
  return Array.from({ length: count }, (_, i) => stroke[Math.round(i * step)]).filter(
    (point) => point !== undefined,
  );
}
