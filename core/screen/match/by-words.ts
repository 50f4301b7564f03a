/** Rule 1: pairs elements with the same labels, wherever they are among their siblings. */
import type { Rect } from '../../geometry.ts';
import type { Family } from './family.ts';
import { type Node, type NodePair, type Nodes, join, uniquePairs } from './nodes.ts';

/** For each pair of nodes, the labels inside both that are unique on each screen. */
export interface SharedWords {
  /** How many labels are inside both nodes and nowhere else on either screen. */
  count(pair: NodePair): number;
  /** The pairs of their children that share at least one such label. */
  childrenOf(pair: NodePair): readonly NodePair[];
}

type Counted = NodePair & { count: number };

/**
 * Finds the labels that are unique on both screens and counts each for all pairs of ancestors of the
 * same kind. Linear in the number of elements: counts are merged level by level.
 */
export function shareWords(before: Nodes, after: Nodes): SharedWords {
  const pairs = new Map<number, Counted>();
  const children = new Map<number, NodePair[]>();
  const levels: Counted[][] = [];
  const keyOf = (pair: NodePair): number => pair.before.order * after.all.length + pair.after.order;

  const add = (pair: NodePair, count: number): void => {
    const key = keyOf(pair);
    const known = pairs.get(key);
    if (known !== undefined) {
      known.count += count;
      return;
    }
    const counted = { ...pair, count };
    pairs.set(key, counted);
    (levels[pair.before.depth] ??= []).push(counted);
  };

  const labelOf = ({ label }: Node): number | undefined => (label === 0 ? undefined : label);
  for (const pair of uniquePairs(before.all, after.all, labelOf)) add(pair, 1);
  // Deepest level first, so that a count is complete before it is added to the parents.
  for (let depth = levels.length - 1; depth > 0; depth--) {
    for (const pair of levels[depth] ?? []) {
      const { parent } = pair.before;
      const other = pair.after.parent;
      if (parent === undefined || other === undefined || parent.kind !== other.kind) continue;
      const around = { before: parent, after: other };
      add(around, pair.count);
      const siblings = children.get(keyOf(around));
      if (siblings === undefined) children.set(keyOf(around), [pair]);
      else siblings.push(pair);
    }
  }
  return {
    count: (pair) => pairs.get(keyOf(pair))?.count ?? 0,
    childrenOf: (pair) => children.get(keyOf(pair)) ?? [],
  };
}

/**
 * Pairs the children whose labels agree, or mostly agree: these are the anchors of the group.
 * Returns the pairs that may only be used after matching by position and in order: clipped rows of
 * scrollables, some of whose labels are not visible.
 */
export function joinByWords(family: Family, shared: SharedWords): readonly NodePair[] {
  const { before, after, inList } = family;
  const candidates = [
    ...shared.childrenOf(family).filter((pair) => isLikely(pair, { inList, shared })),
    // In a list, only nodes with a unique label.
    ...uniquePairs(before.children, after.children, (node) =>
      node.words > 0 ? node.whole : undefined,
    )
      .filter((pair) => !inList || (pair.before.title !== 0 && pair.after.title !== 0))
      .filter((pair) => shared.count(pair) === 0),
  ];
  const pairs = chooseBest(candidates, shared);
  const isCut = cutOff(pairs, family);
  const unsure: NodePair[] = [];
  for (const pair of pairs) {
    if (isCut(pair)) unsure.push(pair);
    else {
      join(pair, 'words');
      family.anchors.push(pair);
    }
  }
  return unsure;
}

/** Rows of one layout share labels that identify nothing; the first unique label must agree, or most labels. */
function isLikely(
  pair: NodePair,
  { inList, shared }: { readonly inList: boolean; readonly shared: SharedWords },
): boolean {
  const { before, after } = pair;
  if (!before.isRow && !after.isRow) return true;
  if (before.title === after.title && before.title !== 0) return true;
  const count = shared.count(pair);
  const words = Math.min(before.words, after.words);
  return inList ? count * 4 >= words * 3 : count >= 2 && count * 2 >= words;
}

/** Chooses pairs with the most shared labels first, then those with the smallest change of index; each node once. */
function chooseBest(candidates: readonly NodePair[], shared: SharedWords): NodePair[] {
  const taken = new Set<Node>();
  const rated = candidates.map((pair) => ({
    pair,
    weight: pair.before.whole === pair.after.whole ? Number.MAX_VALUE : shared.count(pair),
    shift: Math.abs(pair.before.index - pair.after.index),
  }));
  rated.sort((a, b) => b.weight - a.weight || a.shift - b.shift);
  return rated.flatMap(({ pair }) => {
    if (taken.has(pair.before) || taken.has(pair.after)) return [];
    taken.add(pair.before).add(pair.after);
    return [pair];
  });
}

/** Returns a test of whether the edge of the scrollable may hide some labels of a pair. */
function cutOff(pairs: readonly NodePair[], { window }: Family): (pair: NodePair) => boolean {
  if (window === undefined) return () => false;
  // The number of labels that a node of each kind has when it is complete.
  const most = new Map<number, number>();
  for (const { before, after } of pairs) {
    const words = Math.min(before.words, after.words);
    most.set(before.kind, Math.max(words, most.get(before.kind) ?? 0));
  }
  const isCut = (node: Node, edges: Rect, full: number): boolean =>
    node.words < full && isAtEdge(node.element.bounds, edges);
  return ({ before, after }) => {
    const full = most.get(before.kind) ?? 0;
    return isCut(before, window.before, full) || isCut(after, window.after, full);
  };
}

/** Whether it reaches one edge of the window but not the opposite one. */
function isAtEdge({ left, top, right, bottom }: Rect, window: Rect): boolean {
  return (
    top <= window.top !== bottom >= window.bottom || left <= window.left !== right >= window.right
  );
}
