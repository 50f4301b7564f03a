import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { wordsOf } from '../screen/words.ts';
import { quote } from './print.ts';

/** Characters of a text in a message: enough to know it by. */
const shownLength = 40;

/**
 * An element in a few words for a message, `[0.0.1] Button "OK" node_1a2b`: on one line, its text
 * (else its description) cut and escaped, that of a password field left out. One that says nothing
 * is known by the first words that stand on it: `[0.2] CardView with "Groceries" node_3c4d`.
 */
export function tellElement(element: Element): string {
  const type = simpleClassName(element.className) || 'View';
  return `[${element.path}] ${type}${said(element)} ${element.id}`;
}

function said({ text, description, password, children }: Element): string {
  const own = text === '' || password ? description : text;
  if (own !== '') return ` ${quote(cut(own))}`;
  const [first] = children.flatMap(wordsOf);
  return first === undefined ? '' : ` with ${quote(cut(first))}`;
}

function cut(text: string): string {
  // Whole characters, so that none is left half.
  const characters = Array.from(text.slice(0, 2 * shownLength + 2));
  return characters.length <= shownLength ? text : `${characters.slice(0, shownLength).join('')}…`;
}
