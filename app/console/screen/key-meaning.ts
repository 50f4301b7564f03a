/** What is looked at of a key that is pressed while the keys go to the phone. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
> & { getModifierState(key: 'AltGraph'): boolean };

/** What a press means to the phone. */
type KeyMeaning =
  /** Not a key of the phone's: text for a field, a shortcut of the browser or the page, Tab. */
  | { readonly is: 'other' }
  | { readonly is: 'copy' | 'cut' }
  /** `held` as long as it is held here; else pressed and let go at once. */
  | { readonly is: 'key'; readonly code: string; readonly held: boolean };

/** KeyboardEvent's `key` of what has no character. Tab is not among them: it leaves the screen. */
const named: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Escape',
]);

/** What fields of Android do with Ctrl. V comes as a paste. */
const withCtrl = /^Key[ABIUYZ]$/;

const other: KeyMeaning = { is: 'other' };

/** What the key does on the phone. Characters are `other`: they come as text, whatever keys make them. */
export function keyMeaning(press: Press): KeyMeaning {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (press.isComposing) return other;
  if (named.has(key)) return { is: 'key', code: key, held: key !== 'Escape' };
  // AltGr is Ctrl and Alt on Windows, and makes characters.
  if (altKey || press.getModifierState('AltGraph') || !(ctrlKey || metaKey)) return other;
  const code = letterCode(press);
  if (code === 'KeyC' && !shiftKey) return { is: 'copy' };
  if (code === 'KeyX' && !shiftKey) return { is: 'cut' };
  // A Mac does not tell when a key is let go that was pressed with Cmd.
  return withCtrl.test(code) ? { is: 'key', code, held: false } : other;
}

/** By what is printed on the key; by its place on keyboards of other scripts. */
function letterCode({ key, code }: Press): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
}
