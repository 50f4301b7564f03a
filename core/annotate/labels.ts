import { type Rect, type Size, intersect, isEmpty } from '../geometry.ts';
import { markMeasures } from './marks.ts';

/** A box on the picture and how wide its label's text is, in pixels of the picture. */
export interface LabelledBox {
  readonly box: Rect;
  readonly textWidth: number;
}

/**
 * Where each label's pill goes: above the top left corner of its box, pushed onto the picture.
 * Where another label already lies, the next of these is taken: inside the box at the left,
 * above at the right, inside at the right, below at the left. When all are taken it goes to the
 * first place all the same: a hidden label is worse than a crowded one.
 */
export function placeLabels(boxes: readonly LabelledBox[], picture: Size): Rect[] {
  const placed: Rect[] = [];
  for (const { box, textWidth } of boxes) {
    const places = candidates(box, textWidth, picture);
    const free = places.find((place) => placed.every((other) => isEmpty(intersect(place, other))));
    const place = free ?? places[0];
    if (place) placed.push(place);
  }
  return placed;
}

function candidates(box: Rect, textWidth: number, picture: Size): Rect[] {
  const { textSize, padding } = markMeasures(picture.width);
  const width = textWidth + 2 * padding;
  const height = textSize + 2 * padding;
  const at = (x: number, y: number): Rect => {
    const left = Math.max(0, Math.min(x, picture.width - width));
    const top = Math.max(0, Math.min(y, picture.height - height));
    return { left, top, right: left + width, bottom: top + height };
  };
  return [
    at(box.left, box.top - height),
    at(box.left, box.top),
    at(box.right - width, box.top - height),
    at(box.right - width, box.top),
    at(box.left, box.bottom),
  ];
}
