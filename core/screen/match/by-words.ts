/** Rule 1: pairs elements with the same labels, wherever they are among their siblings. */
import type { Rect } from '../../geometry.ts';
import type { SiblingGroup } from './family.ts';
import {
  type MatchNode,
  type NodePair,
  type MatchNodes,
  setPartners,
  uniquePairs,
} from './nodes.ts';

/** For each pair of nodes, the labels inside both that are unique on each screen. */
export interface SharedLabels {
  /** How many labels are inside both nodes and nowhere else on either screen. */
  count(pair: NodePair): number;
  /** The pairs of their children that share at least one such label. */
  childrenOf(pair: NodePair): readonly NodePair[];
}

type CountedPair = NodePair & { count: number };

/**
 * Finds the labels that are unique on both screens and counts each for all pairs of ancestors of the
 * same kind. Linear in the number of elements: counts are merged level by level.
 */
export function countSharedLabels(before: MatchNodes, after: MatchNodes): SharedLabels {
  const pairs = new Map<number, CountedPair>();
  const children = new Map<number, NodePair[]>();
  const levels: CountedPair[][] = [];
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

  const labelOf = ({ label }: MatchNode): number | undefined => (label === 0 ? undefined : label);
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
export function pairByLabel(group: SiblingGroup, shared: SharedLabels): readonly NodePair[] {
  const { before, after, isInList } = group;
  const candidates = [
    ...shared.childrenOf(group).filter((pair) => isLikely(pair, { isInList, shared })),
    // In a list, only nodes with a unique label.
    ...uniquePairs(before.children, after.children, (node) =>
      node.labelCount > 0 ? node.subtreeKey : undefined,
    )
      .filter(
        (pair) =>
          !isInList || (pair.before.firstUniqueLabel !== 0 && pair.after.firstUniqueLabel !== 0),
      )
      .filter((pair) => shared.count(pair) === 0),
  ];
  const pairs = chooseBest(candidates, shared);
  const isClipped = createClippingTest(pairs, group);
  const clippedPairs: NodePair[] = [];
  for (const pair of pairs) {
    if (isClipped(pair)) clippedPairs.push(pair);
    else {
      setPartners(pair, 'words');
      group.anchors.push(pair);
    }
  }
  return clippedPairs;
}

/** Rows of one layout share labels that identify nothing; the first unique label must agree, or most labels. */
function isLikely(
  pair: NodePair,
  { isInList, shared }: { readonly isInList: boolean; readonly shared: SharedLabels },
): boolean {
  const { before, after } = pair;
  if (!before.isRow && !after.isRow) return true;
  if (before.firstUniqueLabel === after.firstUniqueLabel && before.firstUniqueLabel !== 0)
    return true;
  const count = shared.count(pair);
  const labelCount = Math.min(before.labelCount, after.labelCount);
  return isInList ? count * 4 >= labelCount * 3 : count >= 2 && count * 2 >= labelCount;
}

/** Chooses pairs with the most shared labels first, then those with the smallest change of index; each node once. */
function chooseBest(candidates: readonly NodePair[], shared: SharedLabels): NodePair[] {
  const usedNodes = new Set<MatchNode>();
  const rated = candidates.map((pair) => ({
    pair,
    weight:
      pair.before.subtreeKey === pair.after.subtreeKey ? Number.MAX_VALUE : shared.count(pair),
    shift: Math.abs(pair.before.index - pair.after.index),
  }));
  rated.sort((a, b) => b.weight - a.weight || a.shift - b.shift);
  return rated.flatMap(({ pair }) => {
    if (usedNodes.has(pair.before) || usedNodes.has(pair.after)) return [];
    usedNodes.add(pair.before).add(pair.after);
    return [pair];
  });
}

/** Returns a test of whether the edge of the scrollable may hide some labels of a pair. */
function createClippingTest(
  pairs: readonly NodePair[],
  { scrollableBounds }: SiblingGroup,
): (pair: NodePair) => boolean {
  if (scrollableBounds === undefined) return () => false;
  // The number of labels that a node of each kind has when it is complete.
  const maxLabelCounts = new Map<number, number>();
  for (const { before, after } of pairs) {
    const labelCount = Math.min(before.labelCount, after.labelCount);
    maxLabelCounts.set(before.kind, Math.max(labelCount, maxLabelCounts.get(before.kind) ?? 0));
  }
  const isClipped = (node: MatchNode, edges: Rect, fullCount: number): boolean =>
    node.labelCount < fullCount && isAtEdge(node.element.bounds, edges);
  return ({ before, after }) => {
    const fullCount = maxLabelCounts.get(before.kind) ?? 0;
    return (
      isClipped(before, scrollableBounds.before, fullCount) ||
      isClipped(after, scrollableBounds.after, fullCount)
    );
  };
}

/** Whether it reaches one edge of the window but not the opposite one. */
function isAtEdge({ left, top, right, bottom }: Rect, viewport: Rect): boolean {
  return (
    top <= viewport.top !== bottom >= viewport.bottom ||
    left <= viewport.left !== right >= viewport.right
  );
}
