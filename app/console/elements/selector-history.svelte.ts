import { recall, remember } from '../../ui/storage.ts';

/** Number of selectors kept. */
const maxKept = 12;
/** Longer selectors are not kept: they are no use in a list. */
const maxLength = 200;

/** The last selectors that matched something, the newest first; kept in this browser. */
export class SelectorHistory {
  list = $state.raw<readonly string[]>(loadSelectors());

  /** Adds a selector as the newest. */
  add(selector: string): void {
    const text = selector.trim();
    if (text === '' || text.length > maxLength || text === this.list[0]) return;
    this.#set([text, ...this.list.filter((kept) => kept !== text)].slice(0, maxKept));
  }

  /**
   * The selector before this one; the newest for a text that is not in the list; null where there
   * is none.
   */
  previousOf(text: string): string | null {
    return this.list[this.list.indexOf(text.trim()) + 1] ?? null;
  }

  clear(): void {
    this.#set([]);
  }

  #set(list: readonly string[]): void {
    this.list = list;
    remember('selectors', list.length === 0 ? null : JSON.stringify(list));
  }
}

/** The stored selectors; empty where the stored value is invalid. */
function loadSelectors(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(recall('selectors') ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text) => typeof text === 'string').slice(0, maxKept);
  } catch {
    return [];
  }
}
