/**
 * Interprets the text in the filter field.
 *
 * Plain text is looked up in every column, ignoring case; a class name (`Button`) also finds what
 * it matches as a selector. A text with selector syntax is a selector; if it is invalid or matches
 * nothing, and an element contains that very text (`12:30`), it is read as plain text. Text that
 * begins with `@`, `#`, `:`, `[` or `*` is never read as plain text.
 */
import type { WireError } from '../../../core/errors.ts';
import type { ElementRow, ScreenView, SelectorMatches } from '../../../core/link/messages.ts';
import { filterWords } from './strings.ts';
import { holds } from './element-name.ts';

/** The elements that match the filter. */
export interface Found {
  /** Matching rows of the table. */
  readonly rows: readonly ElementRow[];
  /** The number of rows before filtering. */
  readonly outOf: number;
  /** The ids of all matching elements, including those that only the tree shows. */
  readonly inTree: ReadonlySet<string>;
  /** The number of elements in the tree before filtering. */
  readonly outOfTree: number;
  readonly as: 'selector' | 'words';
  /** How many elements the text matches as a selector; null when it is not a valid one. */
  readonly matches: number | null;
  /** Where nothing was found: selectors of the most similar elements. */
  readonly nearest: readonly string[];
}

/** The worker's answer to the text as a selector. */
export type Answer = SelectorMatches | WireError;

const strictly = /^\s*[@#:[*]/;
const signs = /[@#:[\]>*"]|^\s*(?:\.|\d+\.\d)/;
const typeFirst = /^\s*[\p{L}_$]/u;

/** The view's elements that match the text, or why it is no valid selector. */
export function readFilter(text: string, view: ScreenView, answer: Answer): Found | WireError {
  const asSelector = 'ids' in answer ? selected(view, answer) : answer;
  const {
    inTree: named = new Set<string>(),
    matches = null,
    nearest = [],
  } = 'rows' in asSelector ? asSelector : {};
  const isWords = !signs.test(text);
  if (!isWords && (strictly.test(text) || (matches ?? 0) > 0)) return asSelector;
  const ofType = isWords && typeFirst.test(text) ? named : new Set<string>();
  const found = foundOf(view, (row) => ofType.has(row.id) || holds(row, text));
  // Both readings find the same elements: report it as a selector, which is useful elsewhere, too.
  const isSame = ofType.size > 0 && ofType.size === found.inTree.size;
  if (isSame || (!isWords && found.inTree.size === 0)) return asSelector;
  return { ...found, as: 'words', matches, nearest };
}

function selected(view: ScreenView, { ids, nearest }: SelectorMatches): Found {
  const matched = new Set(ids);
  const found = foundOf(view, ({ id }) => matched.has(id));
  return { ...found, as: 'selector', matches: ids.length, nearest };
}

function foundOf(
  { rows, all }: ScreenView,
  isFound: (row: ElementRow) => boolean,
): Pick<Found, 'rows' | 'outOf' | 'inTree' | 'outOfTree'> {
  return {
    rows: rows.filter(isFound),
    outOf: rows.length,
    inTree: new Set(all.filter(isFound).map(({ id }) => id)),
    outOfTree: all.length,
  };
}

/** The ids of the matching table rows. */
export function idsOf({ rows }: Found): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

/** `3 of 41` in the table or the tree, with a note where the text was ambiguous. */
export function foundWords(found: Found, isTree: boolean): string {
  const { as, matches } = found;
  const shown = isTree ? found.inTree.size : found.rows.length;
  const count = filterWords.count(shown, isTree ? found.outOfTree : found.outOf);
  if (as === 'selector') {
    const plain = (matches ?? 0) - shown;
    return plain > 0 ? filterWords.unlisted(count, plain) : count;
  }
  return matches !== null && matches > 0 && matches !== shown
    ? filterWords.asWordsToo(count, matches)
    : filterWords.asWords(count);
}
