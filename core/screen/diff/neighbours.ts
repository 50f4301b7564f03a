import type { Point } from '../../geometry.ts';
import { type Family, moveOf } from './family.ts';
import type { Node } from './node.ts';
import type { NodePair } from './shared-words.ts';

/** For each child of the screen before the recognised siblings next to it, by `pick`. */
function nearest(
  family: Family,
  pick: (pair: NodePair) => boolean = () => true,
): (node: Node) => readonly [previous: NodePair | undefined, next: NodePair | undefined] {
  const { children } = family.before;
  const anchors = new Map(family.anchors.filter(pick).map((pair) => [pair.before, pair]));
  const previous: (NodePair | undefined)[] = [];
  const next: (NodePair | undefined)[] = [];
  let last: NodePair | undefined;
  for (const [i, node] of children.entries()) {
    previous[i] = last;
    last = anchors.get(node) ?? last;
  }
  last = undefined;
  for (let i = children.length - 1; i >= 0; i--) {
    const node = children[i];
    next[i] = last;
    last = (node && anchors.get(node)) ?? last;
  }
  return ({ index }) => [previous[index], next[index]];
}

/**
 * How the recognised siblings on both sides of a child have moved, the nearer one first; as the
 * family has where there are none. What is of another size now does not tell.
 */
export function neighbourMoves(family: Family): (node: Node) => readonly Point[] {
  const around = nearest(family, isOfSameSize);
  const own = [moveOf(family)];
  return (node) => {
    const [previous, next] = around(node);
    if (!previous || !next) {
      const only = previous ?? next;
      return only ? [moveOf(only)] : own;
    }
    const isNext = next.before.index - node.index < node.index - previous.before.index;
    const both = isNext ? [next, previous] : [previous, next];
    return both.map(moveOf);
  };
}

function isOfSameSize({ before, after }: NodePair): boolean {
  const a = before.element.bounds;
  const b = after.element.bounds;
  return a.right - a.left === b.right - b.left && a.bottom - a.top === b.bottom - b.top;
}

/** Tells of two children whether they stand between the same recognised siblings. */
export function orderOf(family: Family): (pair: NodePair) => boolean {
  const around = nearest(family);
  return ({ before, after }) => {
    const [previous, next] = around(before);
    const isAfter = previous === undefined || previous.after.index < after.index;
    return isAfter && (next === undefined || after.index < next.after.index);
  };
}
