/** The parts of a KeyboardEvent that decide what a key does on the phone. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
> & { getModifierState(key: 'AltGraph'): boolean };

/** What a key press does on the phone. */
type KeyAction =
  /** Not sent as a key: text input, a shortcut of the browser or the page, Tab. */
  | { readonly kind: 'other' }
  | { readonly kind: 'copy' | 'cut' }
  /** With `held` the key stays down until it is released here; else it is released at once. */
  | { readonly kind: 'key'; readonly code: string; readonly staysDown: boolean };

/** `KeyboardEvent.key` of the keys without a character that go to the phone. Not Tab: it leaves the screen. */
const forwardedKeys: ReadonlySet<string> = new Set([
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
const ctrlShortcuts = /^Key[ABIUYZ]$/;

const notForwarded: KeyAction = { kind: 'other' };

/** What the key does on the phone. Characters are `other`: they arrive as text input, whatever keys make them. */
export function keyAction(press: KeyPress): KeyAction {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (press.isComposing) return notForwarded;
  if (forwardedKeys.has(key)) return { kind: 'key', code: key, staysDown: key !== 'Escape' };
  // On Windows, AltGr reports Ctrl and Alt, and it types characters.
  if (altKey || press.getModifierState('AltGraph') || !(ctrlKey || metaKey)) return notForwarded;
  const code = letterCode(press);
  if (code === 'KeyC' && !shiftKey) return { kind: 'copy' };
  if (code === 'KeyX' && !shiftKey) return { kind: 'cut' };
  // macOS sends no keyup for a key pressed with Cmd, so it can't be held.
  return ctrlShortcuts.test(code) ? { kind: 'key', code, staysDown: false } : notForwarded;
}

/** The letter printed on the key; on layouts of other scripts, the key's position. */
function letterCode({ key, code }: KeyPress): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
}
