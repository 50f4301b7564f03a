import {
  intersect,
  isEmpty,
  largestBeside,
  rectOfSize,
  type Rect,
  type Size,
} from '../geometry.ts';
import type { Gesture } from './gesture.ts';
import { swipeGesture } from './build-gesture.ts';
import { HandsetError } from '../errors.ts';

/** Where the content to show lies: `down` shows what is below, so the finger moves up. */
export type ScrollDirection = 'up' | 'down' | 'left' | 'right';
/** A quarter, a half or three quarters of the area. */
type ScrollAmount = 'small' | 'medium' | 'large';

/** Duration of a scroll; short enough to fling a list a little. */
const scrollDurationMs = 300;

/** Share of the area's height or width that the finger crosses. */
const amountShares = { small: 0.25, medium: 0.5, large: 0.75 } as const satisfies Record<
  ScrollAmount,
  number
>;

/** Direction of the finger: opposite to the scroll direction. */
const fingerDirections = {
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
  left: { x: 1, y: 0 },
  right: { x: -1, y: 0 },
} as const satisfies Record<ScrollDirection, { x: -1 | 0 | 1; y: -1 | 0 | 1 }>;

/** A swipe across the middle of the screen or of its free part. */
export function scrollGesture(
  direction: ScrollDirection,
  amount: ScrollAmount,
  area: Rect,
): Gesture {
  const { x, y } = fingerDirections[direction];
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  const center = { x: area.left + width / 2, y: area.top + height / 2 };
  const half = {
    x: (x * width * amountShares[amount]) / 2,
    y: (y * height * amountShares[amount]) / 2,
  };
  return swipeGesture(
    { x: center.x - half.x, y: center.y - half.y },
    { x: center.x + half.x, y: center.y + half.y },
    scrollDurationMs,
  );
}

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
    throw noRoomError(area, 'is not on the screen', 'Scroll its container until it is visible.');
  }
  const visible = keyboard === null ? onScreen : largestBeside(onScreen, keyboard);
  if (isEmpty(visible)) {
    throw noRoomError(area, 'is behind the keyboard', 'Close the keyboard with press_back first.');
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

/** The part off the system's edges. If nothing of it is left along an axis, the container's whole extent there. */
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
