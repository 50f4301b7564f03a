/**
 * What the text in the filter field means.
 *
 * Words are looked up in every column, in any case; a type among them (`Button`) finds what it
 * finds as a selector, too. A text with a sign of the selector language is a selector; where it is
 * none, or matches nothing, and yet an element says just that (`12:30`), it is taken for words.
 * What begins with `@`, `#`, `:`, `[` or `*` is never taken for words.
 */
import type { WireError } from '../../../core/errors.ts';
import type { ElementRow, ScreenView, SelectorMatches } from '../../../core/link/messages.ts';
import { filterWords } from './strings.ts';
import { holds } from './element-name.ts';

/** What the filter leaves. */
export interface Found {
  /** Of the table. */
  readonly rows: readonly ElementRow[];
  /** Rows that there were to choose from. */
  readonly outOf: number;
  /** The ids of the tree's elements that were found, those that the table leaves out among them. */
  readonly inTree: ReadonlySet<string>;
  /** Elements of the tree that there were to choose from. */
  readonly outOfTree: number;
  readonly as: 'selector' | 'words';
  /** How many elements the text matches as a selector; null when it is none. */
  readonly matches: number | null;
  /** Where nothing was found: selectors of what comes nearest. */
  readonly nearest: readonly string[];
}

/** The worker's answer to the text as a selector. */
export type Answer = SelectorMatches | WireError;

const strictly = /^\s*[@#:[*]/;
const signs = /[@#:[\]>*"]|^\s*(?:\.|\d+\.\d)/;
const typeFirst = /^\s*[\p{L}_$]/u;

/** What the text leaves of the view's rows, or why it is no selector. */
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
  // Both readings find the same: then it is a selector, which is of use elsewhere, too.
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

/** The ids of the rows that are left. */
export function idsOf({ rows }: Found): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

/** `3 of 41` in the table or the tree, and what else should be known of it. */
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
