import { spellOut } from '../unseen.ts';
import { type Element, walk } from './screen.ts';

/** What elements can be found by, named as agents name it. */
export const searchFields = ['text', 'content_desc', 'resource_id', 'class_name'] as const;
/** What an element can be found by. */
export type SearchField = (typeof searchFields)[number];

/** What is looked for. */
interface ElementQuery {
  readonly by: SearchField;
  /** What the field holds; must not be empty. */
  readonly value: string;
  /** True: the whole field, letter by letter. False: part of the field, in any case. */
  readonly exact: boolean;
}

/**
 * The elements whose one asked field matches, in document order, invisible and structural ones
 * too. Resource ids and class names are compared in full; nothing is trimmed and no character is
 * special, as the reference has it. What can't be seen is matched as it is and as answers spell it
 * out.
 */
export function findElements(roots: readonly Element[], query: ElementQuery): Element[] {
  const matches = matcher(query);
  return [...walk(roots)].filter((element) => {
    const field = fieldOf(element, query.by);
    const spelled = spellOut(field);
    return matches(field) || (spelled !== field && matches(spelled));
  });
}

function matcher({ value, exact }: ElementQuery): (field: string) => boolean {
  if (exact) return (field) => field === value;
  const wanted = withoutCase(value);
  return (field) => withoutCase(field).includes(wanted);
}

function fieldOf(element: Element, by: SearchField): string {
  switch (by) {
    case 'text':
      // Nothing matches the dots, which stand for what must not be found out.
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
 * Through capitals, so that neither the place of a letter nor its small form matters: the final
 * sigma, the dotless i and the sharp s find their counterparts.
 */
function withoutCase(text: string): string {
  // The sigma is the one letter whose small form depends on its place.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
