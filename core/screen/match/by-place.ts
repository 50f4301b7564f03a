/** Second rule: what has a name of its own, or stands where it must among what was recognised. */
import type { Point } from '../../geometry.ts';
import {
  type Family,
  doubt,
  freeChildren,
  isPlaceKnown,
  neighbourMoves,
  orderOf,
} from './family.ts';
import { type Node, type NodePair, groupBy, join, speaks, uniquePairs } from './nodes.ts';

/**
 * Pairs what is left by kind and place: the only one of its kind, then what stands where it must
 * stand after having moved as its recognised siblings have, then what is alone of its kind between
 * two of these. What says something else there is put aside.
 */
export function joinByPlace(family: Family): void {
  const isKnown = isPlaceKnown(family);
  const settle = (pair: NodePair): void => {
    if (!isAlike(pair, family)) doubt(family, pair);
    else join(pair, speaks(pair.before) || isKnown ? 'neighbours' : 'place');
  };
  if (!family.inList) joinSingles(family, isKnown, settle);
  joinMoved(family, settle);
  if (family.inList || !hasFree(family)) return;
  joinInGaps(family, settle);
  joinSilent(family, isKnown);
}

/**
 * Whether nothing contradicts that two of a kind in one place are the same. Of a row that an edge
 * cuts off only the end may be left, which other rows have, too: then siblings must be known.
 */
function isAlike({ before, after }: NodePair, { anchors }: Family): boolean {
  if (before.whole === after.whole || before.words + after.words === 0) return true;
  if (before.title !== 0 && before.title === after.title) return true;
  const isEnd = before.words !== after.words && before.lastLabel === after.lastLabel;
  return isEnd && before.label === 0 && anchors.length > 0;
}

/** The only ones of their kind: known where they have a name, or are nothing but structure. */
function joinSingles(
  { before, after, doubted }: Family,
  isKnown: boolean,
  settle: (pair: NodePair) => void,
): void {
  for (const pair of uniquePairs(before.children, after.children, ({ kind }) => kind)) {
    if (pair.before.partner || pair.after.partner || doubted.has(pair.before)) continue;
    if (pair.before.element.resourceId !== '') join(pair, 'name');
    else if (isStructure(pair.before) && isStructure(pair.after)) {
      join(pair, isKnown ? 'neighbours' : 'place');
    } else settle(pair);
  }
}

function isStructure({ children, element }: Node): boolean {
  return children.length > 0 && !element.clickable && !element.checkable;
}

function hasFree({ before, after }: Family): boolean {
  const isFree = ({ partner }: Node): boolean => partner === undefined;
  return before.children.some(isFree) && after.children.some(isFree);
}

type Edge = 'top' | 'bottom';

/**
 * What stands where it would after having moved as a neighbour has: first what says the same, then
 * what may. A row that an edge cuts off keeps its other edge.
 */
function joinMoved(family: Family, settle: (pair: NodePair) => void): void {
  if (!hasFree(family)) return;
  const movesOf = neighbourMoves(family);
  const isInOrder = family.inList ? orderOf(family) : () => true;
  const isEqual = ({ before, after }: NodePair): boolean => before.whole === after.whole;
  const mayBe = (pair: NodePair): boolean => isInOrder(pair) && isAlike(pair, family);
  const steps: readonly (readonly [Edge, (pair: NodePair) => boolean])[] = [
    ['top', isEqual],
    ['top', mayBe],
    ['bottom', mayBe],
    ['top', isInOrder],
  ];
  for (const [edge, accepts] of family.inList ? steps : steps.slice(-1)) {
    for (const nearer of [0, 1]) {
      const others = new Map(
        freeChildren(family.after, family).map((node) => [placeKey(node, edge), node]),
      );
      for (const before of others.size === 0 ? [] : freeChildren(family.before, family)) {
        const move = movesOf(before)[nearer];
        const key = move && placeKey(before, edge, move);
        const after = key === undefined ? undefined : others.get(key);
        if (key === undefined || after === undefined || !accepts({ before, after })) continue;
        others.delete(key);
        settle({ before, after });
      }
    }
  }
}

function placeKey({ kind, element }: Node, edge: Edge, move: Point = { x: 0, y: 0 }): string {
  return `${kind}|${element.bounds.left + move.x}|${element.bounds[edge] + move.y}`;
}

/** The only ones of their kind between the same two siblings. */
function joinInGaps(family: Family, settle: (pair: NodePair) => void): void {
  const gaps = new Map([...gapsOf(family.before, family), ...gapsOf(family.after, family)]);
  const gapOf = (node: Node): string | undefined => gaps.get(node);
  const pairs = uniquePairs(family.before.children, family.after.children, gapOf);
  for (const pair of pairs) settle(pair);
}

/** Of the free children their kinds and the paired siblings around them, which both screens name by their places on the first. */
function gapsOf(parent: Node, family: Family): Map<Node, string> {
  const free = new Set(freeChildren(parent, family));
  const pairedAround = (children: readonly Node[]): number[] => {
    let last = -1;
    return children.map((node) => {
      const around = last;
      if (node.partner) last = (parent === family.before ? node : node.partner).index;
      return around;
    });
  };
  const { children } = parent;
  const previous = pairedAround(children);
  const next = pairedAround(children.toReversed()).reverse();
  return new Map(
    children.flatMap((node, i) =>
      free.has(node) ? [[node, `${node.kind}|${previous[i]}|${next[i]}`]] : [],
    ),
  );
}

/** What says nothing, in its order, where there are as many of a kind as there were. */
function joinSilent(family: Family, isKnown: boolean): void {
  const silent = (parent: Node): Map<number, Node[]> =>
    groupBy(
      freeChildren(parent, family).filter((node) => !speaks(node)),
      ({ kind }) => kind,
    );
  const others = silent(family.after);
  for (const [kind, nodes] of silent(family.before)) {
    const partners = others.get(kind) ?? [];
    if (partners.length !== nodes.length) continue;
    for (const [i, before] of nodes.entries()) {
      const after = partners[i];
      if (after) join({ before, after }, isKnown ? 'neighbours' : 'place');
    }
  }
}
