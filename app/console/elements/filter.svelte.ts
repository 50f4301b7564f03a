import { toWire, type WireError } from '#core/errors.ts';
import type { ElementRow, ScreenView, SelectorMatches } from '#core/link/messages.ts';
import { filterStrings } from './strings.ts';
import { matchesQuery } from './element-name.ts';
import { recall, remember } from '../../ui/storage.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { LatestRequest } from '../../ui/latest-request.ts';

/**
 * Interprets the text in the filter field.
 *
 * Plain text is looked up in every column, ignoring case; a class name (`Button`) also finds what
 * it matches as a selector. A text with selector syntax is a selector; if it is invalid or matches
 * nothing, and an element contains that very text (`12:30`), it is read as plain text. Text that
 * begins with `@`, `#`, `:`, `[` or `*` is never read as plain text.
 */

/** The elements that match the filter. */
export interface FilterResult {
  /** Matching rows of the table. */
  readonly rows: readonly ElementRow[];
  /** The number of rows before filtering. */
  readonly rowCount: number;
  /** The ids of all matching elements, including those that only the tree shows. */
  readonly treeIds: ReadonlySet<string>;
  /** The number of elements in the tree before filtering. */
  readonly treeCount: number;
  readonly readAs: 'selector' | 'words';
  /** How many elements the text matches as a selector; null when it is not a valid one. */
  readonly matches: number | null;
  /** Where nothing was found: selectors of the most similar elements. */
  readonly nearest: readonly string[];
}

/** The worker's answer to the text as a selector. */
export type SelectorAnswer = SelectorMatches | WireError;

const selectorStart = /^\s*[@#:[*]/;
const selectorSyntax = /[@#:[\]>*"]|^\s*(?:\.|\d+\.\d)/;
const classNameStart = /^\s*[\p{L}_$]/u;

/** The view's elements that match the text, or why it is no valid selector. */
export function applyFilter(
  text: string,
  view: ScreenView,
  answer: SelectorAnswer,
): FilterResult | WireError {
  const selectorResult = 'ids' in answer ? matchSelector(view, answer) : answer;
  const {
    treeIds: selectorIds = new Set<string>(),
    matches = null,
    nearest = [],
  } = 'rows' in selectorResult ? selectorResult : {};
  const isPlainText = !selectorSyntax.test(text);
  if (!isPlainText && (selectorStart.test(text) || (matches ?? 0) > 0)) return selectorResult;
  const classIds = isPlainText && classNameStart.test(text) ? selectorIds : new Set<string>();
  const textResult = filterView(view, (row) => classIds.has(row.id) || matchesQuery(row, text));
  // Both readings find the same elements: report it as a selector, which is useful elsewhere, too.
  const isSame = classIds.size > 0 && classIds.size === textResult.treeIds.size;
  if (isSame || (!isPlainText && textResult.treeIds.size === 0)) return selectorResult;
  return { ...textResult, readAs: 'words', matches, nearest };
}

function matchSelector(view: ScreenView, { ids, nearest }: SelectorMatches): FilterResult {
  const matched = new Set(ids);
  const found = filterView(view, ({ id }) => matched.has(id));
  return { ...found, readAs: 'selector', matches: ids.length, nearest };
}

function filterView(
  { rows, all }: ScreenView,
  isFound: (row: ElementRow) => boolean,
): Pick<FilterResult, 'rows' | 'rowCount' | 'treeIds' | 'treeCount'> {
  return {
    rows: rows.filter(isFound),
    rowCount: rows.length,
    treeIds: new Set(all.filter(isFound).map(({ id }) => id)),
    treeCount: all.length,
  };
}

/** The ids of the matching table rows. */
export function rowIdsOf({ rows }: FilterResult): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

/** `3 of 41` in the table or the tree, with a note where the text was ambiguous. */
export function resultLabel(result: FilterResult, isTree: boolean): string {
  const { readAs, matches } = result;
  const shown = isTree ? result.treeIds.size : result.rows.length;
  const count = filterStrings.count(shown, isTree ? result.treeCount : result.rowCount);
  if (readAs === 'selector') {
    const plain = (matches ?? 0) - shown;
    return plain > 0 ? filterStrings.unlisted(count, plain) : count;
  }
  return matches !== null && matches > 0 && matches !== shown
    ? filterStrings.readAsTextToo(count, matches)
    : filterStrings.readAsText(count);
}

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

/** The search starts this long after the last key; shorter than a glance at the result. */
const searchDelayMs = 80;
/** An invalid selector is reported only after this pause in typing. */
const errorDelayMs = 500;

/** The filter of the element list: its text and its result. */
export class FilterState {
  text = $state('');
  /** Null while the text is empty. Keeps its last value while the text is no valid selector. */
  result = $state.raw<FilterResult | null>(null);
  /** Why the text is no valid selector. */
  problem = $state.raw<WireError | null>(null);
  /** The ids of the rows that match; null when nothing is filtered. */
  readonly ids = $derived(this.result && rowIdsOf(this.result));
  readonly history = new SelectorHistory();

  readonly #latestRequest: LatestRequest<string, SelectorAnswer>;
  /** The text that `result` is for. */
  #resultText = '';
  #view: ScreenView | null = null;
  #errorTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: WorkerLink) {
    this.#latestRequest = new LatestRequest((selector, signal) =>
      link.call('matchSelector', { selector }, signal).catch(toWire),
    );
  }

  /** The user changed the text; the result follows. */
  setText(text: string): void {
    this.text = text;
    void this.#update(searchDelayMs);
  }

  /** The user has finished typing: a selector that matched something goes into the history. */
  addToHistory(): void {
    const isAnswered = this.#resultText === this.text && this.problem === null;
    const { readAs, matches } = this.result ?? {};
    if (isAnswered && readAs === 'selector' && (matches ?? 0) > 0) this.history.add(this.text);
  }

  /** Filters this screen from now on; null when there is none. */
  setView(view: ScreenView | null): void {
    this.#view = view;
    void this.#update(0);
  }

  async #update(delayMs: number): Promise<void> {
    const { text } = this;
    const view = this.#view;
    clearTimeout(this.#errorTimer);
    if (text.trim() === '' || view === null || view.all.length === 0) {
      this.#latestRequest.cancel();
      this.result = this.problem = null;
      return;
    }
    const answer = await this.#latestRequest.send(text, delayMs);
    // The answer may be for a newer screen, which will be filtered when it arrives here.
    if (answer === null) return;
    if ('ids' in answer && answer.takenAtEpochMs !== view.takenAtEpochMs) return;
    const outcome = applyFilter(text, view, answer);
    if ('rows' in outcome) {
      this.result = outcome;
      this.#resultText = text;
      this.problem = null;
    } else {
      this.#errorTimer = setTimeout(() => (this.problem = outcome), errorDelayMs);
    }
  }
}
