import type { Rect } from '../geometry.ts';
import type { Gesture } from './gesture.ts';
import { swipeGesture } from './swipe.ts';

/** Where the content to show lies: `down` shows what is below, so the finger moves up. */
export type ScrollDirection = 'up' | 'down' | 'left' | 'right';
/** A quarter, a half or three quarters of the area. */
type ScrollAmount = 'small' | 'medium' | 'large';

/** Duration of a scroll; short enough to fling a list a little. */
export const scrollDurationMs = 300;

/** Share of the area's height or width that the finger crosses. */
const amountShares = { small: 0.25, medium: 0.5, large: 0.75 } as const satisfies Record<
  ScrollAmount,
  number
>;

/** Direction of the finger: opposite to the scroll direction. */
export const fingerDirections = {
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
