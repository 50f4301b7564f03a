/**
 * The page's stored settings. Where the browser forbids storage nothing here throws; the page just
 * forgets.
 */

import { parseJson, type Json } from './json.ts';

/** Texts stored by name. */
interface TextStore {
  /** The text stored under this name, or null. */
  readonly recall: (name: string) => string | null;
  /** Stores the text; null removes it. */
  readonly remember: (name: string, text: string | null) => void;
}

/** Other pages of this origin use the same storage. */
const storageKey = (name: string): string => `handset.${name}`;

/** Shared by all tabs, and kept for later visits. */
export const { recall, remember } = textStoreIn(() => localStorage);

/** For this tab only; survives a reload. A duplicated tab starts with a copy. */
export const { recall: recallInTab, remember: rememberInTab } = textStoreIn(() => sessionStorage);

/** What was stored under this name as JSON; undefined for anything else. */
export function recallJson(name: string): Json | undefined {
  return parseJson(recall(name) ?? '');
}

/**
 * Calls back with the text stored for all tabs under this name, each time another tab has changed
 * it.
 */
export function onStorageChange(name: string, listener: (text: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Reads the current value: with the event's, two tabs that change it at once would swap theirs.
    if (key === storageKey(name)) listener(recall(name));
  });
}

/** Where storage is forbidden, even accessing `localStorage` throws. */
function textStoreIn(storage: () => Storage): TextStore {
  return {
    recall: (name) => {
      try {
        return storage().getItem(storageKey(name));
      } catch {
        return null;
      }
    },
    remember: (name, text) => {
      try {
        if (text === null) storage().removeItem(storageKey(name));
        else storage().setItem(storageKey(name), text);
      } catch {
        // Forbidden or full: the setting is not kept.
      }
    },
  };
}

/** Keeps a choice in the page's address, where a reload and a bookmark find it; null removes it. */
export function keepInAddress(name: 'phone' | 'panel', value: string | null): void {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
}

/** A stored part of a whole, between 0 and 1; null for anything else. */
export function parseShare(stored: string | null): number | null {
  const share = Number(stored);
  return share > 0 && share < 1 ? share : null;
}
