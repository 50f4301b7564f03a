import { type Point, distance } from '../geometry.ts';
import type { Gesture, Stroke, StrokePoint } from './gesture.ts';
import { endOf, startOf } from './times.ts';

/**
 * A gesture that the phone's own `input` can perform: one finger that rests or moves straight at an
 * even speed. Device pixels of the current rotation.
 */
export type PlainGesture =
  | { readonly kind: 'tap'; readonly at: Point }
  /** Two taps of one point; `gapMs` is the time between the two downs. */
  | { readonly kind: 'double-tap'; readonly at: Point; readonly gapMs: number }
  /** A long press if both ends are the same point. */
  | {
      readonly kind: 'swipe';
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
export function plainForm(gesture: Gesture): PlainGesture | null {
  const [first, second, ...more] = gesture.strokes;
  if (first === undefined || more.length > 0) return null;
  return second === undefined ? plainStroke(first) : plainPair(first, second);
}

function plainPair(a: Stroke, b: Stroke): PlainGesture | null {
  const [first, second] = startOf(a) <= startOf(b) ? [a, b] : [b, a];
  const taps = [plainStroke(first), plainStroke(second)];
  const [one, other] = taps;
  if (one?.kind !== 'tap' || other?.kind !== 'tap' || distance(one.at, other.at) > tolerancePx) {
    return null;
  }
  const overlap = startOf(second) < endOf(first);
  const gapMs = startOf(second) - startOf(first);
  return overlap ? null : { kind: 'double-tap', at: one.at, gapMs };
}

function plainStroke(stroke: Stroke): PlainGesture | null {
  const from = stroke[0];
  const to = stroke.at(-1);
  if (from === undefined || to === undefined || !isEven(stroke, from, to)) return null;
  const durationMs = to.timeMs - from.timeMs;
  const isTap = durationMs <= longestTapMs && distance(from, to) <= tolerancePx;
  if (isTap) return { kind: 'tap', at: placeOf(from) };
  return { kind: 'swipe', from: placeOf(from), to: placeOf(to), durationMs };
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

function placeOf({ x, y }: StrokePoint): Point {
  return { x, y };
}
