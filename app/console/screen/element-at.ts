import { type Point, type Size, contains, isEmpty } from '../../../core/geometry.ts';
import type { ElementRow } from '../../../core/link/messages.ts';

/** The device pixel at this position, given as fractions of the picture from 0 to 1. */
export function pixelAt({ width, height }: Size, { x, y }: Point): Point {
  return { x: pixelIndex(x, width), y: pixelIndex(y, height) };
}

/** The smallest on-screen element that contains the point (device pixels); null when none does. */
export function elementAt(rows: readonly ElementRow[], point: Point): ElementRow | null {
  const hits = rows.filter(({ flags, bounds }) => {
    return !flags.includes('off') && !isEmpty(bounds) && contains(bounds, point);
  });
  return hits.toSorted((a, b) => area(a) - area(b))[0] ?? null;
}

/** Where to press an element: the center of its visible part, in device pixels. */
export function visibleCenterOf({ bounds }: ElementRow, { width, height }: Size): Point {
  return {
    x: Math.floor((Math.max(0, bounds.left) + Math.min(width, bounds.right)) / 2),
    y: Math.floor((Math.max(0, bounds.top) + Math.min(height, bounds.bottom)) / 2),
  };
}

function area({ bounds }: ElementRow): number {
  return (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
}

function pixelIndex(fraction: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(fraction * length)));
}
