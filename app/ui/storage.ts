/**
 * What the browser keeps for this page. A browser that forbids storage only makes the page
 * forgetful: nothing here throws.
 */

/** Texts that are kept under names. */
interface Memory {
  /** The text kept under this name, or null. */
  readonly recall: (name: string) => string | null;
  /** Keeps the text; null forgets it. */
  readonly remember: (name: string, text: string | null) => void;
}

/** The host's other pages keep things in the same place. */
const keyOf = (name: string): string => `handset.${name}`;

/** Kept for all tabs, and for later visits. */
export const { recall, remember } = memoryIn(() => localStorage);

/** Kept for this tab alone, also across a reload. A duplicated tab begins with a copy. */
export const { recall: recallInTab, remember: rememberInTab } = memoryIn(() => sessionStorage);

/** Calls back with what is kept for all tabs under this name, each time another tab has changed it. */
export function onRemembered(name: string, heard: (text: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Not the event's value: where two tabs change it at once, each would take the other's.
    if (key === keyOf(name)) heard(recall(name));
  });
}

/** Where storage is forbidden, already asking for it throws. */
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
        // Forbidden or full: the page works on without memory.
      }
    },
  };
}
