import { type Point, type Size, distance } from '../geometry.ts';
import type { Gesture, Stroke, StrokePoint } from './gesture.ts';

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
  const tolerancePx = trembleShare * Math.min(area.width, area.height);
  return { strokes: strokes.map((stroke) => straightenStroke(stroke, tolerancePx)) };
}

function straightenStroke(stroke: Stroke, tolerancePx: number): Stroke {
  const from = stroke[0];
  const to = stroke.at(-1);
  if (from === undefined || to === undefined) return stroke;
  if (stroke.every((point) => distance(point, from) <= tolerancePx)) {
    return [from, { ...from, timeMs: to.timeMs }];
  }
  const maxDeviationPx = Math.max(tolerancePx, bendShare * distance(from, to));
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
