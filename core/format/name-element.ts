import { simpleClassName, idName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { labelOf, wordsOf } from '../screen/words.ts';
import { cell } from './cell.ts';
import { quote } from './quote.ts';

/** Enough of a label to know an element by. */
const maxLabel = 60;

/**
 * An element as a message names it: class and what it says or holds, `Button "Save"`; where it
 * says nothing what stands on it, else the name of its resource id. What a password field holds is
 * not told.
 */
export function nameElement(element: Element): string {
  const kind = cell(simpleClassName(element.className)).slice(0, maxLabel);
  const own = element.password ? element.description : labelOf(element);
  const label = own || wordsOf(element)[0];
  if (label !== undefined) return `${kind} ${quote(label, maxLabel)}`;
  const name = idName(element.resourceId);
  return name === '' ? kind : `${kind} @${cell(name).slice(0, maxLabel)}`;
}

/** `node_1a2b: Button "Save"`. */
export function nameWithId(element: Element): string {
  return `${element.id}: ${nameElement(element)}`;
}
