/** Longest time between the two presses; a quick double press takes a third of it. */
const togetherMs = 600;

/** The fields used of a key event. */
type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'defaultPrevented' | 'timeStamp' | 'target'>;

/** Detects two quick presses of Escape. */
export class EscapeTwice {
  #lastMs = -Infinity;

  /**
   * Whether this is the second of the two. Presses that a field or a list handles itself, and
   * auto-repeated ones, do not count.
   */
  heard(press: Press): boolean {
    if (press.repeat) return false;
    const counts = press.key === 'Escape' && !press.defaultPrevented && !isForField(press);
    const isSecond = counts && press.timeStamp - this.#lastMs < togetherMs;
    this.#lastMs = counts && !isSecond ? press.timeStamp : -Infinity;
    return isSecond;
  }
}

/** Escape clears a search field. */
function isForField({ target }: Press): boolean {
  // Outside a document (in tests) there are no fields.
  if (typeof HTMLInputElement === 'undefined') return false;
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
