/**
 * What the browser keeps for this page. A browser that forbids storage only makes the page
 * forgetful: nothing here throws.
 */

/** The text kept under this name, or null. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`handset.${name}`);
  } catch {
    return null;
  }
}

/** Keeps the text; null forgets it. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(`handset.${name}`);
    else localStorage.setItem(`handset.${name}`, text);
  } catch {
    // Forbidden or full: the page works on without memory.
  }
}
