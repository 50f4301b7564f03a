import { resourceEntryName, simpleClassName, type Element } from '../screen/screen.ts';
import { labelsWith, matchSelector, type ScreenIndex } from './match.ts';
import { printSelector, quoteText, type Selector, type SelectorTest } from './selector.ts';
import type { TextPattern } from '../text/text-pattern.ts';
import { bestSelector } from './suggest.ts';
import { HandsetError } from '../errors.ts';
import { textsIn } from '../screen/accessible-text.ts';
import type { ElementNamer } from '../screen/snapshots.ts';

/** An element that nearly matches a selector. */
interface NearMiss {
  readonly element: Element;
  /** A selector that matches only this element. */
  readonly selector: string;
}

/** How many near misses are listed: enough to recognise the intended one. */
const maxMisses = 5;
/** Maximum dissimilarity of a near miss: about two letters of five. */
const maxDissimilarity = 0.45;
/** How many tokens of a selector are compared; limits the work for a hostile one. */
const maxTokens = 5;
/** UTF-16 units; of longer texts only the beginning is compared, which limits the work. */
const maxComparedLength = 60;
/** The same limit for a text that is searched for another one. */
const maxSearchedLength = 200;
/** Added when only a part of a text is similar, so that similar whole texts come first. */
const partPenalty = 0.1;

/** A text that a selector looks for or an element has: a text or description, an id name, or a class name. */
interface SearchToken {
  readonly kind: 'text' | 'name' | 'type';
  readonly text: string;
  /** Whether it may also be similar to a part of the element's text. */
  readonly matchesPart?: boolean;
}

/**
 * The elements most similar to a selector that matches none, most similar first: by the edit
 * distance of texts, descriptions and id names; if the selector names only classes, of class names,
 * too. Only those that `couldBeMeant`. For an index path, the deepest existing element on it.
 */
export function nearestMisses(selector: Selector, index: ScreenIndex): readonly NearMiss[] {
  const tokens = tokensIn(selector, index);
  const elements = tokens.length > 0 ? mostSimilar(tokens, index) : deepestOnPath(selector, index);
  return elements.map((element) => ({ element, selector: bestSelector(element, index).selector }));
}

/** The tokens of a selector, last step first, since the last step names the element itself. */
function tokensIn({ alternatives }: Selector, index: ScreenIndex): readonly SearchToken[] {
  const tests = alternatives.flatMap(({ steps }) => steps.toReversed().flatMap((s) => s.tests));
  const tokens = tests.flatMap((test) => tokensOf(test, index));
  const preferred = tokens.filter((token) => token.kind !== 'type');
  if (preferred.length > 0) return preferred.slice(0, maxTokens);
  return tokens.slice(0, maxTokens).flatMap(({ kind, text }) => [
    { kind, text },
    // A bare word is a class name; who writes `Calculator` may mean a text or an id.
    { kind: 'text', text },
    { kind: 'name', text },
  ]);
}

/** What `:has` and `:near` look for counts only where the screen does not have it: else the element itself is missing. */
function tokensOf(test: SelectorTest, index: ScreenIndex): readonly SearchToken[] {
  switch (test.kind) {
    case 'text':
    case 'desc':
      return textTokens(test.pattern);
    case 'contains':
      return textTokens(test.pattern, true);
    case 'near':
      return labelsWith(test.pattern, index).size > 0 ? [] : textTokens(test.pattern);
    case 'has':
      return index.matchesOf(test).numbers.length > 0 ? [] : tokensIn(test, index);
    case 'id':
      return [{ kind: 'name', text: resourceEntryName(test.part), matchesPart: true }];
    case 'name':
      return [{ kind: 'name', text: resourceEntryName(test.name), matchesPart: true }];
    case 'type':
      return [{ kind: 'type', text: simpleClassName(test.suffix) }];
    default:
      return [];
  }
}

function textTokens({ pieces }: TextPattern, matchesPart = pieces.length > 1): SearchToken[] {
  const text = pieces.filter((piece) => piece !== '').join(' ');
  return text === '' ? [] : [{ kind: 'text', text, matchesPart }];
}

function mostSimilar(
  tokens: readonly SearchToken[],
  { elements, names }: ScreenIndex,
): readonly Element[] {
  const candidates: { readonly element: Element; readonly distance: number }[] = [];
  // Of many rows with the same text, one is enough.
  const seen = new Set<string>();
  for (const [number, element] of elements.entries()) {
    for (const elementToken of elementTokens(element, names[number] ?? '')) {
      const key = `${elementToken.kind} ${elementToken.text}`;
      if (elementToken.text === '' || seen.has(key)) continue;
      seen.add(key);
      const distance = distanceTo(tokens, elementToken);
      if (distance <= maxDissimilarity) candidates.push({ element, distance });
    }
  }
  candidates.sort((a, b) => a.distance - b.distance);
  return [...new Set(candidates.map(({ element }) => element))].slice(0, maxMisses);
}

function distanceTo(tokens: readonly SearchToken[], elementToken: SearchToken): number {
  const sameKind = tokens.filter((token) => token.kind === elementToken.kind);
  return Math.min(
    ...sameKind.map(({ matchesPart = false, text }) => {
      if (!couldBeMeant(text, elementToken.text, matchesPart)) return Infinity;
      return matchesPart
        ? dissimilarityWithin(text, elementToken.text)
        : dissimilarity(text, elementToken.text);
    }),
  );
}

/** Fewest letters of a word that says what a longer text is about. */
const minSharedLength = 4;
/** Fewest letters of a part in which a third may differ. */
const minMistypedLength = 12;
/** Fewest letters of the beginning of a word that stand for it. */
const minPrefixLength = 3;

/**
 * Whether a text that is looked for may stand for one of an element, or for a part of it: the two have
 * a word in common, one begins a word of the other, or they are the same but for a slip. Many short
 * texts share most of their letters by chance, as "Nope" with a part of "November".
 */
export function couldBeMeant(wanted: string, text: string, matchesPart: boolean): boolean {
  const wantedWords = wordsIn(wanted);
  const words = wordsIn(text);
  // Scripts without case mostly write words without spaces, with more meaning in each letter.
  if (wantedWords.length === 0 || /\p{Lo}/u.test(wanted)) return true;
  const whole = wantedWords.join(' ');
  const textWhole = words.join(' ');
  if (areEqualButForSlip(whole, textWhole)) return true;
  const isWantedShorter = whole.length <= textWhole.length;
  const [short, long] = isWantedShorter ? [whole, words] : [textWhole, wantedWords];
  if (short.length >= minPrefixLength && long.some((word) => word.startsWith(short))) return true;
  if (short.length > 1 && ` ${long.join(' ')} `.includes(` ${short} `)) return true;
  if (words.some((word) => word.length >= minSharedLength && wantedWords.includes(word)))
    return true;
  if (!matchesPart) return false;
  if (whole.length >= minMistypedLength) {
    const part = whole.slice(0, maxComparedLength);
    return distanceWithin(part, textWhole) <= part.length / 3;
  }
  // Words may be written together that the screen writes apart.
  const counts = [wantedWords.length, wantedWords.length + 1];
  return words.some((_, at) =>
    counts.some((count) => areEqualButForSlip(whole, words.slice(at, at + count).join(' '))),
  );
}

/** The words of a text in lower case: `btn_newNote` has three. */
function wordsIn(text: string): readonly string[] {
  const words = text
    .slice(0, maxSearchedLength)
    .split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return words.filter((word) => word !== '').map((word) => word.toLowerCase());
}

/** Whether few letters differ: one of short texts, which then begin with the same letter; else a third. */
function areEqualButForSlip(a: string, b: string): boolean {
  const one = a.slice(0, maxComparedLength);
  const other = b.slice(0, maxComparedLength);
  const length = Math.min(one.length, other.length);
  if (length < 6) return a === b || (length >= 3 && a[0] === b[0] && editDistance(a, b) <= 1);
  return editDistance(one, other) <= length / 3;
}

/** The items with a text that `wanted` may stand for, most similar first. */
export function similarTo<Item>(
  wanted: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const distances = items.map((item) => {
    const meant = textsOf(item).filter((text) => couldBeMeant(wanted, text, false));
    return { item, distance: Math.min(...meant.map((text) => dissimilarity(wanted, text))) };
  });
  return distances
    .filter(({ distance }) => distance <= maxDissimilarity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ item }) => item);
}

/** The texts of an element to compare. A password is left out, since comparing would reveal it letter by letter. */
function elementTokens(element: Element, name: string): readonly SearchToken[] {
  const { text, description, className, password } = element;
  return [
    { kind: 'text', text: password ? '' : text },
    { kind: 'text', text: description },
    { kind: 'name', text: name },
    { kind: 'type', text: simpleClassName(className) },
  ];
}

function deepestOnPath({ alternatives }: Selector, { elements }: ScreenIndex): readonly Element[] {
  const byPath = new Map(elements.map((element) => [element.path, element]));
  for (const test of alternatives.flatMap(({ steps }) => steps.flatMap((step) => step.tests))) {
    if (test.kind !== 'path') continue;
    for (let length = test.indices.length - 1; length > 0; length--) {
      const found = byPath.get(test.indices.slice(0, length).join('.'));
      if (found !== undefined) return [found];
    }
  }
  return [];
}

/**
 * The dissimilarity of two texts, ignoring case: 0 for equal, 1 for nothing in common. If one
 * contains the other, at most 0.4; otherwise the Levenshtein distance divided by the longer length.
 */
export function dissimilarity(a: string, b: string): number {
  const [short = '', long = ''] = [normalizeText(a), normalizeText(b)].sort(
    (one, other) => one.length - other.length,
  );
  if (short === long) return 0;
  if (short === '') return 1;
  // A single letter occurs in almost every text.
  if (short.length > 1 && long.includes(short)) return 0.4 * (1 - short.length / long.length);
  return editDistance(short, long) / long.length;
}

/** The dissimilarity of `part` to the most similar part of `whole`, or to all of it if that is smaller. */
export function dissimilarityWithin(part: string, whole: string): number {
  const comparablePart = normalizeText(part);
  if (comparablePart === '') return dissimilarity(part, whole);
  const distance = distanceWithin(comparablePart, whole.slice(0, maxSearchedLength).toLowerCase());
  return Math.min(dissimilarity(part, whole), partPenalty + distance / comparablePart.length);
}

function normalizeText(text: string): string {
  return text.slice(0, maxComparedLength).toLowerCase();
}

/** The Levenshtein distance: insertions, deletions and replacements of UTF-16 units. */
export function editDistance(a: string, b: string): number {
  const start = Array.from({ length: b.length + 1 }, (_, column) => column);
  return lastRow(a, b, start)[b.length] ?? 0;
}

/** The smallest edit distance of `part` to any substring of `whole` (Sellers' algorithm). */
export function distanceWithin(part: string, whole: string): number {
  // A match may begin and end anywhere at no cost.
  const start = Array.from({ length: whole.length + 1 }, () => 0);
  return Math.min(...lastRow(part, whole, start));
}

function lastRow(a: string, b: string, start: readonly number[]): readonly number[] {
  let row = start;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row;
}

/** Maximum number of candidates in a message. */
const maxCandidates = 8;
/** Maximum UTF-16 units of the selector in a message. */
const maxShownSelectorLength = 200;
/** Maximum characters of an element's text in a message: enough to recognise it. */
const maxShownTextLength = 40;

/**
 * The one element that the selector matches. Throws `element-not-found` with the nearest misses if
 * there is none, and `ambiguous-selector` with the count and the candidates if there are several;
 * it never picks one of them. `nameOf` gives the ref by which the message names an element.
 */
export function resolveOne(selector: Selector, index: ScreenIndex, nameOf: ElementNamer): Element {
  const matches = matchSelector(selector, index);
  const [only, second] = matches;
  if (only === undefined) throw notFound(selector, index, nameOf);
  if (second !== undefined) throw ambiguous(selector, matches, { index, nameOf });
  return only;
}

function notFound(selector: Selector, index: ScreenIndex, nameOf: ElementNamer): HandsetError {
  const misses = nearestMisses(selector, index);
  const hint =
    describeMisses(misses, nameOf) ??
    'Nothing on this screen resembles it: read the screen, or scroll to where it may be.';
  const message = `No element matches ${selectorForMessage(selector)}.`;
  const selectors = misses.map((miss) => miss.selector);
  return new HandsetError('element-not-found', message, { hint, selectors });
}

/** The nearest misses as a sentence for a message; undefined if no element is similar. */
export function describeNearest(
  selector: Selector,
  index: ScreenIndex,
  nameOf: ElementNamer,
): string | undefined {
  return describeMisses(nearestMisses(selector, index), nameOf);
}

function describeMisses(misses: readonly NearMiss[], nameOf: ElementNamer): string | undefined {
  const each = misses.map((miss) => `${describeElement(miss.element, nameOf)} is ${miss.selector}`);
  return each.length > 0 ? `Nearest: ${each.join('; ')}.` : undefined;
}

function ambiguous(
  selector: Selector,
  matches: readonly Element[],
  { index, nameOf }: { readonly index: ScreenIndex; readonly nameOf: ElementNamer },
): HandsetError {
  const listed = matches
    .slice(0, maxCandidates)
    .map((element) => ({ element, ...bestSelector(element, index) }));
  const descriptions = listed.map(
    (each) => `${describeElement(each.element, nameOf)} is ${each.selector}`,
  );
  const rest = matches.length > listed.length ? `; and ${matches.length - listed.length} more` : '';
  const message = `${matches.length} elements match ${selectorForMessage(selector)}, but exactly one must: ${descriptions.join('; ')}${rest}.`;
  return new HandsetError('ambiguous-selector', message, {
    hint: 'Call again with the selector or the ref of the one you mean.',
    selectors: listed.map((each) => each.selector),
  });
}

/** A selector as printed in messages: on one line, truncated if long. */
export function selectorForMessage(selector: Selector): string {
  const text = printSelector(selector);
  return text.length <= maxShownSelectorLength ? text : `${text.slice(0, maxShownSelectorLength)}…`;
}

/**
 * A short description of an element on one line, `e7 Button "OK"`, with its text or
 * else its description, truncated and escaped; never the text of a password field. An element
 * without either is described by the first text inside it: `e9 CardView with "Groceries"`.
 */
function describeElement(element: Element, nameOf: ElementNamer): string {
  const type = simpleClassName(element.className) || 'View';
  return `${nameOf(element)} ${type}${quotedLabel(element)}`;
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
