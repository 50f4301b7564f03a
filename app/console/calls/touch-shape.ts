import type { Point } from '#core/geometry.ts';
import type { CallTouch } from '#core/call.ts';

/** Whether a finger moves on this path. */
export function isMoving([start, ...others]: readonly Point[]): boolean {
  return others.some(({ x, y }) => x !== start?.x || y !== start.y);
}

/** The direction in which a path ends: degrees clockwise from the right. */
export function finalAngleOf(path: readonly Point[]): number {
  const end = path.at(-1) ?? { x: 0, y: 0 };
  const previous = path.findLast(({ x, y }) => x !== end.x || y !== end.y) ?? end;
  return (Math.atan2(end.y - previous.y, end.x - previous.x) * 180) / Math.PI;
}

/** Shares of the screen's shorter side. */
const ringRadius = 1 / 30;
const arrowLength = 1 / 27;
const frameGap = 1 / 120;
/** An element gets a ring if it takes more than this share of both sides of the screen; a ring would hide a smaller one. */
const roomForRing = 0.08;
/** Radians between an arrow's line and each side of its head. */
const arrowAngle = 0.65;

/**
 * The touch as an SVG path in the coordinates of its screen: a frame around the element, a ring
 * where each finger goes down, and a line with an arrow where it moves. On a small element the frame
 * is enough: a ring would hide its text.
 */
export function touchPath({ size, paths, bounds }: CallTouch): string {
  const unit = Math.min(size.width, size.height);
  const parts: string[] = [];
  if (bounds !== null) {
    const gap = frameGap * unit;
    // Around the element, so that it stays visible, and inside the picture.
    const left = Math.max(gap, bounds.left - gap);
    const top = Math.max(gap, bounds.top - gap);
    const right = Math.min(size.width - gap, bounds.right + gap);
    const bottom = Math.min(size.height - gap, bounds.bottom + gap);
    parts.push(`M${numbers(left, top)}H${numbers(right)}V${numbers(bottom)}H${numbers(left)}Z`);
  }
  const hasRoom =
    bounds === null ||
    (bounds.right - bounds.left > roomForRing * size.width &&
      bounds.bottom - bounds.top > roomForRing * size.height);
  for (const path of paths) {
    const points = path.map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }));
    const start = points[0];
    const end = points.at(-1);
    if (start === undefined || end === undefined) continue;
    if (hasRoom || isMoving(path)) parts.push(ring(start, ringRadius * unit));
    if (!isMoving(path)) continue;
    parts.push(`M${points.map(({ x, y }) => numbers(x, y)).join('L')}`);
    const angle = (finalAngleOf(path) * Math.PI) / 180;
    const side = (turn: number): string => {
      const along = angle + turn;
      const length = arrowLength * unit;
      return numbers(end.x - length * Math.cos(along), end.y - length * Math.sin(along));
    };
    parts.push(`M${side(arrowAngle)}L${numbers(end.x, end.y)}L${side(-arrowAngle)}`);
  }
  return parts.join('');
}

function ring({ x, y }: Point, radius: number): string {
  const half = (width: number): string => `a${numbers(radius, radius)} 0 1 0 ${numbers(width, 0)}`;
  return `M${numbers(x - radius, y)}${half(2 * radius)}${half(-2 * radius)}`;
}

function numbers(...values: readonly number[]): string {
  return values.map((value) => Math.round(10 * value) / 10).join(' ');
}
