/** The parts of a KeyboardEvent that decide what a key does on the phone. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
> & { getModifierState(key: 'AltGraph'): boolean };

/** What a key press does on the phone. */
type KeyMeaning =
  /** Not sent as a key: text input, a shortcut of the browser or the page, Tab. */
  | { readonly is: 'other' }
  | { readonly is: 'copy' | 'cut' }
  /** With `held` the key stays down until it is released here; else it is released at once. */
  | { readonly is: 'key'; readonly code: string; readonly held: boolean };

/** `KeyboardEvent.key` of the keys without a character that go to the phone. Not Tab: it leaves the screen. */
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

/** The Ctrl shortcuts of Android text fields. Ctrl+V arrives as a paste event instead. */
const withCtrl = /^Key[ABIUYZ]$/;

const other: KeyMeaning = { is: 'other' };

/** What the key does on the phone. Characters are `other`: they arrive as text input, whatever keys make them. */
export function keyMeaning(press: Press): KeyMeaning {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (press.isComposing) return other;
  if (named.has(key)) return { is: 'key', code: key, held: key !== 'Escape' };
  // On Windows, AltGr reports Ctrl and Alt, and it types characters.
  if (altKey || press.getModifierState('AltGraph') || !(ctrlKey || metaKey)) return other;
  const code = letterCode(press);
  if (code === 'KeyC' && !shiftKey) return { is: 'copy' };
  if (code === 'KeyX' && !shiftKey) return { is: 'cut' };
  // macOS sends no keyup for a key pressed with Cmd, so it can't be held.
  return withCtrl.test(code) ? { is: 'key', code, held: false } : other;
}

/** The letter printed on the key; on layouts of other scripts, the key's position. */
function letterCode({ key, code }: Press): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
}
