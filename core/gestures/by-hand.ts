import { type Point, type Size, distance } from '../geometry.ts';
import type { Gesture, Stroke, StrokePoint } from './gesture.ts';

/** How far a hand trembles: a share of the screen's shorter side. Android itself takes 8 dp for no move. */
const tremble = 0.025;
/** How far from its straight line a stroke may bend, as a share of its length. */
const bend = 0.12;

/**
 * The device pixel at these fractions of the picture, each 0 to 1; what lies beyond is brought to
 * the edge. `area` is the screen's size in the current rotation.
 */
export function placeIn(area: Size, at: Point): Point {
  return { x: within(at.x, area.width), y: within(at.y, area.height) };
}

/** The same as a place of the screen's, moved by that many pixels and kept on the screen. */
export function moved(area: Size, from: Point, by: Point): Point {
  return {
    x: Math.min(area.width - 1, Math.max(0, from.x + by.x)),
    y: Math.min(area.height - 1, Math.max(0, from.y + by.y)),
  };
}

/**
 * What a hand has drawn, as the phone's own `input` can draw it: a finger that only trembled
 * rests, one that went nearly straight goes straight at an even speed, in the same time. Whatever
 * else it did stays as it is.
 */
export function straightened({ strokes }: Gesture, area: Size): Gesture {
  const tolerancePx = tremble * Math.min(area.width, area.height);
  return { strokes: strokes.map((stroke) => straightenedStroke(stroke, tolerancePx)) };
}

function straightenedStroke(stroke: Stroke, tolerancePx: number): Stroke {
  const from = stroke[0];
  const to = stroke.at(-1);
  if (from === undefined || to === undefined) return stroke;
  if (stroke.every((point) => distance(point, from) <= tolerancePx)) {
    return [from, { ...from, timeMs: to.timeMs }];
  }
  const strayPx = Math.max(tolerancePx, bend * distance(from, to));
  const isStraight = stroke.every((point) => fromLine(point, from, to) <= strayPx);
  return isStraight ? [from, to] : stroke;
}

/** How far a point lies from the piece of line between two others. */
function fromLine(point: StrokePoint, from: Point, to: Point): number {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const length2 = along.x ** 2 + along.y ** 2;
  if (length2 === 0) return distance(point, from);
  const share = ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / length2;
  const kept = Math.min(1, Math.max(0, share));
  return distance(point, { x: from.x + kept * along.x, y: from.y + kept * along.y });
}

function within(fraction: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(fraction * length)));
}
