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
import { type ScrollDirection, fingerDirections, scrollDurationMs } from './scroll.ts';
import { swipeGesture } from './swipe.ts';

/** How far to scroll, and what limits the finger. */
interface ScrollWithinOptions {
  /** Share of the container's visible length that the finger crosses, above 0; limited by the free room. */
  readonly share: number;
  /** The screen's size; the system uses the edges for its own gestures. */
  readonly screen: Size;
  /** The keyboard's bounds; null if it is closed. */
  readonly keyboard: Rect | null;
}

/**
 * Width of the system's edges as a share of the screen's longer side: about 45 dp on today's phones.
 * Android uses up to 40 dp for the back gesture, 32 dp for home and 24 dp or more for pulling down the
 * notifications.
 */
const edgeShare = 0.05;
/** Share of the free length to use: a finger that starts on the edge may move the adjacent container. */
const maxFreeShare = 0.8;

/**
 * A swipe across the middle of a container that shows what lies in that direction. It avoids the
 * container's edges, the keyboard and, if possible, the system's edges. Throws `invalid-argument`
 * when no pixel of the container can be touched.
 */
export function scrollWithin(
  area: Rect,
  direction: ScrollDirection,
  { share, screen, keyboard }: ScrollWithinOptions,
): Gesture {
  const onScreen = intersect(area, rectOfSize(screen));
  if (isEmpty(onScreen)) {
    throw noRoomError(area, 'is not on the screen', 'Scroll what it lies in until it can be seen.');
  }
  const visible = keyboard === null ? onScreen : largestBeside(onScreen, keyboard);
  if (isEmpty(visible)) {
    throw noRoomError(
      area,
      'lies behind the keyboard',
      'Close the keyboard with press_back first.',
    );
  }
  const free = offSystemEdges(visible, screen);
  const { x, y } = fingerDirections[direction];
  const halfX = x * halfDistance(share, visible.right - visible.left, free.right - free.left);
  const halfY = y * halfDistance(share, visible.bottom - visible.top, free.bottom - free.top);
  const center = { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  return swipeGesture(
    { x: Math.floor(center.x - halfX), y: Math.floor(center.y - halfY) },
    { x: Math.floor(center.x + halfX), y: Math.floor(center.y + halfY) },
    scrollDurationMs,
  );
}

function noRoomError({ left, top, right, bottom }: Rect, why: string, hint: string): HandsetError {
  const message = `There is no room to scroll: [${left},${top}][${right},${bottom}] ${why}.`;
  return new HandsetError('invalid-argument', message, { hint });
}

/** Half of the finger's distance, in pixels. */
function halfDistance(share: number, visible: number, free: number): number {
  return Math.min(share * visible, maxFreeShare * free) / 2;
}

/** The part off the system's edges; along an axis where nothing is left, the whole container. */
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
