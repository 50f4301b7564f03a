/** Rules 2 and 3: pairs elements by a unique resource id, or by their position among recognised siblings. */
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
 * Pairs the remaining children by kind and position: those that are the only ones of their kind, then
 * those at the position where the recognised siblings' movement would put them, then those that are
 * the only ones of their kind between two paired siblings. Pairs with different labels are deferred.
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
 * Whether two nodes of one kind at one position may be the same. Of a clipped row perhaps only the
 * end is visible, which other rows share; then some siblings must have been recognised.
 */
function isAlike({ before, after }: NodePair, { anchors }: Family): boolean {
  if (before.whole === after.whole || before.words + after.words === 0) return true;
  if (before.title !== 0 && before.title === after.title) return true;
  const isEnd = before.words !== after.words && before.lastLabel === after.lastLabel;
  return isEnd && before.label === 0 && anchors.length > 0;
}

/** Pairs the only ones of their kind; certain if they have a resource id or are mere layouts. */
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
 * Pairs nodes at the position where the movement of an adjacent anchor would put them: first those
 * with equal labels, then those that may be the same. A clipped row keeps its other edge.
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

/** Pairs the only ones of their kind between the same two paired siblings. */
function joinInGaps(family: Family, settle: (pair: NodePair) => void): void {
  const gaps = new Map([...gapsOf(family.before, family), ...gapsOf(family.after, family)]);
  const gapOf = (node: Node): string | undefined => gaps.get(node);
  const pairs = uniquePairs(family.before.children, family.after.children, gapOf);
  for (const pair of pairs) settle(pair);
}

/** A key for each unpaired child: its kind and the paired siblings around it, identified by their index on the first screen. */
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

/** Pairs unlabelled children in order, where both screens have the same number of a kind. */
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
