/**
 * Which elements of two screens are the same. Nothing is taken from the ids: they hash bounds, and
 * a row inherits its neighbour's when a list is scrolled by exactly one.
 *
 * From the roots down, the children of two that are the same are paired: first those that say the
 * same, wherever they stand; then those that have a name of their own; then those that stand where
 * they must, if most around them was recognised. So another text in a known place is a changed
 * text, and a list full of other texts is other rows. At the end, whatever was carried to another
 * parent is looked for.
 *
 * No step compares every element with every other: all go through tables.
 */
import { joinByPlace } from './by-place.ts';
import { joinByWords } from './by-words.ts';
import { type Family, type Window, createFamily, freeChildren, join, windowOf } from './family.ts';
import { joinCarried } from './carried.ts';
import { orderOf } from './neighbours.ts';
import type { Node, Nodes } from './node.ts';
import { type NodePair, type SharedWords, shareWords } from './shared-words.ts';

/** Sets the partners of both screens' nodes. */
export function matchNodes(before: Nodes, after: Nodes): void {
  const shared = shareWords(before, after);
  const tops = { before: before.top, after: after.top };
  join(tops, false);
  joinWithin(tops, shared);
  joinCarried(before, after, (pair) => {
    join(pair, true);
    joinWithin(pair, shared);
  });
}

/** Pairs all that is inside of two that are the same. */
function joinWithin(top: NodePair, shared: SharedWords): void {
  const open: { readonly pair: NodePair; readonly around: Window | undefined }[] = [
    { pair: top, around: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { before, after } = next.pair;
    const window = windowOf(next.pair, next.around);
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
  before.children.forEach((child, i) => {
    const other = after.children[i];
    if (!other || child.partner || other.partner) return;
    join({ before: child, after: other }, child.words > 0 || before.isRecognised);
  });
}

function joinChildren(family: Family, shared: SharedWords): void {
  if (family.before.children.length === 0 || family.after.children.length === 0) return;
  const unsure = joinByWords(family, shared);
  joinByPlace(family);
  const isInOrder = unsure.length > 0 ? orderOf(family) : () => false;
  for (const pair of unsure) if (isFree(pair) && isInOrder(pair)) join(pair, true);
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
  const isKnown = ({ before }: NodePair): boolean =>
    (known.get(before.kind) ?? 0) >= (unsure.get(before.kind) ?? 0) ||
    anchors.length >= 2 * doubtful.length;
  const all = anchors.length > 0 ? anchors.length >= doubtful.length : isAlone(family, doubtful);
  for (const pair of doubtful) {
    if (inList ? isKnown(pair) : all) join(pair, true);
  }
  family.doubted.clear();
}

/** Whether a single child speaks, in a family that was recognised itself. */
function isAlone({ before, after }: Family, doubtful: readonly NodePair[]): boolean {
  const [only] = doubtful;
  if (only === undefined || doubtful.length > 1 || !before.isRecognised) return false;
  const speaks = ({ words }: Node): boolean => words > 0;
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
  const others = new Map<number, Node[]>();
  for (const node of freeChildren(family.after, family).reverse()) {
    if (node.words === 0) continue;
    const equals = others.get(node.whole);
    if (equals === undefined) others.set(node.whole, [node]);
    else equals.push(node);
  }
  for (const before of freeChildren(family.before, family)) {
    const after = before.words > 0 ? others.get(before.whole)?.pop() : undefined;
    if (after !== undefined) join({ before, after }, true);
  }
}
