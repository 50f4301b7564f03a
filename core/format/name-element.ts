import { resourceEntryName, simpleClassName, type Element } from '../screen/screen.ts';
import { labelOf, textsIn } from '../screen/accessible-text.ts';
import { quote, tsvCell } from './quote.ts';

/** UTF-16 units of a label that identify an element. */
const maxLabel = 60;

/**
 * An element's name in messages: its class and its label, `Button "Save"`; without a label the first
 * text inside it, else its resource name. Never a password's content.
 */
export function nameElement(element: Element): string {
  const kind = tsvCell(simpleClassName(element.className)).slice(0, maxLabel);
  const ownLabel = element.password ? element.description : labelOf(element);
  const label = ownLabel || textsIn(element)[0];
  if (label !== undefined) return `${kind} ${quote(label, maxLabel)}`;
  const name = resourceEntryName(element.resourceId);
  return name === '' ? kind : `${kind} @${tsvCell(name).slice(0, maxLabel)}`;
}

/** An element's id and name: `node_1a2b: Button "Save"`. */
export function nameElementWithId(element: Element): string {
  return `${element.id}: ${nameElement(element)}`;
}
