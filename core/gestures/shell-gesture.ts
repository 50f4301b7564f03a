import { type Point, distance, type Size } from '../geometry.ts';
import {
  type Gesture,
  type Stroke,
  type StrokePoint,
  strokeEndMs,
  strokeStartMs,
} from './gesture.ts';

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
  const from = stroke[0];
  const to = stroke.at(-1);
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

/** Movement that counts as trembling, as a share of the screen's shorter side. Android itself ignores 8 dp. */
const trembleShare = 0.025;
/** Deviation that still counts as straight, as a share of the stroke's length. */
const bendShare = 0.12;

/**
 * The device pixel at these fractions (0 to 1) of the picture; values outside are clamped to the edge.
 * `area` is the screen's size in the current rotation.
 */
export function toDevicePixel(area: Size, at: Point): Point {
  return { x: pixelAt(at.x, area.width), y: pixelAt(at.y, area.height) };
}

/** The point moved by so many pixels and kept on the screen. */
export function translateOnScreen(area: Size, from: Point, by: Point): Point {
  return {
    x: Math.min(area.width - 1, Math.max(0, from.x + by.x)),
    y: Math.min(area.height - 1, Math.max(0, from.y + by.y)),
  };
}

/**
 * Simplifies a hand-drawn gesture for the phone's own `input`: a trembling finger rests, a nearly
 * straight stroke becomes straight at an even speed, with the same duration. Other strokes stay as
 * they are.
 */
export function straightenGesture({ strokes }: Gesture, area: Size): Gesture {
  const tremblePx = trembleShare * Math.min(area.width, area.height);
  return { strokes: strokes.map((stroke) => straightenStroke(stroke, tremblePx)) };
}

function straightenStroke(stroke: Stroke, tremblePx: number): Stroke {
  const from = stroke[0];
  const to = stroke.at(-1);
  if (from === undefined || to === undefined) return stroke;
  if (stroke.every((point) => distance(point, from) <= tremblePx)) {
    return [from, { ...from, timeMs: to.timeMs }];
  }
  const maxDeviationPx = Math.max(tremblePx, bendShare * distance(from, to));
  const isStraight = stroke.every(
    (point) => distanceFromSegment(point, from, to) <= maxDeviationPx,
  );
  return isStraight ? [from, to] : stroke;
}

/** Distance of a point from a line segment. */
function distanceFromSegment(point: StrokePoint, from: Point, to: Point): number {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const length2 = along.x ** 2 + along.y ** 2;
  if (length2 === 0) return distance(point, from);
  const share = ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / length2;
  const clampedShare = Math.min(1, Math.max(0, share));
  return distance(point, {
    x: from.x + clampedShare * along.x,
    y: from.y + clampedShare * along.y,
  });
}

function pixelAt(fraction: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(fraction * length)));
}
