/** Sizes, points and rectangles: device pixels of the current rotation, unless a name says otherwise. */

/** Width and height in device pixels, unless a name says otherwise. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Offset from the top left corner, in device pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Edges as Android prints them: `right` and `bottom` are exclusive. May be empty or inverted. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Quarter turns counter-clockwise from the display's natural orientation (android.view.Surface.ROTATION_*). */
export type Rotation = 0 | 1 | 2 | 3;

/** The intersection of both rectangles; empty or inverted when they do not overlap. */
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

/** The rectangle of this size at (0,0). */
export function rectOfSize(size: Size): Rect {
  return { left: 0, top: 0, right: size.width, bottom: size.height };
}

/** Width and height of the rectangle. */
export function sizeOfRect({ left, top, right, bottom }: Rect): Size {
  return { width: right - left, height: bottom - top };
}

/** The number of pixels in the rectangle; 0 for an empty one. */
export function areaOf({ left, top, right, bottom }: Rect): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** The display's size in `rotation`, from its size in the natural orientation. */
export function rotateSize(natural: Size, rotation: Rotation): Size {
  return rotation % 2 === 0 ? natural : { width: natural.height, height: natural.width };
}

/** Whether width and height are equal. */
export function sameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Encoders use whole blocks: scrcpy rounds both sides down to multiples of 8. */
const blockSizePx = 8;

/** Whether a frame of a video has the screen's shape, apart from what the encoder cuts off. */
export function sameShape(frame: Size, screen: Size): boolean {
  const scale = Math.max(frame.width, frame.height) / Math.max(screen.width, screen.height);
  // The longer side is cut too, which makes the scale too small by the same amount.
  return (
    Math.abs(frame.width - screen.width * scale) <= blockSizePx &&
    Math.abs(frame.height - screen.height * scale) <= blockSizePx
  );
}

/** Whether all four edges are equal. */
export function sameRect(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

/** The largest rectangle of `area` above, below, left or right of `cover`: all of `area` where they do not overlap, empty where it is covered completely. */
export function largestBeside(area: Rect, cover: Rect): Rect {
  if (isEmpty(intersect(area, cover))) return area;
  const sides = [
    { ...area, bottom: cover.top },
    { ...area, top: cover.bottom },
    { ...area, right: cover.left },
    { ...area, left: cover.right },
  ];
  return sides.reduce((best, side) => (areaOf(side) > areaOf(best) ? side : best));
}

/** The Euclidean distance of two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Whether the point lies inside the rectangle; its right and bottom edges are outside. */
export function contains(rect: Rect, point: Point): boolean {
  return (
    point.x >= rect.left && point.x < rect.right && point.y >= rect.top && point.y < rect.bottom
  );
}

/** An element that is larger than this share of the screen is a surface: where it is touched matters. */
const surfaceShare = 1 / 3;

/** Whether this is a surface, of which the touched place says more than the element. */
export function isSurface(bounds: Rect, { width, height }: Size): boolean {
  return areaOf(bounds) > surfaceShare * width * height;
}

/** An element by its place in the tree, `0.0.1`, and on the display. */
interface PlacedElement {
  readonly path: string;
  readonly bounds: Rect;
}

/**
 * Elements in document order, sorted from the back of the screen to its front: the last that contains
 * a point is what a person means there. A dump doesn't say what is drawn over what, and transparent
 * containers lie over everything. So a smaller element is in front of a larger one, unless the larger
 * one comes later, takes touches and belongs to another branch, as a floating button does that covers
 * the texts of a list.
 */
export function backToFront<T extends PlacedElement>(
  elements: readonly T[],
  takesTouches: (element: T) => boolean,
): T[] {
  /** An area in pixels, raised where something else covers the element: the smaller, the further in front. */
  const depths = new Map<T, number>();
  const covers: T[] = [];
  const depthOf = (element: T): number => depths.get(element) ?? 0;
  for (const element of elements.toReversed()) {
    const over = covers.filter(
      (cover) => !isEmpty(intersect(cover.bounds, element.bounds)) && !isSameBranch(cover, element),
    );
    const behind = over.map((cover) => depthOf(cover) + 1);
    depths.set(element, Math.max(areaOf(element.bounds), ...behind));
    if (takesTouches(element)) covers.push(element);
  }
  return elements.toSorted(
    (a, b) => depthOf(b) - depthOf(a) || areaOf(b.bounds) - areaOf(a.bounds),
  );
}

/** Whether one contains the other in the tree. */
function isSameBranch(a: PlacedElement, b: PlacedElement): boolean {
  return a.path.startsWith(`${b.path}.`) || b.path.startsWith(`${a.path}.`);
}
