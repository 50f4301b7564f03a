/**
 * Following an element from one screen to another. Ids can't: they hash bounds, so scrolling, a
 * keyboard or a rotation renames what moved, and a row may even inherit the id of its neighbour.
 *
 * What must agree: class, package and resource id; then what the element says. Rows made from one
 * template share everything but their words, so other words are another row. A field is not known
 * by what it holds, and something that scrolls not by what it shows at the moment.
 *
 * What decides between several that agree, in this order:
 * 1. the row it stands in and the words before and after it (`strengthOf`);
 * 2. the index path and the bounds, where they mean something: outside of lists, or in a list that
 *    shows the same words as before.
 *
 * Two that are equally good are no answer, and neither is one that agrees in nothing but its kind.
 */
import type { Rect } from '../geometry.ts';
import { ancestorsOf } from './ancestors.ts';
import { surroundingsIn, type Surroundings } from './surroundings.ts';
import { type Element, walk } from './screen.ts';
import { labelOf, overlap, wordsOf } from './words.ts';

/** Candidates that say the same; where there are more, nobody can tell them apart. */
const maxAlike = 300;

/** An element and the screen it was seen on. */
export interface Seen {
  readonly element: Element;
  readonly roots: readonly Element[];
}

/** The element of `roots` that is the one seen earlier; undefined when none is, or none for sure. */
export function matchElement(seen: Seen, roots: readonly Element[]): Element | undefined {
  if (roots === seen.roots) return seen.element;
  const kin = [...walk(roots)].filter((candidate) => sameKind(seen.element, candidate));
  const agreement = agreementWith(seen.element);
  const alike = kin
    .map((element) => ({ element, agreement: agreement(element) }))
    .filter((candidate) => candidate.agreement !== 'none');
  if (alike.length === 0) return sameWidget(seen, roots, kin);
  if (alike.length > maxAlike) return undefined;
  const before = surroundingsIn(seen.roots)(seen.element);
  const around = surroundingsIn(roots);
  const rated = alike
    .map((candidate) => ({ ...candidate, now: around(candidate.element) }))
    .filter(({ now }) => !inOtherRow(before, now))
    .map((candidate) => ({ ...candidate, strength: strengthOf(candidate, before) }));
  const most = Math.max(...rated.map(({ strength }) => strength));
  const best = rated.filter(({ strength }) => strength === most);
  const inPlace = best.filter(({ element, now }) =>
    keptPlace(seen.element, element, { before, now }),
  );
  if (best.length !== 1) return inPlace.length === 1 ? inPlace[0]?.element : undefined;
  const isKnown = inPlace.length === 1 || isDistinct(seen, kin.length, { before, strength: most });
  return isKnown ? best[0]?.element : undefined;
}

function sameKind(a: Element, b: Element): boolean {
  return (
    a.className === b.className && a.resourceId === b.resourceId && a.packageName === b.packageName
  );
}

type Agreement = 'all' | 'part' | 'none';

/** How far an element of the same kind says the same as this one. */
function agreementWith(seen: Element): (candidate: Element) => Agreement {
  const words = wordsOf(seen);
  const scrolls = holdsScrolling(seen);
  return (candidate) => {
    const sameLabel = candidate.text === seen.text && candidate.description === seen.description;
    if (!seen.editable && !scrolls && !sameLabel) return 'none';
    if (holdsScrolling(candidate) !== scrolls) return 'none';
    return scrolls ? 'all' : overlap(words, wordsOf(candidate));
  };
}

/** Whether it scrolls, or something in it does: it then shows now this, now that. */
function holdsScrolling(element: Element): boolean {
  for (const part of walk([element])) if (part.scrollable) return true;
  return false;
}

/** Both stand in rows that speak, and the rows say different things. */
function inOtherRow(before: Surroundings, now: Surroundings): boolean {
  if (before.rowWords.length === 0 || now.list === undefined) return false;
  // With a single row in view nothing shows where it begins: then all that is in view counts.
  const words = now.rowWords.length === 0 ? now.listRest() : now.rowWords;
  return words.length > 0 && overlap(before.rowWords, words) === 'none';
}

const points = { all: 4, part: 2, none: 0 } as const;

/** What speaks for a candidate besides its place. */
function strengthOf(
  { agreement, now }: { readonly agreement: Agreement; readonly now: Surroundings },
  before: Surroundings,
): number {
  const row = before.rowWords.length === 0 ? 'none' : overlap(before.rowWords, now.rowWords);
  const wordBefore = isSaid(before.wordBefore, now.wordBefore) ? 2 : 0;
  const wordAfter = isSaid(before.wordAfter, now.wordAfter) ? 1 : 0;
  return points[agreement] + points[row] + wordBefore + wordAfter;
}

function isSaid(a: string, b: string): boolean {
  return a !== '' && a === b;
}

/** Whether it is where it was, in a place that means something. */
function keptPlace(
  a: Element,
  b: Element,
  { before, now }: { readonly before: Surroundings; readonly now: Surroundings },
): boolean {
  const { listWords, list } = before;
  if ((list === undefined) !== (now.list === undefined)) return false;
  if (list === undefined) return a.path === b.path || sameBounds(a.bounds, b.bounds);
  // A list without a word may have moved by exactly one row.
  const isStill = listWords.length > 0 && overlap(listWords, now.listWords) === 'all';
  return isStill && a.path === b.path;
}

function sameBounds(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

/** Whether the only candidate can be known at all. */
function isDistinct(
  seen: Seen,
  kin: number,
  { before, strength }: { readonly before: Surroundings; readonly strength: number },
): boolean {
  const { element } = seen;
  if (before.list === undefined && element.resourceId !== '') return true;
  if (holdsScrolling(element) || element.editable) {
    const kinBefore = [...walk(seen.roots)].filter((other) => sameKind(element, other)).length;
    return (element.resourceId !== '' && kin === 1 && kinBefore === 1) || strength > points.all;
  }
  return labelOf(element) !== '' || wordsOf(element).length > 0 || strength > points.all;
}

/**
 * The same widget with other words on it, such as a button that said Play and says Pause now: the
 * one of its resource id, outside of any list, at the same place in the same layout.
 */
function sameWidget(
  { element, roots: oldRoots }: Seen,
  roots: readonly Element[],
  kin: readonly Element[],
): Element | undefined {
  const [only] = kin;
  if (only === undefined || kin.length > 1) return undefined;
  if (element.resourceId === '' || element.path !== only.path) return undefined;
  const above = ancestorsOf(roots, only);
  const aboveBefore = ancestorsOf(oldRoots, element);
  const sameLayout = above.every((ancestor, i) => {
    const old = aboveBefore[i];
    return old !== undefined && !ancestor.scrollable && sameKind(ancestor, old);
  });
  return sameLayout ? only : undefined;
}
