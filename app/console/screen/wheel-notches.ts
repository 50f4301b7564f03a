/** CSS pixels, lines and pages of a WheelEvent that make one notch of a wheel, by its `deltaMode`. */
const perNotch = [100, 3, 1] as const;
/** A phone takes no more at once. */
const most = 16;

/** Notches of the wheel, or parts of them: positive to the right and down. */
export function wheelNotches(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>,
): { readonly right: number; readonly down: number } {
  const unit = perNotch[event.deltaMode] ?? perNotch[0];
  const right = within(event.deltaX / unit);
  const down = within(event.deltaY / unit);
  // With Shift a plain wheel turns sideways; some browsers have done that already.
  return event.shiftKey && right === 0 ? { right: down, down: 0 } : { right, down };
}

function within(notches: number): number {
  return Math.min(most, Math.max(-most, notches));
}
