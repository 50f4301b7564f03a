/** CSS pixels, lines and pages per wheel notch, indexed by `WheelEvent.deltaMode`. */
const perNotch = [100, 3, 1] as const;
/** Most notches that a phone accepts in one event. */
const most = 16;

/** Wheel notches, possibly fractions; positive is right and down. */
export function wheelNotches(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>,
): { readonly right: number; readonly down: number } {
  const unit = perNotch[event.deltaMode] ?? perNotch[0];
  const right = within(event.deltaX / unit);
  const down = within(event.deltaY / unit);
  // Shift makes a vertical wheel scroll sideways; some browsers swap the deltas themselves.
  return event.shiftKey && right === 0 ? { right: down, down: 0 } : { right, down };
}

function within(notches: number): number {
  return Math.min(most, Math.max(-most, notches));
}
