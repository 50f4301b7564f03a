import { type Point, type Size, contains, rectOfSize } from '../../core/geometry.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { TimedPoint } from '../../core/link/aim.ts';

/** As many as a phone tells apart. */
const mostFingers = 10;
/** What a tool takes as well; more would be drawn no better. */
const mostPoints = 100;

/** The ways of the fingers, thinned to what can be drawn; null where one of them leaves the screen. */
export function strokesOn(
  { strokes }: Gesture,
  size: Size,
): readonly (readonly TimedPoint[])[] | null {
  const screen = rectOfSize(size);
  const drawn = strokes.slice(0, mostFingers).map((stroke) => thinned(stroke, mostPoints));
  return drawn.flat().every((point) => contains(screen, point)) ? drawn : null;
}

/** Where fingers go: a single place where one stays, and each place once. */
export function pathsOf(
  strokes: readonly (readonly TimedPoint[])[],
): readonly (readonly Point[])[] {
  const paths = strokes.map((stroke) => {
    const places = stroke.map(({ x, y }) => ({ x, y }));
    return places.filter((place, i) => i === 0 || !isSame(place, places[i - 1]));
  });
  return paths.filter((path, i) => !paths.slice(0, i).some((other) => isSamePath(path, other)));
}

/** At most that many, evenly spread, the first and the last among them. */
function thinned<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step)).flatMap((i) =>
    items.slice(i, i + 1),
  );
}

function isSamePath(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every((place, i) => isSame(place, b[i]));
}

function isSame(a: Point, b: Point | undefined): boolean {
  return a.x === b?.x && a.y === b.y;
}
