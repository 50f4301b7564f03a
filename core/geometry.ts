/** Sizes, points and rectangles, in device pixels of the current rotation unless a name says otherwise. */

/** Width and height in device pixels, unless a name says otherwise. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the left upper corner; the same pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Edges as Android prints them: `right` and `bottom` lie just outside. May be empty or inverted. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Quarter turns counter-clockwise from the display's natural orientation (android.view.Surface.ROTATION_*). */
export type Rotation = 0 | 1 | 2 | 3;

/** The part that both rectangles cover; empty or inverted when they do not meet. */
export function intersect(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** Whether the rectangle covers no pixel; inverted rectangles are empty too. */
export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top;
}

/** The rectangle from (0,0) that covers the whole size. */
export function rectOfSize(size: Size): Rect {
  return { left: 0, top: 0, right: size.width, bottom: size.height };
}

/** The size a display has after `rotation`, given the one it has in its natural orientation. */
export function rotateSize(natural: Size, rotation: Rotation): Size {
  return rotation % 2 === 0 ? natural : { width: natural.height, height: natural.width };
}

/** Whether both are as wide and as high. */
export function sameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Whether both have the same edges. */
export function sameRect(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

/** The largest part of `area` beside `cover`: above, below, left or right of it. All of it where they do not meet; empty where all is covered. */
export function largestBeside(area: Rect, cover: Rect): Rect {
  if (isEmpty(intersect(area, cover))) return area;
  const sides = [
    { ...area, bottom: cover.top },
    { ...area, top: cover.bottom },
    { ...area, right: cover.left },
    { ...area, left: cover.right },
  ];
  const size = (rect: Rect): number =>
    Math.max(0, rect.right - rect.left) * Math.max(0, rect.bottom - rect.top);
  return sides.reduce((best, side) => (size(side) > size(best) ? side : best));
}

/** How far apart two points are, as the crow flies. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Whether the point lies on a pixel of the rectangle. */
export function contains(rect: Rect, point: Point): boolean {
  return (
    point.x >= rect.left && point.x < rect.right && point.y >= rect.top && point.y < rect.bottom
  );
}
