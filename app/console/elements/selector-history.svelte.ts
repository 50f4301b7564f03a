import { recall, remember } from '../../ui/storage.ts';

/** Selectors that are kept. */
const maxKept = 12;
/** Longer ones are no use in a list. */
const maxLength = 200;

/** The last selectors that found something, the newest first; kept in this browser. */
export class SelectorHistory {
  list = $state.raw<readonly string[]>(readKept());

  /** Keeps a selector, as the newest. */
  add(selector: string): void {
    const text = selector.trim();
    if (text === '' || text.length > maxLength || text === this.list[0]) return;
    this.#set([text, ...this.list.filter((kept) => kept !== text)].slice(0, maxKept));
  }

  /** The one before this; the newest for a text that is none of them; null where there is none. */
  before(text: string): string | null {
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

/** Nothing where the browser kept something else. */
function readKept(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall('selectors') ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((text) => typeof text === 'string').slice(0, maxKept);
  } catch {
    return [];
  }
}
