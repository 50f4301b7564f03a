import { type Point, type Rect, intersect, isEmpty } from '../../geometry.ts';
import { type Family, type Window, join } from './family.ts';
import type { Node } from './node.ts';
import type { NodePair, SharedWords } from './shared-words.ts';
import { commonMoves, shifted } from './moves.ts';

interface Candidate extends NodePair {
  readonly weight: number;
}

/**
 * Pairs the children that say the same, or most of it: these are recognised, wherever they stand.
 * Returns those that are not to be trusted before their place was looked at, and only in their order.
 */
export function joinByWords(family: Family, shared: SharedWords): readonly NodePair[] {
  const { before, after } = family;
  const candidates = [
    ...shared.childrenOf(before, after).filter((pair) => isLikely(family, pair, shared)),
    ...uniqueEquals(family).filter((pair) => shared.count(pair.before, pair.after) === 0),
  ].map((pair) => ({ ...pair, weight: weightOf(pair, shared) }));
  const { sure, unsure } = sortOut(chooseBest(candidates), family);
  for (const pair of sure) join(pair, true);
  family.anchors.push(...sure);
  return unsure;
}

/** Rows of a template share words that mean nothing; the first one of their own must agree, or most. */
function isLikely({ inList }: Family, { before, after }: NodePair, shared: SharedWords): boolean {
  if (!before.isRow && !after.isRow) return true;
  if (before.title === after.title && before.title !== 0) return true;
  const count = shared.count(before, after);
  const words = Math.min(before.words, after.words);
  return inList ? count * 4 >= words * 3 : count >= 2 && count * 2 >= words;
}

/** The children that say something, and the same, once on each side; in a list, something of their own. */
function uniqueEquals({ before, after, inList }: Family): NodePair[] {
  const others = uniqueByWhole(after.children);
  return [...uniqueByWhole(before.children)].flatMap(([whole, node]) => {
    const other = others.get(whole);
    if (!node || !other || (inList && (node.title === 0 || other.title === 0))) return [];
    return [{ before: node, after: other }];
  });
}

function uniqueByWhole(nodes: readonly Node[]): Map<number, Node | null> {
  const found = new Map<number, Node | null>();
  for (const node of nodes) {
    if (node.words > 0) found.set(node.whole, found.has(node.whole) ? null : node);
  }
  return found;
}

function weightOf({ before, after }: NodePair, shared: SharedWords): number {
  if (before.whole === after.whole) return Infinity;
  const sameTitle = before.title !== 0 && before.title === after.title ? 3 : 0;
  const sameEnd = before.lastLabel !== 0 && before.lastLabel === after.lastLabel ? 1 : 0;
  return shared.count(before, after) * 4 + sameTitle + sameEnd;
}

/** Heaviest first, then what kept its place among the siblings; each node once. */
function chooseBest(candidates: readonly Candidate[]): NodePair[] {
  const taken = new Set<Node>();
  const far = ({ before, after }: NodePair): number => Math.abs(before.index - after.index);
  const early = ({ before, after }: NodePair): number => before.index + after.index;
  const heavier = (a: Candidate, b: Candidate): number =>
    a.weight === b.weight ? 0 : b.weight - a.weight;
  return candidates
    .toSorted((a, b) => heavier(a, b) || far(a) - far(b) || early(a) - early(b))
    .filter(({ before, after }) => {
      if (taken.has(before) || taken.has(after)) return false;
      taken.add(before).add(after);
      return true;
    });
}

interface Sorted {
  readonly sure: readonly NodePair[];
  readonly unsure: readonly NodePair[];
}

/**
 * In what scrolls, two kinds of pairs may be of different elements that say the same: rows that an
 * edge cuts off, of which nobody knows what else they say, and one that would have left the window
 * with most others and now stands at their other end. The latter are dropped.
 */
function sortOut(pairs: readonly NodePair[], { window }: Family): Sorted {
  if (window === undefined) return { sure: pairs, unsure: [] };
  const isRunaway = runawaysOf(pairs, window);
  const most = mostWords(pairs);
  const sure: NodePair[] = [];
  const unsure: NodePair[] = [];
  for (const pair of pairs) {
    const { before, after } = pair;
    const full = most.get(before.kind) ?? 0;
    const isCut =
      (before.words < full && isAtEdge(before, window.before)) ||
      (after.words < full && isAtEdge(after, window.after));
    if (!isRunaway(pair)) (isCut ? unsure : sure).push(pair);
  }
  return { sure, unsure };
}

/** How many words the elements of each kind have that are on both screens. */
function mostWords(pairs: readonly NodePair[]): Map<number, number> {
  const most = new Map<number, number>();
  for (const { before, after } of pairs) {
    const words = Math.min(before.words, after.words);
    most.set(before.kind, Math.max(words, most.get(before.kind) ?? 0));
  }
  return most;
}

/** Whether it reaches one edge of the window and not the one across. */
function isAtEdge({ element: { bounds } }: Node, window: Rect): boolean {
  const isTop = bounds.top <= window.top;
  const isLeft = bounds.left <= window.left;
  return isTop !== bounds.bottom >= window.bottom || isLeft !== bounds.right >= window.right;
}

function runawaysOf(pairs: readonly NodePair[], window: Window): (pair: NodePair) => boolean {
  const [most] = commonMoves(pairs);
  if (most === undefined || most.support * 2 <= pairs.length) return () => false;
  const crowd = pairs
    .filter((pair) => isMoved(pair, most, 'top'))
    .sort((a, b) => a.before.index - b.before.index);
  const ends = [...crowd.slice(0, 1), ...crowd.slice(-1)];
  return (pair) =>
    !isMoved(pair, most, 'top') &&
    !isMoved(pair, most, 'bottom') &&
    ends.some((end) => isCrossing(pair, end)) &&
    leaves(pair, most, window);
}

function isMoved({ before, after }: NodePair, { x, y }: Point, edge: 'top' | 'bottom'): boolean {
  const then = before.element.bounds;
  const now = after.element.bounds;
  return now.left - then.left === x && now[edge] - then[edge] === y;
}

/** Whether the first of both stood before the other, and stands after it now. */
function isCrossing(a: NodePair, b: NodePair): boolean {
  return (a.before.index - b.before.index) * (a.after.index - b.after.index) < 0;
}

/** Whether it would have been out of sight before or after, had it moved with the others. */
function leaves({ before, after }: NodePair, { x, y }: Point, window: Window): boolean {
  const then = shifted(after.element.bounds, { x: -x, y: -y });
  const now = shifted(before.element.bounds, { x, y });
  return isEmpty(intersect(then, window.before)) || isEmpty(intersect(now, window.after));
}
