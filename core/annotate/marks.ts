import { intersect, isEmpty, rectOfSize, type Rect, type Size } from '../geometry.ts';
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
const maxAgentPictureSide = 700;

/** A picture's size for an agent: at most 700 pixels a side by default, never enlarged. */
export function pictureSize(size: Size, longestSide = maxAgentPictureSide): Size {
  const scale = Math.min(longestSide / size.width, longestSide / size.height, 1);
  return {
    width: Math.max(1, Math.trunc(size.width * scale)),
    height: Math.max(1, Math.trunc(size.height * scale)),
  };
}

/** Line and text sizes of boxes and labels, in pixels of the picture. */
export interface MarkMeasures {
  readonly stroke: number;
  readonly dash: readonly [number, number];
  readonly textSize: number;
  readonly padding: number;
}

/**
 * The sizes for a picture of this size. One unit is 1/360 of the shorter side, so labels are equally
 * large in portrait and landscape. `scale` makes labels smaller, not boxes.
 */
export function markMeasures({ width, height }: Size, scale = 1): MarkMeasures {
  const unit = Math.min(width, height) / 360;
  return {
    stroke: 2 * unit,
    dash: [6 * unit, 3 * unit],
    textSize: 10 * unit * scale,
    padding: 2 * unit * scale,
  };
}

/** A mark's box in pixels of the picture, clipped to it; null if it lies outside. */
export function boxOnPicture(bounds: Rect, screen: Size, picture: Size): Rect | null {
  const scaleX = picture.width / screen.width;
  const scaleY = picture.height / screen.height;
  const scaled = {
    left: bounds.left * scaleX,
    top: bounds.top * scaleY,
    right: bounds.right * scaleX,
    bottom: bounds.bottom * scaleY,
  };
  const box = intersect(scaled, rectOfSize(picture));
  return isEmpty(box) ? null : box;
}

/** A mark for every kept element that is on the screen, in document order. */
export function createMarks(screen: Screen): Mark[] {
  return keptElements(screen.roots)
    .filter((element) => isOnScreen(element, screen.size))
    .map(({ bounds, id, text }) => ({
      bounds,
      label: id.replace(/^node_/, ''),
      hasText: text.trim() !== '',
    }));
}
