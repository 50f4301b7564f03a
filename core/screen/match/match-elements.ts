/**
 * Which elements of one screen are which of another: the one answer for ids that are followed, for
 * what has changed, for the field that was typed into and for lists that were scrolled.
 *
 * Nothing is taken from the ids: they hash bounds, and a row inherits its neighbour's when a list is
 * scrolled by exactly one. From the roots down, the children of two that are the same are paired,
 * each by the first of these rules that holds:
 *
 * 1. Words (`by-words.ts`): class, resource id and package agree, and what they say, or most of it;
 *    wherever they stand among their siblings. A field says its hint, not what it holds.
 * 2. Name (`by-place.ts`): outside of lists, the only ones of their class and resource id.
 * 3. Neighbours (`by-place.ts`): they stand where they must if they moved as the recognised siblings
 *    next to them did. Other words in such a place are changed words if most of what speaks around
 *    it was recognised, in a list most of what is made like it; else other elements.
 * 4. Words again: several that say the same, in their order.
 * 5. What is left over and says the same, or has the same name, once on each side, was carried to
 *    another parent.
 *
 * No rule compares every element with every other: all go through tables.
 */
import type { Element } from '../screen.ts';
import { joinByPlace } from './by-place.ts';
import { type SharedWords, joinByWords, shareWords } from './by-words.ts';
import { type Family, type Window, createFamily, freeChildren, orderOf } from './family.ts';
import {
  type Node,
  type NodePair,
  type Nodes,
  createNodes,
  createNumbering,
  groupBy,
  isRecognised,
  join,
  speaks,
  uniquePairs,
} from './nodes.ts';

/** Both screens with the partners of all elements that are on both. */
export interface Match {
  readonly before: Nodes;
  readonly after: Nodes;
}

/** Matches two screens, each given by its roots. Linear in the elements. */
export function matchElements(before: readonly Element[], after: readonly Element[]): Match {
  const numbering = createNumbering();
  const match = { before: createNodes(before, numbering), after: createNodes(after, numbering) };
  // Screens that say the same need no more than their order.
  let words: SharedWords | undefined;
  const shared = (): SharedWords => (words ??= shareWords(match.before, match.after));
  const tops = { before: match.before.top, after: match.after.top };
  join(tops, 'place');
  joinWithin(tops, shared);
  joinCarried(match, shared);
  return match;
}

/** Pairs all that is inside of two that are the same. */
function joinWithin(top: NodePair, shared: () => SharedWords): void {
  const open: { readonly pair: NodePair; readonly around: Window | undefined }[] = [
    { pair: top, around: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { before, after } = next.pair;
    const scrolls = before.element.scrollable || after.element.scrollable;
    const window = scrolls
      ? { before: before.element.bounds, after: after.element.bounds }
      : next.around;
    if (before.whole === after.whole) joinInOrder(next.pair);
    else joinChildren(createFamily(next.pair, window), shared);
    for (const child of before.children) {
      if (child.children.length === 0 || child.partner?.parent !== after) continue;
      open.push({ pair: { before: child, after: child.partner }, around: window });
    }
  }
}

/** Two that say the same in the same shape: part by part. */
function joinInOrder({ before, after }: NodePair): void {
  const silent = !isRecognised(before) ? 'place' : speaks(before) ? 'words' : 'neighbours';
  before.children.forEach((child, i) => {
    const other = after.children[i];
    if (!other || child.partner || other.partner) return;
    join({ before: child, after: other }, speaks(child) ? 'words' : silent);
  });
}

function joinChildren(family: Family, shared: () => SharedWords): void {
  if (family.before.children.length === 0 || family.after.children.length === 0) return;
  const unsure = joinByWords(family, shared());
  joinByPlace(family);
  const isInOrder = unsure.length > 0 ? orderOf(family) : () => false;
  for (const pair of unsure) if (isFree(pair) && isInOrder(pair)) join(pair, 'words');
  joinDoubtful(family);
  joinEquals(family);
}

function isFree({ before, after }: NodePair): boolean {
  return before.partner === undefined && after.partner === undefined;
}

/**
 * What says something else in its place is the same if most of what speaks around it was
 * recognised; in a list, most of what is made like it.
 */
function joinDoubtful(family: Family): void {
  const { anchors, inList } = family;
  const doubtful = family.doubtful.filter(isFree);
  const known = countKinds(anchors);
  const unsure = countKinds(doubtful);
  const isKnown = ({ before: { kind } }: NodePair): boolean =>
    (known.get(kind) ?? 0) >= (unsure.get(kind) ?? 0) || anchors.length >= 2 * doubtful.length;
  const all = anchors.length > 0 ? anchors.length >= doubtful.length : isAlone(family, doubtful);
  for (const pair of doubtful) if (inList ? isKnown(pair) : all) join(pair, 'neighbours');
  family.doubted.clear();
}

/** Whether a single child speaks, in a family that was recognised itself. */
function isAlone({ before, after }: Family, doubtful: readonly NodePair[]): boolean {
  const [only] = doubtful;
  if (only === undefined || doubtful.length > 1 || !isRecognised(before)) return false;
  return [...before.children, ...after.children].every(
    (child) => !speaks(child) || child === only.before || child === only.after,
  );
}

function countKinds(pairs: readonly NodePair[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { before } of pairs) counts.set(before.kind, (counts.get(before.kind) ?? 0) + 1);
  return counts;
}

/** Several that say the same, in their order; in a list only where nothing tells how it moved. */
function joinEquals(family: Family): void {
  if (family.inList && family.anchors.length > 0) return;
  const others = groupBy(
    freeChildren(family.after, family).filter(speaks).reverse(),
    ({ whole }) => whole,
  );
  for (const before of freeChildren(family.before, family).filter(speaks)) {
    const after = others.get(before.whole)?.pop();
    if (after !== undefined) join({ before, after }, 'neighbours');
  }
}

/**
 * Finds what was carried to another parent, such as a page that got a frame around it, the larger
 * first. Parts of rows that are gone are not looked for: what they say is said by other rows too.
 */
function joinCarried({ before, after }: Match, shared: () => SharedWords): void {
  const left = [leftOver(before), leftOver(after)] as const;
  const pairs = [...uniquePairs(...left, wordsKey), ...uniquePairs(...left, nameKey)];
  for (const pair of pairs.sort((a, b) => a.before.order - b.before.order)) {
    if (!isFree(pair)) continue;
    // Both in their old families: one is gone and another has come.
    if (pair.before.parent?.partner && pair.after.parent?.partner) continue;
    join(pair, 'words');
    joinWithin(pair, shared);
  }
}

/** The nodes without a partner, except for what is inside of such rows. */
function leftOver({ all }: Nodes): Node[] {
  const inRow = new Set<Node>();
  return all.filter((node) => {
    const { parent } = node;
    if (parent && parent.partner === undefined && (parent.isRow || inRow.has(parent))) {
      inRow.add(node);
    }
    return node.partner === undefined && !inRow.has(node);
  });
}

function wordsKey(node: Node): number | undefined {
  return speaks(node) ? node.whole : undefined;
}

function nameKey({ kind, isRow, element }: Node): number | undefined {
  return element.resourceId !== '' && !isRow ? kind : undefined;
}
