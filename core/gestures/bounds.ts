import type { Point, Size } from '../geometry.ts';

/** The point on the screen nearest to this one; the last pixel is `width - 1`. */
export function clampToScreen(size: Size, point: Point): Point {
  return { x: clamp(point.x, size.width - 1), y: clamp(point.y, size.height - 1) };
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
