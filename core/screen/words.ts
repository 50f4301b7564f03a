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
