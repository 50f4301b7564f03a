import { HandsetError } from '../errors.ts';
import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { wordsOf } from '../screen/words.ts';
import { type ScreenIndex, matchSelector } from './match.ts';
import { nearestMisses } from './nearest.ts';
import { printSelector, quote } from './print.ts';
import type { Selector } from './selector.ts';
import { bestSelector } from './suggest.ts';

/** Maximum number of candidates in a message. */
const maxCandidates = 8;
/** Maximum UTF-16 units of the selector in a message. */
const shownLength = 200;
/** Maximum characters of an element's text in a message: enough to recognise it. */
const shownTextLength = 40;

/**
 * The one element that the selector matches. Throws `element-not-found` with the nearest misses if
 * there is none, and `ambiguous-selector` with the count and the candidates if there are several;
 * it never picks one of them.
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

/** The nearest misses as a sentence for a message; undefined if no element is similar. */
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

/** A selector as printed in messages: on one line, truncated if long. */
export function showSelector(selector: Selector): string {
  const text = printSelector(selector);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}

/**
 * A short description of an element on one line, `[0.0.1] Button "OK" node_1a2b`, with its text or
 * else its description, truncated and escaped; never the text of a password field. An element
 * without either is described by the first text inside it: `[0.2] CardView with "Groceries" node_3c4d`.
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
  // Count code points, so that no surrogate pair is split.
  const characters = Array.from(text.slice(0, 2 * shownTextLength + 2));
  if (characters.length <= shownTextLength) return text;
  return `${characters.slice(0, shownTextLength).join('')}…`;
}
