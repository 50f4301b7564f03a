import { type Rect, type Size, intersect, isEmpty, rectOfSize } from '../geometry.ts';

/** A box with its label, to be drawn over a picture. */
export interface Mark {
  /** Device pixels of the screen, not of the picture. */
  readonly bounds: Rect;
  /** The element id without `node_`. */
  readonly label: string;
  /** Whether the element shows text of its own. */
  readonly hasText: boolean;
}

/** Longest side of a picture for agents, pixels; the reference's, for a model that pays by the pixel. */
const maxSide = 700;

/** The size a picture is given to an agent in, unless told otherwise: at most 700 pixels a side, never enlarged. */
export function pictureSize(size: Size, longestSide = maxSide): Size {
  const scale = Math.min(longestSide / size.width, longestSide / size.height, 1);
  return {
    width: Math.max(1, Math.trunc(size.width * scale)),
    height: Math.max(1, Math.trunc(size.height * scale)),
  };
}

/** Sizes of boxes and labels, in pixels of the picture. */
export interface MarkMeasures {
  readonly stroke: number;
  readonly dash: readonly [number, number];
  readonly textSize: number;
  readonly padding: number;
}

/**
 * The sizes to draw with on a picture of this size: those of a screen whose shorter side is
 * 360 dp, so that a phone on its side has no larger labels than an upright one. `scale` makes
 * labels smaller, not boxes.
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

/** Where a mark's box lies on the picture, clamped to it; null when nothing of it does. */
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
