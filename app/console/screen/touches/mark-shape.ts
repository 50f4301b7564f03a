import type { Point, Rect, Size } from '#core/geometry.ts';
import type { TimedPoint, TouchPreviewInfo } from '#core/link/call.ts';
import { fadeMs, type ShownTouch } from './touches.svelte.ts';

/** A position on the picture as CSS percentages. */
interface CssPosition {
  readonly left: string;
  readonly top: string;
}

/** The CSS position of a device pixel's center. */
export function cssPositionOf({ width, height }: Size, { x, y }: Point): CssPosition {
  return { left: percent((x + 0.5) / width), top: percent((y + 0.5) / height) };
}

/** The CSS insets of a rectangle within the picture. */
export function cssInsetsOf(
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

/** An element gets a dot if it takes more than this fraction of the picture's width and height; a dot would hide a smaller one. */
const dotShare = 0.08;

/** Whether the element is large enough for a dot. */
export function hasRoomForDot({
  size,
  bounds,
}: Extract<TouchPreviewInfo, { kind: 'element' }>): boolean {
  if (bounds === null) return false;
  const { left, top, right, bottom } = bounds;
  return right - left > dotShare * size.width && bottom - top > dotShare * size.height;
}

/** A path as the `points` attribute of a polyline. */
export function polylinePoints(path: readonly Point[]): string {
  return path.map(({ x, y }) => `${x + 0.5},${y + 0.5}`).join(' ');
}

/** A finger's path as Web Animations keyframes; each point's `offset` is its share of the duration. */
export function keyframesOf(
  stroke: readonly TimedPoint[],
  size: Size,
): readonly (CssPosition & { readonly offset: number })[] {
  const startMs = stroke[0]?.timeMs ?? 0;
  const durationMs = Math.max(1, (stroke.at(-1)?.timeMs ?? 0) - startMs);
  return stroke.map((point) => ({
    ...cssPositionOf(size, point),
    offset: Math.min(1, Math.max(0, (point.timeMs - startMs) / durationMs)),
  }));
}

/** CSS position of a label that stays inside the picture. */
interface LabelPosition {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly maxWidth: string;
  /** Whether the label is below the finger, because there is no space above. */
  readonly isBelow: boolean;
}

/** Approximate space that a label needs above a finger, as a fraction of the picture's height. */
const labelRoom = 0.12;

/** Positions a label beside a point, on the side towards the center of the picture. */
export function labelPosition({ width, height }: Size, { x, y }: Point): LabelPosition {
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

/**
 * The part of the screen around the preview for a small picture, in device pixels: as wide as the
 * phone in portrait, and a quarter as high or as high as the preview needs. Null if the preview has no position.
 */
export function cropAround(preview: TouchPreviewInfo): Rect | null {
  const { size } = preview;
  const points = preview.kind === 'fingers' ? preview.paths.flat() : cornersOf(preview.bounds);
  if (points.length === 0) return null;
  const unit = Math.min(size.width, size.height);
  // Space for the mark itself.
  const margin = unit / 8;
  const xs = rangeAround(
    points.map(({ x }) => x),
    { margin, minLength: unit, max: size.width },
  );
  const ys = rangeAround(
    points.map(({ y }) => y),
    { margin, minLength: unit / 4, max: size.height },
  );
  return { left: xs.start, top: ys.start, right: xs.end, bottom: ys.end };
}

function cornersOf(bounds: Rect | null): readonly Point[] {
  if (bounds === null) return [];
  const { left, top, right, bottom } = bounds;
  return [
    { x: left, y: top },
    { x: right, y: bottom },
  ];
}

/** A range inside 0 to `max` around the values, with this margin on either side. */
function rangeAround(
  values: readonly number[],
  {
    margin,
    minLength,
    max,
  }: { readonly margin: number; readonly minLength: number; readonly max: number },
): { readonly start: number; readonly end: number } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const length = Math.min(max, Math.max(minLength, most - least + 2 * margin));
  const start = Math.min(Math.max(0, (least + most - length) / 2), max - length);
  return { start, end: start + length };
}

function percent(share: number): string {
  return `${Math.round(1e4 * share) / 100}%`;
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Animates a finger along its path in real time, measured from the start of the gesture, then fades it out. */
export function animateFinger(touch: ShownTouch, stroke: readonly TimedPoint[]) {
  return (element: HTMLElement): void => {
    if (prefersReducedMotion()) return;
    const elapsedMs = performance.now() - touch.startedAtMs;
    const startMs = (stroke[0]?.timeMs ?? 0) - elapsedMs;
    const endMs = (stroke.at(-1)?.timeMs ?? 0) - elapsedMs;
    const keyframes = keyframesOf(stroke, touch.size).map((keyframe) => ({
      ...keyframe,
      opacity: 1,
    }));
    const duration = Math.max(1, endMs - startMs);
    element.animate(keyframes, { delay: startMs, duration, fill: 'forwards' });
    const fadeOut = [
      { opacity: 1, scale: 1 },
      { opacity: 0, scale: 1.7 },
    ];
    const timing = {
      delay: endMs,
      duration: fadeMs,
      easing: 'ease-out',
      fill: 'forwards',
    } as const;
    element.animate(fadeOut, timing);
  };
}

/** Fades an element out once the gesture's last finger is up. */
export function fadeAfterGesture({ startedAtMs, durationMs }: ShownTouch) {
  return (element: HTMLElement): void => {
    if (prefersReducedMotion()) return;
    const delay = durationMs - (performance.now() - startedAtMs);
    element.animate({ opacity: 0 }, { delay, duration: fadeMs, fill: 'forwards' });
  };
}
