import { HandsetError } from '../errors.ts';
import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { textsIn } from '../screen/words.ts';
import { type ScreenIndex, matchSelector } from './match.ts';
import { nearestMisses } from './nearest.ts';
import { printSelector, quoteText } from './print.ts';
import type { Selector } from './selector.ts';
import { bestSelector } from './suggest.ts';

/** Maximum number of candidates in a message. */
const maxCandidates = 8;
/** Maximum UTF-16 units of the selector in a message. */
const maxShownLength = 200;
/** Maximum characters of an element's text in a message: enough to recognise it. */
const maxShownTextLength = 40;

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
    describeNearest(selector, index) ??
    'Nothing on this screen resembles it: read the screen, or scroll to where it may be.';
  const message = `No element matches ${selectorForMessage(selector)}.`;
  return new HandsetError('element-not-found', message, { hint });
}

/** The nearest misses as a sentence for a message; undefined if no element is similar. */
export function describeNearest(selector: Selector, index: ScreenIndex): string | undefined {
  const misses = nearestMisses(selector, index).map(
    (miss) => `${describeElement(miss.element)} is ${miss.selector}`,
  );
  return misses.length > 0 ? `Nearest: ${misses.join('; ')}.` : undefined;
}

function ambiguous(
  selector: Selector,
  matches: readonly Element[],
  index: ScreenIndex,
): HandsetError {
  const listed = matches.slice(0, maxCandidates);
  const descriptions = listed.map(
    (element) => `${describeElement(element)} is ${bestSelector(element, index).selector}`,
  );
  const rest = matches.length > listed.length ? `; and ${matches.length - listed.length} more` : '';
  const message = `${matches.length} elements match ${selectorForMessage(selector)}, and one is needed: ${descriptions.join('; ')}${rest}.`;
  return new HandsetError('ambiguous-selector', message, {
    hint: 'Call again with the selector or the id of the one you mean.',
  });
}

/** A selector as printed in messages: on one line, truncated if long. */
export function selectorForMessage(selector: Selector): string {
  const text = printSelector(selector);
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}

/**
 * A short description of an element on one line, `[0.0.1] Button "OK" node_1a2b`, with its text or
 * else its description, truncated and escaped; never the text of a password field. An element
 * without either is described by the first text inside it: `[0.2] CardView with "Groceries" node_3c4d`.
 */
function describeElement(element: Element): string {
  const type = simpleClassName(element.className) || 'View';
  return `[${element.path}] ${type}${quotedLabel(element)} ${element.id}`;
}

function quotedLabel({ text, description, password, children }: Element): string {
  const label = text === '' || password ? description : text;
  if (label !== '') return ` ${quoteText(truncate(label))}`;
  const [first] = children.flatMap(textsIn);
  return first === undefined ? '' : ` with ${quoteText(truncate(first))}`;
}

function truncate(text: string): string {
  // Count code points, so that no surrogate pair is split.
  const characters = Array.from(text.slice(0, 2 * maxShownTextLength + 2));
  if (characters.length <= maxShownTextLength) return text;
  return `${characters.slice(0, maxShownTextLength).join('')}…`;
}
