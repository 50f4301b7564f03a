import { escapeInvisible } from '../text/invisible-characters.ts';
import { readableText } from '../text/text-pattern.ts';
import { type Element, walk } from './screen.ts';

/** The fields that elements can be found by, as named in the tool's input. */
export const searchFields = ['text', 'content_desc', 'resource_id', 'class_name'] as const;
/** A field that elements can be found by. */
export type SearchField = (typeof searchFields)[number];

/** A search for elements. */
interface ElementQuery {
  readonly by: SearchField;
  /** The text to find; must not be empty. */
  readonly value: string;
  /** True: equals the whole field, case-sensitive. False: occurs in the field, ignoring case. */
  readonly exact: boolean;
}

/**
 * The elements whose field matches, in document order, including invisible elements and layouts.
 * Resource ids and class names are compared in full; no character is special, as in the reference.
 * Invisible characters match both raw and as answers escape them. Texts match as a person reads them,
 * too, whatever their white space and direction marks; for an exact search only if none is the same to
 * the letter.
 */
export function elementsMatching(roots: readonly Element[], query: ElementQuery): Element[] {
  const matches = createMatcher(query);
  const all = [...walk(roots)];
  const isRaw = (element: Element): boolean => {
    const field = fieldOf(element, query.by);
    const spelled = escapeInvisible(field);
    return matches(field) || (spelled !== field && matches(spelled));
  };
  const isText = query.by === 'text' || query.by === 'content_desc';
  const found = all.filter(isRaw);
  if (!isText || (query.exact && found.length > 0)) return found;
  const readable = readableText(query.value).trim();
  if (readable === '') return found;
  const reads = createMatcher({ ...query, value: readable });
  return all.filter(
    (element) => isRaw(element) || reads(readableText(fieldOf(element, query.by)).trim()),
  );
}

function createMatcher({ value, exact }: ElementQuery): (field: string) => boolean {
  if (exact) return (field) => field === value;
  const foldedValue = foldCase(value);
  return (field) => foldCase(field).includes(foldedValue);
}

function fieldOf(element: Element, by: SearchField): string {
  switch (by) {
    case 'text':
      // A password must not be found by searching.
      return element.password ? '' : element.text;
    case 'content_desc':
      return element.description;
    case 'resource_id':
      return element.resourceId;
    case 'class_name':
      return element.className;
  }
}

/**
 * Folds case by way of upper case, so that dotless i and sharp s match their counterparts.
 */
function foldCase(text: string): string {
  // Only sigma has a separate lower-case form at the end of a word.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
