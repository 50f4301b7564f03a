import { contains, intersect, isEmpty, type Point, type Rect } from '../../../geometry.ts';
import type { Box } from './measure.ts';
import type { TextBlock } from './text-block.ts';
import type { View } from './view.ts';

/** A view at its place on the display, in device pixels: the one source of dump, picture and touch. */
export interface Placed {
  readonly view: View;
  readonly bounds: Rect;
  /** The part that its parents and the window let through; empty when it is scrolled away. */
  readonly visible: Rect;
  /** `bounds` without the padding. */
  readonly inner: Rect;
  readonly children: readonly Placed[];
  readonly text: TextBlock | undefined;
  /** px; present on what can scroll. */
  readonly scroll: Box['scroll'];
}

/** Puts a measured tree at a corner; `clip` is what its window covers. */
export function place(box: Box, corner: Point, clip: Rect): Placed {
  const bounds = {
    left: corner.x,
    top: corner.y,
    right: corner.x + box.width,
    bottom: corner.y + box.height,
  };
  const visible = intersect(bounds, clip);
  return {
    view: box.view,
    bounds,
    visible,
    inner: {
      left: bounds.left + box.padding.left,
      top: bounds.top + box.padding.top,
      right: bounds.right - box.padding.right,
      bottom: bounds.bottom - box.padding.bottom,
    },
    children: box.children.map((child) =>
      place(child.box, { x: corner.x + child.x, y: corner.y + child.y }, visible),
    ),
    text: box.text,
    scroll: box.scroll,
  };
}

/** The topmost view at the point that `wanted` accepts, with its ancestors from the root. */
export function findAt(
  placed: Placed,
  point: Point,
  wanted: (candidate: Placed) => boolean,
): Placed | undefined {
  if (isEmpty(placed.visible) || !contains(placed.visible, point)) return undefined;
  for (let index = placed.children.length - 1; index >= 0; index--) {
    const child = placed.children[index];
    const found = child === undefined ? undefined : findAt(child, point, wanted);
    if (found !== undefined) return found;
  }
  return wanted(placed) ? placed : undefined;
}

/** All views, parents first. */
export function* everyPlaced(placed: Placed): Generator<Placed> {
  yield placed;
  for (const child of placed.children) yield* everyPlaced(child);
}
