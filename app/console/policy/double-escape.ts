/** Longest time between the two presses; a quick double press takes a third of it. */
const doublePressMs = 600;

/** The fields used of a key event. */
type EscapeKeyEvent = Pick<
  KeyboardEvent,
  'key' | 'repeat' | 'defaultPrevented' | 'timeStamp' | 'target'
>;

/** Detects two quick presses of Escape. */
export class DoubleEscape {
  #lastMs = -Infinity;

  /**
   * Whether this is the second of the two. Presses that a field or a list handles itself, and
   * auto-repeated ones, do not count.
   */
  isSecondPress(event: EscapeKeyEvent): boolean {
    if (event.repeat) return false;
    const counts = event.key === 'Escape' && !event.defaultPrevented && !isForField(event);
    const isSecond = counts && event.timeStamp - this.#lastMs < doublePressMs;
    this.#lastMs = counts && !isSecond ? event.timeStamp : -Infinity;
    return isSecond;
  }
}

/** Escape clears a search field. */
function isForField({ target }: EscapeKeyEvent): boolean {
  // Outside a document (in tests) there are no fields.
  if (typeof HTMLInputElement === 'undefined') return false;
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
