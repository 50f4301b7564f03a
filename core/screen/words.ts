import { type Element, walk } from './screen.ts';

/** Enough to know anything by; keeps hostile dumps cheap. */
const maxWords = 200;

/** What an element itself says: its text, else its description; empty where it says nothing. */
export function labelOf(element: Element): string {
  return element.text === '' ? element.description : element.text;
}

/**
 * What stands on an element, in document order. A field counts by its hint: what it holds is not
 * what it is.
 */
export function wordsOf(element: Element): string[] {
  const words: string[] = [];
  for (const part of walk([element])) {
    const said = part.editable ? [part.hint] : [part.text, part.description];
    words.push(...said.filter((word) => word !== ''));
    if (words.length >= maxWords) break;
  }
  return words;
}

/**
 * Whether two lists can be windows on the same words, one of them or both cut at an edge of a
 * scrolling list: equal, or one goes on where the other ends. A cut one must share the first word,
 * or two at least: a lone later word ("Follow", "2 min") is what all rows of a template have.
 */
export function overlap(a: readonly string[], b: readonly string[]): 'all' | 'part' | 'none' {
  if (a.length === b.length && startsAt(a, b, 0)) return 'all';
  if (a.length === 0 || b.length === 0) return 'none';
  return meets(a, b) || meets(b, a) ? 'part' : 'none';
}

/** Whether `late` begins somewhere in `early` and agrees with it as far as both go. */
function meets(early: readonly string[], late: readonly string[]): boolean {
  return early.some((_, start) => {
    const shared = Math.min(early.length - start, late.length);
    return (shared >= 2 || start === 0) && startsAt(early, late, start);
  });
}

function startsAt(early: readonly string[], late: readonly string[], start: number): boolean {
  const shared = Math.min(early.length - start, late.length);
  return late.slice(0, shared).every((word, i) => word === early[start + i]);
}
