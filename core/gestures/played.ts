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
