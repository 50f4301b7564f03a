/** When the events of one stroke were sent, on the sender's own clock in ms. */
export interface PlayedStroke {
  readonly downSentMs: number;
  readonly upSentMs: number;
  /** When the phone had answered that it has the last event. */
  readonly upTakenMs: number;
}

/** What a tap or a double tap may have become because its events came late. */
interface LateTap {
  readonly became: 'long press' | 'two taps';
  /** How long the finger was down, or how far the two taps lay apart. */
  readonly ms: number;
}

/** What is held so long is a long press (ViewConfiguration.getLongPressTimeout; a person may set it longer). */
const longPressMs = 400;
/** From one tap to the next: what lies further apart is no double tap (ViewConfiguration.getDoubleTapTimeout). */
const doubleTapMs = 300;

/** How a tap or double tap was late; null for one in time, and for one whose times nobody knows. */
export function lateTap(played: readonly PlayedStroke[]): LateTap | null {
  const held = Math.max(...played.map(heldMs));
  if (held >= longPressMs) return { became: 'long press', ms: Math.round(held) };
  const [first, second] = played;
  const apart = first && second ? second.downSentMs - first.upSentMs : 0;
  return apart >= doubleTapMs ? { became: 'two taps', ms: Math.round(apart) } : null;
}

/** An answer takes some ms; one that takes as long as a long press may mean that the finger left so late. */
function heldMs({ downSentMs, upSentMs, upTakenMs }: PlayedStroke): number {
  const leftMs = upTakenMs - upSentMs >= longPressMs ? upTakenMs : upSentMs;
  return leftMs - downSentMs;
}
