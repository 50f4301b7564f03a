/** Rules 2 and 3: pairs elements by a unique resource id, or by their position among recognised siblings. */
import type { Point } from '../../geometry.ts';
import {
  type SiblingGroup,
  deferPair,
  unpairedChildren,
  isPositionReliable,
  adjacentMoves,
  createOrderTest,
} from './family.ts';
import {
  type MatchNode,
  type NodePair,
  groupBy,
  setPartners,
  hasLabel,
  uniquePairs,
} from './nodes.ts';

/**
 * Pairs the remaining children by kind and position: those that are the only ones of their kind, then
 * those at the position where the recognised siblings' movement would put them, then those that are
 * the only ones of their kind between two paired siblings. Pairs with different labels are deferred.
 */
export function pairByPosition(group: SiblingGroup): void {
  const isPositionKnown = isPositionReliable(group);
  const pairOrDefer = (pair: NodePair): void => {
    if (!mayBeSame(pair, group)) deferPair(group, pair);
    else setPartners(pair, hasLabel(pair.before) || isPositionKnown ? 'neighbours' : 'place');
  };
  if (!group.isInList) pairOnlyOfKind(group, isPositionKnown, pairOrDefer);
  pairByMovement(group, pairOrDefer);
  if (group.isInList || !hasUnpaired(group)) return;
  pairInGaps(group, pairOrDefer);
  pairUnlabelled(group, isPositionKnown);
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
      setPartners(pair, isPositionKnown ? 'neighbours' : 'place');
    } else pairOrDefer(pair);
  }
}

function isStructure({ children, element }: MatchNode): boolean {
  return children.length > 0 && !element.clickable && !element.checkable;
}

function hasUnpaired({ before, after }: SiblingGroup): boolean {
  const isUnpaired = ({ partner }: MatchNode): boolean => partner === undefined;
  return before.children.some(isUnpaired) && after.children.some(isUnpaired);
}

type Edge = 'top' | 'bottom';

/**
 * Pairs nodes at the position where the movement of an adjacent anchor would put them: first those
 * with equal labels, then those that may be the same. A clipped row keeps its other edge.
 */
function pairByMovement(group: SiblingGroup, pairOrDefer: (pair: NodePair) => void): void {
  if (!hasUnpaired(group)) return;
  const movesOf = adjacentMoves(group);
  const isInOrder = group.isInList ? createOrderTest(group) : () => true;
  const isEqual = ({ before, after }: NodePair): boolean => before.subtreeKey === after.subtreeKey;
  const mayBeInOrder = (pair: NodePair): boolean => isInOrder(pair) && mayBeSame(pair, group);
  const steps: readonly (readonly [Edge, (pair: NodePair) => boolean])[] = [
    ['top', isEqual],
    ['top', mayBeInOrder],
    ['bottom', mayBeInOrder],
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

/** Pairs unlabelled children in order, where both screens have the same number of a kind. */
function pairUnlabelled(group: SiblingGroup, isPositionKnown: boolean): void {
  const unlabelledByKind = (parent: MatchNode): Map<number, MatchNode[]> =>
    groupBy(
      unpairedChildren(parent, group).filter((node) => !hasLabel(node)),
      ({ kind }) => kind,
    );
  const others = unlabelledByKind(group.after);
  for (const [kind, nodes] of unlabelledByKind(group.before)) {
    const partners = others.get(kind) ?? [];
    if (partners.length !== nodes.length) continue;
    for (const [i, before] of nodes.entries()) {
      const after = partners[i];
      if (after) setPartners({ before, after }, isPositionKnown ? 'neighbours' : 'place');
    }
  }
}
