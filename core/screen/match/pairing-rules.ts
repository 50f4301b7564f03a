/**
 * The rules that pair elements of two screens, in their order: (1) the same labels, wherever they are
 * among their siblings; (2) a unique resource id; (3) the position among recognised siblings.
 */
import type { Point, Rect } from '../../geometry.ts';
import {
  adjacentMoves,
  createOrderTest,
  deferPair,
  isPositionReliable,
  unpairedChildren,
  type SiblingGroup,
} from './sibling-group.ts';
import {
  hasLabel,
  labelKey,
  setPartners,
  uniquePairs,
  type MatchNode,
  type MatchNodes,
  type NodePair,
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
  const hasUniqueLabel = ({ firstUniqueLabel }: MatchNode): boolean => firstUniqueLabel !== 0;
  const alike = uniquePairs(before.children, after.children, labelKey);
  const candidates = [
    ...shared.childrenOf(group).filter((pair) => isLikely(pair, { isInList, shared })),
    ...alike.filter((pair) => !isInList || [pair.before, pair.after].every(hasUniqueLabel)),
  ];
  const pairs = chooseBest(candidates, shared);
  const isClipped = createClippingTest(pairs, group);
  const clippedPairs: NodePair[] = [];
  for (const pair of pairs) {
    if (isClipped(pair)) clippedPairs.push(pair);
    else {
      setPartners(pair, 'label');
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

/**
 * Pairs the remaining children by kind and position: those that are the only ones of their kind, then
 * those at the position where the recognised siblings' movement would put them, then those that are
 * the only ones of their kind between two paired siblings. Pairs with different labels are deferred.
 */
export function pairByPosition(group: SiblingGroup): void {
  const isPositionKnown = isPositionReliable(group);
  const pairOrDefer = (pair: NodePair): void => {
    if (!mayBeSame(pair, group)) deferPair(group, pair);
    else {
      const isSure =
        hasLabel(pair.before) || (group.isInList ? isNextToAnchor(pair) : isPositionKnown);
      setPartners(pair, isSure ? 'siblings' : 'position');
    }
  };
  if (!group.isInList) pairOnlyOfKind(group, isPositionKnown, pairOrDefer);
  pairByMovement(group, pairOrDefer);
  if (group.isInList || !hasUnpaired(group)) return;
  pairInGaps(group, pairOrDefer);
}

/**
 * Whether two nodes of one kind at one position may be the same. Of a clipped row perhaps only the
 * end is visible, which other rows share; then some siblings must have been recognised.
 */
function mayBeSame({ before, after }: NodePair, { anchors }: SiblingGroup): boolean {
  if (before.subtreeKey === after.subtreeKey || before.labelCount + after.labelCount === 0)
    return true;
  if (before.firstUniqueLabel !== 0 && before.firstUniqueLabel === after.firstUniqueLabel)
    return true;
  const isEnd = before.labelCount !== after.labelCount && before.lastLabel === after.lastLabel;
  return isEnd && before.label === 0 && anchors.length > 0;
}

/** Whether both nodes are next to the same recognised sibling. */
function isNextToAnchor({ before, after }: NodePair): boolean {
  return [-1, 1].some((step) => {
    const beside = before.parent?.children[before.index + step];
    return (
      beside?.pairedBy === 'label' && beside.partner === after.parent?.children[after.index + step]
    );
  });
}

/** Pairs the only ones of their kind; certain if they have a resource id or are mere layouts. */
function pairOnlyOfKind(
  { before, after, deferredNodes }: SiblingGroup,
  isPositionKnown: boolean,
  pairOrDefer: (pair: NodePair) => void,
): void {
  for (const pair of uniquePairs(before.children, after.children, ({ kind }) => kind)) {
    if (pair.before.partner || pair.after.partner || deferredNodes.has(pair.before)) continue;
    if (pair.before.element.resourceId !== '') setPartners(pair, 'name');
    else if (isStructure(pair.before) && isStructure(pair.after)) {
      setPartners(pair, isPositionKnown ? 'siblings' : 'position');
    } else pairOrDefer(pair);
  }
}

function isStructure({ children, element }: MatchNode): boolean {
  return children.length > 0 && !element.clickable && !element.checkable;
}

/** Whether children on both sides have no partner. */
export function hasUnpaired({ before, after }: SiblingGroup): boolean {
  const isUnpaired = ({ partner }: MatchNode): boolean => partner === undefined;
  return before.children.some(isUnpaired) && after.children.some(isUnpaired);
}

type Edge = 'top' | 'bottom';

/**
 * Pairs nodes at the position where the movement of an adjacent anchor would put them. A row that is
 * clipped at the top keeps its lower edge.
 */
function pairByMovement(group: SiblingGroup, pairOrDefer: (pair: NodePair) => void): void {
  if (!hasUnpaired(group)) return;
  const movesOf = adjacentMoves(group);
  const isInOrder = group.isInList ? createOrderTest(group) : () => true;
  const steps: readonly (readonly [Edge, (pair: NodePair) => boolean])[] = [
    ['bottom', (pair) => isInOrder(pair) && mayBeSame(pair, group)],
    ['top', isInOrder],
  ];
  for (const [edge, accepts] of group.isInList ? steps : steps.slice(-1)) {
    for (const anchorRank of [0, 1]) {
      const others = new Map(
        unpairedChildren(group.after, group).map((node) => [positionKey(node, edge), node]),
      );
      for (const before of others.size === 0 ? [] : unpairedChildren(group.before, group)) {
        const move = movesOf(before)[anchorRank];
        const key = move && positionKey(before, edge, move);
        const after = key === undefined ? undefined : others.get(key);
        if (key === undefined || after === undefined || !accepts({ before, after })) continue;
        others.delete(key);
        pairOrDefer({ before, after });
      }
    }
  }
}

function positionKey(
  { kind, element }: MatchNode,
  edge: Edge,
  move: Point = { x: 0, y: 0 },
): string {
  return `${kind}|${element.bounds.left + move.x}|${element.bounds[edge] + move.y}`;
}

/** Pairs the only ones of their kind between the same two paired siblings. */
function pairInGaps(group: SiblingGroup, pairOrDefer: (pair: NodePair) => void): void {
  const gaps = new Map([...gapsOf(group.before, group), ...gapsOf(group.after, group)]);
  const gapOf = (node: MatchNode): string | undefined => gaps.get(node);
  const pairs = uniquePairs(group.before.children, group.after.children, gapOf);
  for (const pair of pairs) pairOrDefer(pair);
}

/** A key for each unpaired child: its kind and the paired siblings around it, identified by their index on the first screen. */
function gapsOf(parent: MatchNode, group: SiblingGroup): Map<MatchNode, string> {
  const unpaired = new Set(unpairedChildren(parent, group));
  const pairedAround = (children: readonly MatchNode[]): number[] => {
    let last = -1;
    return children.map((node) => {
      const around = last;
      if (node.partner) last = (parent === group.before ? node : node.partner).index;
      return around;
    });
  };
  const { children } = parent;
  const previous = pairedAround(children);
  const next = pairedAround(children.toReversed()).reverse();
  return new Map(
    children.flatMap((node, i) =>
      unpaired.has(node) ? [[node, `${node.kind}|${previous[i]}|${next[i]}`]] : [],
    ),
  );
}
