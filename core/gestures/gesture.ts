import type { Point } from '../geometry.ts';

/** A finger's position at a time. */
export interface StrokePoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/**
 * One finger from down (first point) to up (last point): at least two points, in order of time. It
 * moves evenly between two points.
 */
export type Stroke = readonly StrokePoint[];

/**
 * What fingers do, in device pixels of the current rotation. Strokes that overlap in time are
 * different fingers; a stroke that begins after another one ended may be the same finger.
 */
export interface Gesture {
  readonly strokes: readonly Stroke[];
  /** One finger that rests until it holds what it drags; the phone's own `input draganddrop` may play it. */
  readonly isDrag?: true;
}

/** When the finger goes down, in ms since the gesture began. */
export function strokeStartMs(stroke: Stroke): number {
  return stroke[0]?.timeMs ?? 0;
}

/** When the finger goes up, in ms since the gesture began. */
export function strokeEndMs(stroke: Stroke): number {
  return stroke.at(-1)?.timeMs ?? 0;
}

/** Whether several fingers are down at once. */
export function needsSeveralFingers({ strokes }: Gesture): boolean {
  const inOrder = strokes.toSorted((a, b) => strokeStartMs(a) - strokeStartMs(b));
  // If any two strokes overlap, some two that are adjacent in order of start do.
  return inOrder.some((stroke, i) => {
    const before = inOrder[i - 1];
    return before !== undefined && strokeStartMs(stroke) < strokeEndMs(before);
  });
}

/** Send times of one stroke's events, in ms on the sender's clock. */
export interface StrokeTiming {
  readonly downSentMs: number;
  readonly upSentMs: number;
  /** When the phone acknowledged the last event. */
  readonly upAcknowledgedMs: number;
}

/** What the phone may have recognised instead of a tap or double tap, because events were late. */
interface LateTap {
  readonly became: 'long press' | 'two taps';
  /** How long the finger was down, or the time between the two taps. */
  readonly ms: number;
}

/** Android's default for a long press (ViewConfiguration.getLongPressTimeout); users can set it longer. */
const longPressMs = 400;
/** Longest pause within a double tap (ViewConfiguration.getDoubleTapTimeout). */
const doubleTapMs = 300;

/** How a tap or double tap was late; null if it was in time or its times are unknown. */
export function detectLateTap(timings: readonly StrokeTiming[]): LateTap | null {
  const longestHeldMs = Math.max(...timings.map(heldMs));
  if (longestHeldMs >= longPressMs) return { became: 'long press', ms: Math.round(longestHeldMs) };
  const [first, second] = timings;
  const gapMs = first && second ? second.downSentMs - first.upSentMs : 0;
  return gapMs >= doubleTapMs ? { became: 'two taps', ms: Math.round(gapMs) } : null;
}

/** How long the finger was down. An acknowledgement as late as a long press may mean that the up was late, too. */
function heldMs({ downSentMs, upSentMs, upAcknowledgedMs }: StrokeTiming): number {
  const liftedMs = upAcknowledgedMs - upSentMs >= longPressMs ? upAcknowledgedMs : upSentMs;
  return liftedMs - downSentMs;
}
