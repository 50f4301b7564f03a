/** Send times of one stroke's events, in ms on the sender's clock. */
export interface PlayedStroke {
  readonly downSentMs: number;
  readonly upSentMs: number;
  /** When the phone acknowledged the last event. */
  readonly upTakenMs: number;
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
export function lateTap(played: readonly PlayedStroke[]): LateTap | null {
  const held = Math.max(...played.map(heldMs));
  if (held >= longPressMs) return { became: 'long press', ms: Math.round(held) };
  const [first, second] = played;
  const apart = first && second ? second.downSentMs - first.upSentMs : 0;
  return apart >= doubleTapMs ? { became: 'two taps', ms: Math.round(apart) } : null;
}

/** How long the finger was down. An acknowledgement as late as a long press may mean that the up was late, too. */
function heldMs({ downSentMs, upSentMs, upTakenMs }: PlayedStroke): number {
  const leftMs = upTakenMs - upSentMs >= longPressMs ? upTakenMs : upSentMs;
  return leftMs - downSentMs;
}
