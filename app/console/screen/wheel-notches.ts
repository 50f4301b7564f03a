/** CSS pixels, lines and pages per wheel notch, indexed by `WheelEvent.deltaMode`. */
const unitsPerNotch = [100, 3, 1] as const;
/** Most notches that a phone accepts in one event. */
const maxNotches = 16;

/** Wheel notches, possibly fractions; positive is right and down. */
export function wheelNotches(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>,
): { readonly right: number; readonly down: number } {
  const unit = unitsPerNotch[event.deltaMode] ?? unitsPerNotch[0];
  const right = clampNotches(event.deltaX / unit);
  const down = clampNotches(event.deltaY / unit);
  // Shift makes a vertical wheel scroll sideways; some browsers swap the deltas themselves.
  return event.shiftKey && right === 0 ? { right: down, down: 0 } : { right, down };
}

function clampNotches(notches: number): number {
  return Math.min(maxNotches, Math.max(-maxNotches, notches));
}
