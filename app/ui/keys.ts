/** A key of a keyboard shortcut; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type ShortcutKey = 'Mod' | 'Ctrl' | 'Shift' | 'Esc' | 'Enter' | (string & {});

/** The keys that stop everything. */
export const stopKeys = ['Mod', 'Shift', 'X'] as const;

/** Whether this browser runs on a Mac, iPhone or iPad, whose modifier keys differ. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The label of a key on this platform. */
export function keyLabel(key: ShortcutKey): string {
  const mac: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Enter: '↩' };
  const others: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
  return (isMac() ? mac : others)[key] ?? key;
}

/** The label of a key combination: `Ctrl+K`, `⌘K`. */
export function keyCombinationLabel(keys: readonly ShortcutKey[]): string {
  return keys.map(keyLabel).join(isMac() ? '' : '+');
}
