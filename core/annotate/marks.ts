import { intersect, isEmpty, rectOfSize, sameRect, type Rect, type Size } from '../geometry.ts';
import { isOnScreen, keptElements, type Screen } from '../screen/screen.ts';

/** A labelled box to draw on a picture. */
export interface Mark {
  /** Device pixels of the screen, not of the picture. */
  readonly bounds: Rect;
  /** The element id without `node_`. */
  readonly label: string;
  /** Whether the element shows text. */
  readonly hasText: boolean;
}

/** Longest side of a picture for agents, in pixels: the reference's, since models pay by the pixel. */
const defaultPictureSide = 700;

/** A picture's size for an agent: at most 700 pixels a side by default, never enlarged. */
export function pictureSize(size: Size, longestSide = defaultPictureSide): Size {
  const scale = Math.min(longestSide / size.width, longestSide / size.height, 1);
  // The product may be a whole number less a rounding error.
  const scaled = (side: number): number => Math.max(1, Math.trunc(side * scale + 1e-6));
  return { width: scaled(size.width), height: scaled(size.height) };
}

/** Line and text sizes of boxes and labels, in pixels of the picture. */
export interface MarkMeasures {
  readonly stroke: number;
  readonly dash: readonly [number, number];
  readonly textSize: number;
  readonly padding: number;
}

/** The shorter side of a long phone, as a share of the longer one. */
const narrowestScreen = 0.42;

/**
 * The sizes for a picture of this size. One unit is 1/360 of the shorter side, so labels are equally
 * large in portrait and landscape; a strip cut out of a screen has the units of the screen. `scale`
 * makes labels smaller, not boxes.
 */
export function markMeasures({ width, height }: Size, scale = 1): MarkMeasures {
  const shorter = Math.min(width, height);
  const unit = Math.max(shorter, narrowestScreen * Math.max(width, height)) / 360;
  return {
    stroke: 2 * unit,
    dash: [6 * unit, 3 * unit],
    textSize: 10 * unit * scale,
    padding: 2 * unit * scale,
  };
}

/** A mark's box in pixels of the picture, which shows `shown` of the screen; clipped to the picture, null if it lies outside. */
export function boxOnPicture(bounds: Rect, shown: Rect, picture: Size): Rect | null {
  const scaleX = picture.width / (shown.right - shown.left);
  const scaleY = picture.height / (shown.bottom - shown.top);
  const scaled = {
    left: (bounds.left - shown.left) * scaleX,
    top: (bounds.top - shown.top) * scaleY,
    right: (bounds.right - shown.left) * scaleX,
    bottom: (bounds.bottom - shown.top) * scaleY,
  };
  const box = intersect(scaled, rectOfSize(picture));
  return isEmpty(box) ? null : box;
}

/**
 * A mark for every kept element that is on the screen, in document order. A picture of the part
 * `shown` has no marks for what only surrounds that part.
 */
export function createMarks(screen: Screen, shown: Rect = rectOfSize(screen.size)): Mark[] {
  const surrounds = (bounds: Rect): boolean =>
    sameRect(intersect(bounds, shown), shown) && !sameRect(bounds, shown);
  return keptElements(screen.roots)
    .filter((element) => isOnScreen(element, screen.size) && !surrounds(element.bounds))
    .map(({ bounds, id, text }) => ({
      bounds,
      label: id.replace(/^node_/, ''),
      hasText: text.trim() !== '',
    }));
}
