import { type Point, type Rect, contains, distance, intersect, isEmpty } from '../geometry.ts';

/** Free rectangles that are kept, the roomiest ones: more covers than this would need are not real. */
const maxFree = 64;

/**
 * Where to touch `area` so that none of `covers` is under the finger: its centre where that is
 * free, else the centre of the roomiest free rectangle, near the centre if there are several.
 * Whole device pixels. Nothing when everything is covered or the area is empty.
 */
export function tapPoint(area: Rect, covers: readonly Rect[]): Point | undefined {
  if (isEmpty(area)) return undefined;
  const centre = centreOf(area);
  if (!covers.some((cover) => contains(cover, centre))) return centre;
  const free = freeRectangles(area, covers);
  const [best] = free.sort(
    (a, b) => room(b) - room(a) || distance(centreOf(a), centre) - distance(centreOf(b), centre),
  );
  return best && centreOf(best);
}

/** The pixel in the middle; of two, the left or upper one. */
export function centreOf(rect: Rect): Point {
  return {
    x: Math.floor((rect.left + rect.right - 1) / 2),
    y: Math.floor((rect.top + rect.bottom - 1) / 2),
  };
}

/** The largest rectangles that no cover touches; they may overlap each other. */
function freeRectangles(area: Rect, covers: readonly Rect[]): Rect[] {
  let free: Rect[] = [area];
  for (const cover of covers) {
    if (free.every((rect) => isEmpty(intersect(rect, cover)))) continue;
    const pieces = free.flatMap((rect) => without(rect, cover));
    // Of two equal ones the first stays.
    free = pieces.filter(
      (piece, i) =>
        !pieces.some(
          (other, j) => j !== i && isInside(piece, other) && (j < i || !isInside(other, piece)),
        ),
    );
    if (free.length > maxFree) free = free.sort((a, b) => room(b) - room(a)).slice(0, maxFree);
  }
  return free;
}

/** The full-width and full-height rests on the four sides of the cover. */
function without(rect: Rect, cover: Rect): Rect[] {
  if (isEmpty(intersect(rect, cover))) return [rect];
  return [
    { ...rect, bottom: cover.top },
    { ...rect, top: cover.bottom },
    { ...rect, right: cover.left },
    { ...rect, left: cover.right },
  ].filter((rest) => !isEmpty(rest));
}

/** Whether `piece` lies in `other`. */
function isInside(piece: Rect, other: Rect): boolean {
  return (
    other.left <= piece.left &&
    other.top <= piece.top &&
    other.right >= piece.right &&
    other.bottom >= piece.bottom
  );
}

/** What a fingertip has: the shorter side. */
function room(rect: Rect): number {
  return Math.min(rect.right - rect.left, rect.bottom - rect.top);
}
