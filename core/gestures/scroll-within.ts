import { HandsetError } from '../errors.ts';
import {
  type Rect,
  type Size,
  intersect,
  isEmpty,
  largestBeside,
  rectOfSize,
} from '../geometry.ts';
import type { Gesture } from './gesture.ts';
import { type ScrollDirection, fingerMoves, scrollMs } from './scroll.ts';
import { swipe } from './swipe.ts';

/** How far a container is scrolled, and what it lies on. */
interface ScrollWithinOptions {
  /** How much of the container's length the finger crosses, above 0; no more than there is room for. */
  readonly share: number;
  /** The whole screen, whose edges belong to the system. */
  readonly screen: Size;
  /** What lies over a part of it and takes the touches there; null where nothing does. */
  readonly keyboard: Rect | null;
}

/**
 * The system's edges, as a part of the screen's longer side: some 45 dp on today's phones, where
 * Android takes up to 40 dp for its back gesture, 32 dp for home and 24 dp or more to pull down
 * the notifications.
 */
const edgeShare = 0.05;
/** A finger that starts on a container's edge may move its neighbour; a tenth on each side stays free. */
const mostOfLength = 0.8;

/**
 * A swipe across the middle of a container that shows what lies in that direction, off the
 * container's edges, off the keyboard and, where the container leaves a choice, off the system's
 * edges. Throws `invalid-argument` when no pixel of the container can be touched.
 */
export function scrollWithin(
  area: Rect,
  direction: ScrollDirection,
  { share, screen, keyboard }: ScrollWithinOptions,
): Gesture {
  const onScreen = intersect(area, rectOfSize(screen));
  if (isEmpty(onScreen)) {
    throw noRoom(area, 'is not on the screen', 'Scroll what it lies in until it can be seen.');
  }
  const visible = keyboard === null ? onScreen : largestBeside(onScreen, keyboard);
  if (isEmpty(visible)) {
    throw noRoom(area, 'lies behind the keyboard', 'Close the keyboard with press_back first.');
  }
  const free = offSystemEdges(visible, screen);
  const { x, y } = fingerMoves[direction];
  const halfX = x * half(share, visible.right - visible.left, free.right - free.left);
  const halfY = y * half(share, visible.bottom - visible.top, free.bottom - free.top);
  const center = { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  return swipe(
    { x: Math.floor(center.x - halfX), y: Math.floor(center.y - halfY) },
    { x: Math.floor(center.x + halfX), y: Math.floor(center.y + halfY) },
    scrollMs,
  );
}

function noRoom({ left, top, right, bottom }: Rect, why: string, hint: string): HandsetError {
  const message = `There is no room to scroll: [${left},${top}][${right},${bottom}] ${why}.`;
  return new HandsetError('invalid-argument', message, { hint });
}

/** Half of the way across; pixels. */
function half(share: number, visible: number, free: number): number {
  return Math.min(share * visible, mostOfLength * free) / 2;
}

/** The part off the system's edges; a container that lies on an edge as a whole is taken as it is. */
function offSystemEdges(visible: Rect, { width, height }: Size): Rect {
  const edge = Math.round(Math.max(width, height) * edgeShare);
  const inner = { left: edge, top: edge, right: width - edge, bottom: height - edge };
  const free = intersect(visible, inner);
  return {
    ...(free.right > free.left
      ? { left: free.left, right: free.right }
      : { left: visible.left, right: visible.right }),
    ...(free.bottom > free.top
      ? { top: free.top, bottom: free.bottom }
      : { top: visible.top, bottom: visible.bottom }),
  };
}
