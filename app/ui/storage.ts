/**
 * The page's stored settings. Where the browser forbids storage nothing here throws; the page just
 * forgets.
 */

/** Texts stored by name. */
interface Memory {
  /** The text stored under this name, or null. */
  readonly recall: (name: string) => string | null;
  /** Stores the text; null removes it. */
  readonly remember: (name: string, text: string | null) => void;
}

/** Other pages of this origin use the same storage. */
const keyOf = (name: string): string => `handset.${name}`;

/** Shared by all tabs, and kept for later visits. */
export const { recall, remember } = memoryIn(() => localStorage);

/** For this tab only; survives a reload. A duplicated tab starts with a copy. */
export const { recall: recallInTab, remember: rememberInTab } = memoryIn(() => sessionStorage);

/**
 * Calls back with the text stored for all tabs under this name, each time another tab has changed
 * it.
 */
export function onRemembered(name: string, heard: (text: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Reads the current value: with the event's, two tabs that change it at once would swap theirs.
    if (key === keyOf(name)) heard(recall(name));
  });
}

/** Where storage is forbidden, even accessing `localStorage` throws. */
function memoryIn(storage: () => Storage): Memory {
  return {
    recall: (name) => {
      try {
        return storage().getItem(keyOf(name));
      } catch {
        return null;
      }
    },
    remember: (name, text) => {
      try {
        if (text === null) storage().removeItem(keyOf(name));
        else storage().setItem(keyOf(name), text);
      } catch {
        // Forbidden or full: the setting is not kept.
      }
    },
  };
}
