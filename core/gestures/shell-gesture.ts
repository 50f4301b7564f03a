import { type Point, distance } from '../geometry.ts';
import type { Gesture, Stroke, StrokePoint } from './gesture.ts';
import { strokeEndMs, strokeStartMs } from './timing.ts';

/**
 * A gesture that the phone's own `input` can perform: one finger that rests or moves straight at an
 * even speed. Device pixels of the current rotation.
 */
export type ShellGesture =
  | { readonly kind: 'tap'; readonly at: Point }
  /** Two taps of one point; `gapMs` is the time between the two downs. */
  | { readonly kind: 'double-tap'; readonly at: Point; readonly gapMs: number }
  /** A long press if both ends are the same point. */
  | {
      readonly kind: 'swipe';
      readonly from: Point;
      readonly to: Point;
      readonly durationMs: number;
    }
  /** A long press whose finger then moves; `durationMs` includes the long press. */
  | {
      readonly kind: 'drag';
      readonly from: Point;
      readonly to: Point;
      readonly durationMs: number;
    };

/** Longest touch that counts as a tap; `input tap` itself lifts the finger at once. */
const longestTapMs = 100;
/** Allowed deviation from even straight movement; one pixel is not noticeable. */
const tolerancePx = 1;

/**
 * The gesture in the form that `input` can perform, or null for several fingers, a bent path or a
 * changing speed.
 */
export function toShellGesture(gesture: Gesture): ShellGesture | null {
  const [first, second, ...more] = gesture.strokes;
  if (first === undefined || more.length > 0) return null;
  if (gesture.isDrag === true) return dragToShellGesture(first);
  return second === undefined ? strokeToShellGesture(first) : pairToShellGesture(first, second);
}

function dragToShellGesture(stroke: Stroke): ShellGesture | null {
  const [from, to] = [stroke[0], stroke.at(-1)];
  if (from === undefined || to === undefined) return null;
  const durationMs = to.timeMs - from.timeMs;
  return { kind: 'drag', from: pointOf(from), to: pointOf(to), durationMs };
}

function pairToShellGesture(a: Stroke, b: Stroke): ShellGesture | null {
  const [first, second] = strokeStartMs(a) <= strokeStartMs(b) ? [a, b] : [b, a];
  const taps = [strokeToShellGesture(first), strokeToShellGesture(second)];
  const [one, other] = taps;
  if (one?.kind !== 'tap' || other?.kind !== 'tap' || distance(one.at, other.at) > tolerancePx) {
    return null;
  }
  const overlap = strokeStartMs(second) < strokeEndMs(first);
  const gapMs = strokeStartMs(second) - strokeStartMs(first);
  return overlap ? null : { kind: 'double-tap', at: one.at, gapMs };
}

function strokeToShellGesture(stroke: Stroke): ShellGesture | null {
  const from = stroke[0];
  const to = stroke.at(-1);
  if (from === undefined || to === undefined || !isEven(stroke, from, to)) return null;
  const durationMs = to.timeMs - from.timeMs;
  const isTap = durationMs <= longestTapMs && distance(from, to) <= tolerancePx;
  if (isTap) return { kind: 'tap', at: pointOf(from) };
  return { kind: 'swipe', from: pointOf(from), to: pointOf(to), durationMs };
}

/** Whether every point lies where even straight movement would be at its time. */
function isEven(stroke: Stroke, from: StrokePoint, to: StrokePoint): boolean {
  const durationMs = Math.max(1, to.timeMs - from.timeMs);
  return stroke.every((point) => {
    const share = (point.timeMs - from.timeMs) / durationMs;
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share;
    return distance(point, { x, y }) <= tolerancePx;
  });
}

function pointOf({ x, y }: StrokePoint): Point {
  return { x, y };
}
