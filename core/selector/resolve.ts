import { HandsetError } from '../errors.ts';
import type { Element } from '../screen/screen.ts';
import { type Searched, matchSelector } from './match.ts';
import { nearestMisses } from './nearest.ts';
import { printSelector } from './print.ts';
import type { Selector } from './selector.ts';
import { bestSelector } from './suggest.ts';
import { tellElement } from './tell-element.ts';

/** Candidates in a message: enough to choose, few enough to read. */
const maxCandidates = 8;
/** UTF-16 units of the selector in a message. */
const shownLength = 200;

/**
 * The one element that the selector matches. Throws `element-not-found` with the nearest misses
 * where there is none, and `ambiguous-selector` with the count and the candidates where there are
 * several; none of them is ever chosen silently.
 */
export function resolveOne(selector: Selector, screen: Searched): Element {
  const matches = matchSelector(selector, screen);
  const [only, second] = matches;
  if (only === undefined) throw notFound(selector, screen);
  if (second !== undefined) throw ambiguous(selector, matches, screen);
  return only;
}

function notFound(selector: Selector, screen: Searched): HandsetError {
  const hint =
    tellNearest(selector, screen) ??
    'Nothing on this screen resembles it: read the screen, or scroll to where it may be.';
  const message = `No element matches ${showSelector(selector)}.`;
  return new HandsetError('element-not-found', message, { hint });
}

/** The nearest misses in a sentence for a message; undefined where nothing resembles the selector. */
export function tellNearest(selector: Selector, screen: Searched): string | undefined {
  const misses = nearestMisses(selector, screen).map(
    (miss) => `${tellElement(miss.element)} is ${miss.selector}`,
  );
  return misses.length > 0 ? `Nearest: ${misses.join('; ')}.` : undefined;
}

function ambiguous(
  selector: Selector,
  matches: readonly Element[],
  screen: Searched,
): HandsetError {
  const listed = matches.slice(0, maxCandidates);
  const told = listed.map(
    (element) => `${tellElement(element)} is ${bestSelector(element, screen).selector}`,
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
