import type { Point, Rect } from '../../geometry.ts';
import { type Node, type NodePair, isRecognised, isSameSize, moveOf, speaks } from './nodes.ts';

/** A pair of matched elements whose children are to be paired. */
export interface Family extends NodePair {
  /** Whether the children are rows of a list. */
  readonly inList: boolean;
  /** The bounds of the nearest scrollable ancestor on both screens. */
  readonly window: Window | undefined;
  /** The children that were recognised by their labels. */
  readonly anchors: NodePair[];
  /** Children at the same position with different labels: the same element with a new text, or another one. */
  readonly doubtful: NodePair[];
  /** All nodes of the deferred pairs, from both screens. */
  readonly doubted: Set<Node>;
}

/** The bounds of a scrollable on both screens. */
export interface Window {
  readonly before: Rect;
  readonly after: Rect;
}

/** A group for this pair, with no children paired yet. */
export function createFamily({ before, after }: NodePair, window: Window | undefined): Family {
  return {
    before,
    after,
    inList: before.isList || after.isList,
    window,
    anchors: [],
    doubtful: [],
    doubted: new Set(),
  };
}

/** Defers a pair that may be the same; all deferred pairs of a group are decided together. */
export function doubt(family: Family, pair: NodePair): void {
  family.doubtful.push(pair);
  family.doubted.add(pair.before).add(pair.after);
}

/** The children that have no partner and are not deferred. */
export function freeChildren(parent: Node, { doubted }: Family): Node[] {
  return parent.children.filter((child) => child.partner === undefined && !doubted.has(child));
}

/**
 * Whether position alone identifies the children: most labelled children were recognised or, with at
 * most one labelled child, the parent was.
 */
export function isPlaceKnown({ before, after, anchors }: Family): boolean {
  const counts = [before, after].map(({ children }) => children.filter(speaks).length);
  const speaking = Math.max(...counts);
  return anchors.length > 0
    ? anchors.length * 2 >= speaking
    : speaking <= 1 && isRecognised(before);
}

/** Returns, for a child of the screen before, the nearest anchors before and after it that pass the filter. */
function anchorsAround(
  { before: { children }, anchors }: Family,
  pick: (pair: NodePair) => boolean = () => true,
): (node: Node) => readonly [previous: NodePair | undefined, next: NodePair | undefined] {
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
export function neighbourMoves(family: Family): (node: Node) => readonly Point[] {
  const around = anchorsAround(family, isSameSize);
  const own = [moveOf(family)];
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
export function orderOf(family: Family): (pair: NodePair) => boolean {
  const around = anchorsAround(family);
  return ({ before, after }) => {
    const [previous, next] = around(before);
    const isAfter = previous === undefined || previous.after.index < after.index;
    return isAfter && (next === undefined || after.index < next.after.index);
  };
}
