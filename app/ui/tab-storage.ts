/**
 * What the browser keeps for this tab alone, also across a reload. A duplicated tab begins with a
 * copy. A browser that forbids storage only makes the page forgetful: nothing here throws.
 */

/** The text kept under this name in this tab, or null. */
export function recallInTab(name: string): string | null {
  try {
    return sessionStorage.getItem(`handset.${name}`);
  } catch {
    return null;
  }
}

/** Keeps the text for this tab; null forgets it. */
export function rememberInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(`handset.${name}`);
    else sessionStorage.setItem(`handset.${name}`, text);
  } catch {
    // Forbidden or full: the page works on without memory.
  }
}
