import { type PlayedStroke, lateTap } from '../../gestures/played.ts';

interface Tapped {
  /** What to say of one that was in time. */
  readonly done: string;
  /** As in `at (540, 1200)`. */
  readonly place: string;
  readonly meant: 'tap' | 'double tap' | 'click';
}

/** What a tap came to: one whose events came late is not called a tap. */
export function tellTap({ done, place, meant }: Tapped, played: readonly PlayedStroke[]): string {
  const late = lateTap(played);
  if (late === null) return done;
  const { became, ms } = late;
  const what =
    became === 'two taps'
      ? `Tapped twice ${place}, ${ms} ms apart`
      : `Finger held ${place} for ${ms} ms`;
  const as = became === 'two taps' ? 'two single taps' : 'a long press';
  return `${what}: the computer or the USB connection was too slow for a ${meant}, and the phone may have taken it as ${as}. Look at the screen before you go on.`;
}
