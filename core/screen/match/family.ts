import type { Point, Rect } from '../../geometry.ts';
import { type Node, type NodePair, isRecognised, isSameSize, moveOf, speaks } from './nodes.ts';

/** Two elements that are the same, whose children are to be paired. */
export interface Family extends NodePair {
  /** Whether the children come and go as rows do. */
  readonly inList: boolean;
  /** What can be seen of the nearest thing around that scrolls, on both screens. */
  readonly window: Window | undefined;
  /** The children that were recognised by their words. */
  readonly anchors: NodePair[];
  /** Children that stand in the same place and say something else: the same one, or another. */
  readonly doubtful: NodePair[];
  /** Every node of the pairs in `doubtful`, from both screens. */
  readonly doubted: Set<Node>;
}

/** The bounds of what scrolls, on both screens. */
export interface Window {
  readonly before: Rect;
  readonly after: Rect;
}

/** The pair as a family of which no child is paired yet. */
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

/** Puts two aside that may be the same; what is decided of all of them together. */
export function doubt(family: Family, pair: NodePair): void {
  family.doubtful.push(pair);
  family.doubted.add(pair.before).add(pair.after);
}

/** The children that have no partner yet and are not put aside. */
export function freeChildren(parent: Node, { doubted }: Family): Node[] {
  return parent.children.filter((child) => child.partner === undefined && !doubted.has(child));
}

/**
 * Whether what stands in this family's places can be taken for the same without looking at it:
 * where most of what speaks was recognised or, with a single child that speaks, where the family
 * itself was.
 */
export function isPlaceKnown({ before, after, anchors }: Family): boolean {
  const counts = [before, after].map(({ children }) => children.filter(speaks).length);
  const speaking = Math.max(...counts);
  return anchors.length > 0
    ? anchors.length * 2 >= speaking
    : speaking <= 1 && isRecognised(before);
}

/** For each child of the screen before the nearest anchors before and behind it, of those that `pick` takes. */
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
 * How the anchors on both sides of a child have moved, the nearer one first; as the family has
 * where there are none. What is of another size now does not tell.
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

/** Tells of two children whether they stand between the same anchors. */
export function orderOf(family: Family): (pair: NodePair) => boolean {
  const around = anchorsAround(family);
  return ({ before, after }) => {
    const [previous, next] = around(before);
    const isAfter = previous === undefined || previous.after.index < after.index;
    return isAfter && (next === undefined || after.index < next.after.index);
  };
}
