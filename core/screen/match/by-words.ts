/** First rule: what says the same is the same, wherever it stands. */
import type { Rect } from '../../geometry.ts';
import type { Family } from './family.ts';
import { type Node, type NodePair, type Nodes, join, uniquePairs } from './nodes.ts';

/** What both screens say once each, told of everything around it. */
export interface SharedWords {
  /** Labels that stand inside of both and nowhere else on their screens. */
  count(pair: NodePair): number;
  /** The children of both that share any. */
  childrenOf(pair: NodePair): readonly NodePair[];
}

type Counted = NodePair & { count: number };

/**
 * Finds the labels that are unique on both screens and climbs from each on both screens as long as
 * the kinds agree. Linear in the elements: pairs that meet on the way climb as one.
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
  // Level by level from the deepest, so that a pair is complete before it climbs on.
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
 * Pairs the children that say the same, or most of it: these are the anchors of the family.
 * Returns those that are not to be trusted before their place was looked at, and only in their
 * order: in what scrolls, rows that an edge cuts off, of which nobody knows what else they say.
 */
export function joinByWords(family: Family, shared: SharedWords): readonly NodePair[] {
  const { before, after, inList } = family;
  const candidates = [
    ...shared.childrenOf(family).filter((pair) => isLikely(pair, { inList, shared })),
    // In a list, only what says something of its own.
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

/** Rows of a template share words that mean nothing; the first one of their own must agree, or most. */
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

/** The pairs that share most first, then those that kept their place among the siblings; each node once. */
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

/** Tells of a pair whether an edge of the window around it may hide some of its words. */
function cutOff(pairs: readonly NodePair[], { window }: Family): (pair: NodePair) => boolean {
  if (window === undefined) return () => false;
  // How many words the elements of each kind have that are on both screens.
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

/** Whether it reaches one edge of the window and not the one across. */
function isAtEdge({ left, top, right, bottom }: Rect, window: Rect): boolean {
  return (
    top <= window.top !== bottom >= window.bottom || left <= window.left !== right >= window.right
  );
}
