import { HandsetError } from '../errors.ts';
import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { wordsOf } from '../screen/words.ts';
import { type ScreenIndex, matchSelector } from './match.ts';
import { nearestMisses } from './nearest.ts';
import { printSelector, quote } from './print.ts';
import type { Selector } from './selector.ts';
import { bestSelector } from './suggest.ts';

/** Candidates in a message: enough to choose, few enough to read. */
const maxCandidates = 8;
/** UTF-16 units of the selector in a message. */
const shownLength = 200;
/** Characters of an element's text in a message: enough to know it by. */
const shownTextLength = 40;

/**
 * The one element that the selector matches. Throws `element-not-found` with the nearest misses
 * where there is none, and `ambiguous-selector` with the count and the candidates where there are
 * several; none of them is ever chosen silently.
 */
export function resolveOne(selector: Selector, index: ScreenIndex): Element {
  const matches = matchSelector(selector, index);
  const [only, second] = matches;
  if (only === undefined) throw notFound(selector, index);
  if (second !== undefined) throw ambiguous(selector, matches, index);
  return only;
}

function notFound(selector: Selector, index: ScreenIndex): HandsetError {
  const hint =
    tellNearest(selector, index) ??
    'Nothing on this screen resembles it: read the screen, or scroll to where it may be.';
  const message = `No element matches ${showSelector(selector)}.`;
  return new HandsetError('element-not-found', message, { hint });
}

/** The nearest misses in a sentence for a message; undefined where nothing resembles the selector. */
export function tellNearest(selector: Selector, index: ScreenIndex): string | undefined {
  const misses = nearestMisses(selector, index).map(
    (miss) => `${tellElement(miss.element)} is ${miss.selector}`,
  );
  return misses.length > 0 ? `Nearest: ${misses.join('; ')}.` : undefined;
}

function ambiguous(
  selector: Selector,
  matches: readonly Element[],
  index: ScreenIndex,
): HandsetError {
  const listed = matches.slice(0, maxCandidates);
  const told = listed.map(
    (element) => `${tellElement(element)} is ${bestSelector(element, index).selector}`,
  );
  const rest = matches.length > listed.length ? `; and ${matches.length - listed.length} more` : '';
  const message = `${matches.length} elements match ${showSelector(selector)}, and one is needed: ${told.join('; ')}${rest}.`;
  return new HandsetError('ambiguous-selector', message, {
    hint: 'Call again with the selector or the id of the one you mean.',
  });
}

/** A selector as messages print it: on one line, a long one cut. */
export function showSelector(selector: Selector): string {
  const text = printSelector(selector);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}

/**
 * An element in a few words, `[0.0.1] Button "OK" node_1a2b`: on one line, its text (else its
 * description) cut and escaped, that of a password field left out. One that says nothing is known
 * by the first words that stand on it: `[0.2] CardView with "Groceries" node_3c4d`.
 */
function tellElement(element: Element): string {
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
  const characters = Array.from(text.slice(0, 2 * shownTextLength + 2));
  if (characters.length <= shownTextLength) return text;
  return `${characters.slice(0, shownTextLength).join('')}…`;
}
