/**
 * Matches the elements of two screens: for following ids, for diffs, for finding the field that was
 * typed into and for scrolled lists.
 *
 * Element ids are not used: they hash bounds, and a row gets its neighbour's id when a list scrolls
 * by exactly one row. From the roots down, the children of two matched elements are paired, each by
 * the first of these rules that applies:
 *
 * 1. Labels (`pairing-rules.ts`): class, resource id and package agree, and all or most labels, at any
 *    position among the siblings. The label of a field is its hint, not its content.
 * 2. Name (`pairing-rules.ts`): outside of lists, the only ones with their class and resource id.
 * 3. Position (`pairing-rules.ts`): they are where the movement of recognised siblings would put them.
 *    A different label there is a changed text if most labelled siblings were recognised, in a list
 *    most of the same kind; otherwise it is another element.
 * 4. Labels again: several with the same label, in order.
 * 5. Remaining elements with the same labels or resource id, unique on each screen, have been
 *    reparented.
 *
 * No rule compares all pairs of elements: all use lookup tables.
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

/** The nodes of both screens; those on both screens refer to each other as partners. */
export interface Match {
  readonly before: Nodes;
  readonly after: Nodes;
}

/** Matches two screens, given by their roots. Linear in the number of elements. */
export function matchElements(before: readonly Element[], after: readonly Element[]): Match {
  const numbering = createNumbering();
  const match = { before: createNodes(before, numbering), after: createNodes(after, numbering) };
  // Not needed where both screens have the same content.
  let words: SharedWords | undefined;
  const shared = (): SharedWords => (words ??= shareWords(match.before, match.after));
  const tops = { before: match.before.top, after: match.after.top };
  join(tops, 'place');
  joinWithin(tops, shared);
  joinCarried(match, shared);
  return match;
}

/** Pairs the descendants of two matched nodes. */
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

/** Pairs the children of two nodes with the same labels and structure one by one. */
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
 * Pairs deferred children, whose labels differ, if most labelled siblings were recognised; in a list,
 * most of the same kind.
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

/** Whether the deferred pair is the only labelled child of a parent that was recognised. */
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

/** Pairs children with equal labels in order; in a list only if it has no anchors. */
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
 * Pairs reparented nodes, such as a page that got a new layout around it, outermost first. Parts of
 * removed rows are excluded, since other rows have the same labels.
 */
function joinCarried({ before, after }: Match, shared: () => SharedWords): void {
  const left = [leftOver(before), leftOver(after)] as const;
  const pairs = [...uniquePairs(...left, wordsKey), ...uniquePairs(...left, nameKey)];
  for (const pair of pairs.sort((a, b) => a.before.order - b.before.order)) {
    if (!isFree(pair)) continue;
    // Both parents were matched, so one node was removed and another added.
    if (pair.before.parent?.partner && pair.after.parent?.partner) continue;
    join(pair, 'words');
    joinWithin(pair, shared);
  }
}

/** The nodes without a partner, except those inside rows without a partner. */
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
