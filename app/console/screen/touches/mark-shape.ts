import type { Point, Rect, Size } from '../../../../core/geometry.ts';
import type { Aim, TimedPoint } from '../../../../core/link/aim.ts';

/** A place on the picture as CSS takes it. */
interface CssPlace {
  readonly left: string;
  readonly top: string;
}

/** Where the middle of a pixel lies on the picture, in per cent of it. */
export function placeOn({ width, height }: Size, { x, y }: Point): CssPlace {
  return { left: percent((x + 0.5) / width), top: percent((y + 0.5) / height) };
}

/** How far a rectangle's edges are from those of the picture, in per cent of it. */
export function edgesOf(
  { width, height }: Size,
  { left, top, right, bottom }: Rect,
): Record<keyof Rect, string> {
  return {
    left: percent(left / width),
    top: percent(top / height),
    right: percent(1 - right / width),
    bottom: percent(1 - bottom / height),
  };
}

/** Part of the picture that an element has to have each way for a dot on it to hide little. */
const roomy = 0.08;

/** Whether a dot hides little of what is aimed at. */
export function isRoomy({ size, bounds }: Extract<Aim, { kind: 'element' }>): boolean {
  if (bounds === null) return false;
  const { left, top, right, bottom } = bounds;
  return right - left > roomy * size.width && bottom - top > roomy * size.height;
}

/** A way as the `points` of a polyline. */
export function pointsOf(path: readonly Point[]): string {
  return path.map(({ x, y }) => `${x + 0.5},${y + 0.5}`).join(' ');
}

/** Which way a path arrives: degrees clockwise from the right. */
export function arrivalOf(path: readonly Point[]): number {
  const end = path.at(-1) ?? { x: 0, y: 0 };
  const before = path.findLast(({ x, y }) => x !== end.x || y !== end.y) ?? end;
  return (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
}

/** A finger's way as an animation moves it: each point at its part of the time. */
export function keyframesOf(
  stroke: readonly TimedPoint[],
  size: Size,
): readonly (CssPlace & { readonly offset: number })[] {
  const startMs = stroke[0]?.timeMs ?? 0;
  const lastsMs = Math.max(1, (stroke.at(-1)?.timeMs ?? 0) - startMs);
  return stroke.map((point) => ({
    ...placeOn(size, point),
    offset: Math.min(1, Math.max(0, (point.timeMs - startMs) / lastsMs)),
  }));
}

/** Where a label stands so that it keeps inside the picture; a side that is `auto` is free. */
interface LabelPlace {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly maxWidth: string;
  /** Whether there is no room for it above. */
  readonly isBelow: boolean;
}

/** Part of the height that a label needs above a finger, roughly. */
const labelRoom = 0.12;

/** Beside a place, towards the middle of the picture. */
export function labelAt({ width, height }: Size, { x, y }: Point): LabelPlace {
  const across = (x + 0.5) / width;
  const down = (y + 0.5) / height;
  const isRight = across > 0.5;
  return {
    left: isRight ? 'auto' : percent(across),
    right: isRight ? percent(1 - across) : 'auto',
    top: percent(down),
    maxWidth: percent(isRight ? across : 1 - across),
    isBelow: down < labelRoom,
  };
}

function percent(share: number): string {
  return `${Math.round(1e4 * share) / 100}%`;
}
