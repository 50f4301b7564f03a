import { type Element, walk } from './screen.ts';

/**
 * Whether an element says or does something; the rest is structure and is left out of texts and
 * pictures. Emptiness is tested before trimming, so a text of blanks keeps its element
 * (the reference's CompactTreeFormatter). Being focusable or enabled is not enough.
 */
export function isKept(element: Element): boolean {
  return (
    element.text !== '' ||
    element.description !== '' ||
    element.resourceId !== '' ||
    element.clickable ||
    element.longClickable ||
    element.scrollable ||
    element.editable
  );
}

/** The kept elements in document order; children of dropped ones are still considered. */
export function keptElements(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(isKept);
}
