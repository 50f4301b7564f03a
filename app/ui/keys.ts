/** A key as keyboards name it; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Key = 'Mod' | 'Ctrl' | 'Shift' | 'Esc' | 'Enter' | (string & {});

/** Whether this browser runs on a Mac or its relatives, whose keys are others. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** A key as it is printed on this keyboard. */
export function keyName(key: Key): string {
  const mac: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Enter: '↩' };
  const others: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
  return (isMac() ? mac : others)[key] ?? key;
}

/** Keys that are pressed together: `Ctrl+K`, `⌘K`. */
export function keyWords(keys: readonly Key[]): string {
  return keys.map(keyName).join(isMac() ? '' : '+');
}
