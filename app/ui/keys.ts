/** A key of a keyboard shortcut; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type ShortcutKey = 'Mod' | 'Ctrl' | 'Alt' | 'Shift' | 'Esc' | 'Enter' | (string & {});

/** The keys that stop everything. */
export const stopKeys = ['Mod', 'Shift', 'X'] as const;

// With Alt, so that nobody types them by accident.
/** The keys that allow the call that is asked about, this once. */
export const allowKeys: readonly ShortcutKey[] = ['Alt', 'Enter'];
/** The keys that refuse it. */
export const refuseKeys: readonly ShortcutKey[] = ['Alt', 'Backspace'];

/** Whether this browser runs on a Mac, iPhone or iPad, whose modifier keys differ. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The label of a key on this platform. */
export function keyLabel(key: ShortcutKey): string {
  const mac: Readonly<Record<string, string>> = {
    Mod: '⌘',
    Ctrl: '⌃',
    Alt: '⌥',
    Shift: '⇧',
    Enter: '↩',
    Backspace: '⌫',
  };
  const others: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
  return (isMac() ? mac : others)[key] ?? key;
}

/** The label of a key combination: `Ctrl+K`, `⌘K`. */
export function keyCombinationLabel(keys: readonly ShortcutKey[]): string {
  return keys.map(keyLabel).join(isMac() ? '' : '+');
}

/** Whether a key event goes to a field that accepts text; the phone's screen has one for what is typed on it. */
export function isInTextField({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  // Outside a document (in tests) there are no fields.
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(textFields);
}

const textFields =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])';
