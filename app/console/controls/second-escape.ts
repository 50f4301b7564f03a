/** Between two presses that belong together; a person in a hurry needs a third of it. */
const togetherMs = 600;

/** What is looked at of a key that is pressed. */
type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'defaultPrevented' | 'timeStamp' | 'target'>;

/** Hears keys and notices two quick presses of Escape. */
export class EscapeTwice {
  #lastMs = -Infinity;

  /**
   * Whether this is the second of the two. A press that a field or a list takes for itself, or
   * that repeats because the key is held, does not count.
   */
  heard(press: Press): boolean {
    if (press.repeat) return false;
    const counts = press.key === 'Escape' && !press.defaultPrevented && !isForField(press);
    const isSecond = counts && press.timeStamp - this.#lastMs < togetherMs;
    this.#lastMs = counts && !isSecond ? press.timeStamp : -Infinity;
    return isSecond;
  }
}

/** Escape empties a search field. */
function isForField({ target }: Press): boolean {
  // Without a document there are no fields.
  if (typeof HTMLInputElement === 'undefined') return false;
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
