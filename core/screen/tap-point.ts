import { type Point, type Rect, contains, distance, intersect, isEmpty } from '../geometry.ts';

/** Maximum number of free rectangles kept, largest first; real screens never need more. */
const maxFree = 64;

/**
 * The point at which to touch `area` so that no rectangle of `covers` is hit: its centre if that is
 * free, else the centre of the roomiest free rectangle, the one nearest to the centre if several are
 * equal. Whole device pixels. Undefined if everything is covered or the area is empty.
 */
export function tapPoint(area: Rect, covers: readonly Rect[]): Point | undefined {
  if (isEmpty(area)) return undefined;
  const centre = centreOf(area);
  if (!covers.some((cover) => contains(cover, centre))) return centre;
  const free = freeRectangles(area, covers);
  const [best] = free.sort(
    (a, b) =>
      shorterSide(b) - shorterSide(a) ||
      distance(centreOf(a), centre) - distance(centreOf(b), centre),
  );
  return best && centreOf(best);
}

/** The pixel in the middle; the left or upper one of two. */
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
    const pieces = free.flatMap((rect) => subtractCover(rect, cover));
    // Of two equal pieces the first is kept.
    free = pieces.filter(
      (piece, i) =>
        !pieces.some(
          (other, j) => j !== i && isInside(piece, other) && (j < i || !isInside(other, piece)),
        ),
    );
    if (free.length > maxFree)
      free = free.sort((a, b) => shorterSide(b) - shorterSide(a)).slice(0, maxFree);
  }
  return free;
}

/** The parts of the rectangle on the four sides of the cover; each has the full width or height. */
function subtractCover(rect: Rect, cover: Rect): Rect[] {
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

/** The room for a fingertip: the shorter side in pixels. */
function shorterSide(rect: Rect): number {
  return Math.min(rect.right - rect.left, rect.bottom - rect.top);
}
