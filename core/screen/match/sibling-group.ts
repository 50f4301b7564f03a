import type { Point, Rect } from '../../geometry.ts';
import {
  type MatchNode,
  type NodePair,
  isRecognised,
  isSameSize,
  moveOf,
  hasLabel,
} from './nodes.ts';

/** A pair of matched elements whose children are to be paired. */
export interface SiblingGroup extends NodePair {
  /** Whether the children are rows of a list. */
  readonly isInList: boolean;
  /** The bounds of the nearest scrollable ancestor on both screens. */
  readonly scrollableBounds: ScrollableBounds | undefined;
  /** The children that were recognised by their labels. */
  readonly anchors: NodePair[];
  /** Children at the same position with different labels: the same element with a new text, or another one. */
  readonly deferredPairs: NodePair[];
  /** All nodes of the deferred pairs, from both screens. */
  readonly deferredNodes: Set<MatchNode>;
}

/** The bounds of a scrollable on both screens. */
export interface ScrollableBounds {
  readonly before: Rect;
  readonly after: Rect;
}

/** A group for this pair, with no children paired yet. */
export function createSiblingGroup(
  { before, after }: NodePair,
  scrollableBounds: ScrollableBounds | undefined,
): SiblingGroup {
  return {
    before,
    after,
    isInList: before.isList || after.isList,
    scrollableBounds,
    anchors: [],
    deferredPairs: [],
    deferredNodes: new Set(),
  };
}

/** Defers a pair that may be the same; all deferred pairs of a group are decided together. */
export function deferPair(group: SiblingGroup, pair: NodePair): void {
  group.deferredPairs.push(pair);
  group.deferredNodes.add(pair.before).add(pair.after);
}

/** The children that have no partner and are not deferred. */
export function unpairedChildren(parent: MatchNode, { deferredNodes }: SiblingGroup): MatchNode[] {
  return parent.children.filter(
    (child) => child.partner === undefined && !deferredNodes.has(child),
  );
}

/**
 * Whether position alone identifies the children: most labelled children were recognised or, with at
 * most one labelled child, the parent was.
 */
export function isPositionReliable({ before, after, anchors }: SiblingGroup): boolean {
  const counts = [before, after].map(({ children }) => children.filter(hasLabel).length);
  const labelledCount = Math.max(...counts);
  return anchors.length > 0
    ? anchors.length * 2 >= labelledCount
    : labelledCount <= 1 && isRecognised(before);
}

/** Returns, for a child of the screen before, the nearest anchors before and after it that pass the filter. */
function anchorsAround(
  { before: { children }, anchors }: SiblingGroup,
  pick: (pair: NodePair) => boolean = () => true,
): (node: MatchNode) => readonly [previous: NodePair | undefined, next: NodePair | undefined] {
  const picked = new Map(anchors.filter(pick).map((pair) => [pair.before, pair]));
  const previous: (NodePair | undefined)[] = [];
  const next: (NodePair | undefined)[] = [];
  let last: NodePair | undefined;
  for (const node of children) {
    previous.push(last);
    last = picked.get(node) ?? last;
  }
  last = undefined;
  for (const node of children.toReversed()) {
    next.push(last);
    last = picked.get(node) ?? last;
  }
  next.reverse();
  return ({ index }) => [previous[index], next[index]];
}

/**
 * How the anchors on both sides of a child moved, the nearer one first; without anchors, how the
 * parent moved. Anchors whose size changed are ignored.
 */
export function adjacentMoves(group: SiblingGroup): (node: MatchNode) => readonly Point[] {
  const around = anchorsAround(group, isSameSize);
  const own = [moveOf(group)];
  return (node) => {
    const [previous, next] = around(node);
    if (!previous || !next) {
      const only = previous ?? next;
      return only ? [moveOf(only)] : own;
    }
    const isNext = next.before.index - node.index < node.index - previous.before.index;
    return (isNext ? [next, previous] : [previous, next]).map(moveOf);
  };
}

/** Returns a test of whether two children are between the same anchors. */
export function createOrderTest(group: SiblingGroup): (pair: NodePair) => boolean {
  const around = anchorsAround(group);
  return ({ before, after }) => {
    const [previous, next] = around(before);
    const isAfter = previous === undefined || previous.after.index < after.index;
    return isAfter && (next === undefined || after.index < next.after.index);
  };
}
