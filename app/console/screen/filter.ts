/**
 * Interprets the text in the filter field.
 *
 * Plain text is searched for in the columns, ignoring case; a class name (`Button`) also finds what
 * it matches as a selector. A text with selector syntax is a selector; if it is invalid or matches
 * nothing, and an element contains exactly that text (`12:30`), it is read as plain text. Text that
 * begins with `@`, `#`, `:`, `[` or `*` is never read as plain text.
 */
import type { WireError } from '#core/errors.ts';
import type { ElementRow, ScreenView, SelectorMatches } from '#core/link/messages.ts';
import { boundsText, includesQuery, shortResourceId } from './element-text.ts';

/** The elements that match the filter. */
export interface FilterResult {
  /** The matching rows. */
  readonly rows: readonly ElementRow[];
  readonly ids: ReadonlySet<string>;
  readonly readAs: 'selector' | 'text';
  /** How many elements the text matches as a selector; null if it is not a valid selector. */
  readonly matches: number | null;
  /** Selectors of the most similar elements, if nothing was found. */
  readonly nearest: readonly string[];
}

/** The worker's answer to the text as a selector. */
export type SelectorAnswer = SelectorMatches | WireError;

const selectorStart = /^\s*[@#:[*]/;
const selectorSyntax = /[@#:[\]>*"]|^\s*(?:\.|\d+\.\d)/;
const classNameStart = /^\s*[\p{L}_$]/u;

/** The view's elements that match the text, or why it is not a valid selector. */
export function applyFilter(
  text: string,
  view: ScreenView,
  answer: SelectorAnswer,
): FilterResult | WireError {
  const selectorResult = 'ids' in answer ? matchSelector(view, answer) : answer;
  const {
    ids: selectorIds = new Set<string>(),
    matches = null,
    nearest = [],
  } = 'rows' in selectorResult ? selectorResult : {};
  const isPlainText = !selectorSyntax.test(text);
  if (!isPlainText && (selectorStart.test(text) || (matches ?? 0) > 0)) return selectorResult;
  const classIds = isPlainText && classNameStart.test(text) ? selectorIds : new Set<string>();
  const textResult = filterView(view, (row) => classIds.has(row.id) || matchesQuery(row, text));
  // If both interpretations find the same elements, report a selector, which can be reused elsewhere.
  const isSame = classIds.size > 0 && classIds.size === textResult.ids.size;
  if (isSame || (!isPlainText && textResult.ids.size === 0)) return selectorResult;
  return { ...textResult, readAs: 'text', matches, nearest };
}

function matchSelector(view: ScreenView, { ids, nearest }: SelectorMatches): FilterResult {
  const matched = new Set(ids);
  const found = filterView(view, ({ id }) => matched.has(id));
  return { ...found, readAs: 'selector', matches: ids.length, nearest };
}

function filterView(
  view: ScreenView,
  isFound: (row: ElementRow) => boolean,
): Pick<FilterResult, 'rows' | 'ids'> {
  const rows = view.rows.filter(isFound);
  return { rows, ids: new Set(rows.map(({ id }) => id)) };
}

/** Shortest part of an element's id to search for. */
const minIdLength = 5;

/**
 * Whether a column of the list contains the query, ignoring case. Resource ids count without their package,
 * unless the query contains a part of it: `com.example:id/title`, `id/title`.
 */
export function matchesQuery(row: ElementRow, query: string): boolean {
  const { id, simpleClass, text, description, label, resourceId } = row;
  // One or two digits occur in most bounds.
  const bounds = /\d{3}|,/.test(query) ? boundsText(row) : '';
  const shownId = /[:/]/.test(query) ? resourceId : shortResourceId(resourceId);
  const shown = [text, description, label, simpleClass, shownId, ...row.states, bounds];
  // A short word occurs in many element ids by chance.
  const typedId = query.trim().toLowerCase();
  return includesQuery(shown, query) || (typedId.length >= minIdLength && id.includes(typedId));
}
