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
import { holds } from './element-name.ts';

/** What the filter leaves of the table. */
export interface Found {
  readonly rows: readonly ElementRow[];
  /** Rows that there were to choose from. */
  readonly outOf: number;
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
  const { rows: named = [], matches = null, nearest = [] } = 'rows' in asSelector ? asSelector : {};
  const isWords = !signs.test(text);
  if (!isWords && (strictly.test(text) || (matches ?? 0) > 0)) return asSelector;
  const ofType = new Set(isWords && typeFirst.test(text) ? named : []);
  const rows = view.rows.filter((row) => ofType.has(row) || holds(row, text));
  // Both readings find the same: then it is a selector, which is of use elsewhere, too.
  const isSame = ofType.size > 0 && ofType.size === rows.length;
  if (isSame || (!isWords && rows.length === 0)) return asSelector;
  return { rows, outOf: view.rows.length, as: 'words', matches, nearest };
}

function selected(view: ScreenView, { ids, nearest }: SelectorMatches): Found {
  const matched = new Set(ids);
  const rows = view.rows.filter(({ id }) => matched.has(id));
  return { rows, outOf: view.rows.length, as: 'selector', matches: ids.length, nearest };
}

/** The ids of the rows that are left. */
export function idsOf({ rows }: Found): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

/** `3 of 41`, and what else should be known of it. */
export function foundWords({ rows, outOf, as, matches }: Found): string {
  const count = `${rows.length} of ${outOf}`;
  if (as === 'selector') {
    const unlisted = (matches ?? 0) - rows.length;
    return unlisted > 0 ? `${count}, and ${unlisted} of plain layout, not listed` : count;
  }
  return matches !== null && matches > 0 && matches !== rows.length
    ? `${count}, found as words; as a selector it matches ${matches}`
    : `${count}, found as words`;
}
