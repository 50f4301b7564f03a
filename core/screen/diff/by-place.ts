import type { Point } from '../../geometry.ts';
import { type Family, doubt, freeChildren, isPlaceKnown, join } from './family.ts';
import { neighbourMoves, orderOf } from './neighbours.ts';
import type { Node } from './node.ts';
import type { NodePair } from './shared-words.ts';

/**
 * Pairs what is left by kind and place: the only one of its kind, then what stands where it must
 * stand after having moved as its recognised siblings have, then what is alone of its kind between
 * two of these. What says something else there is put aside.
 */
export function joinByPlace(family: Family): void {
  const isKnown = isPlaceKnown(family);
  const settle = (pair: NodePair): void => {
    if (isAlike(pair, family)) join(pair, pair.before.words > 0 || isKnown);
    else doubt(family, pair);
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
  const others = singles(after.children);
  for (const [kind, node] of singles(before.children)) {
    const other = others.get(kind);
    if (!node || !other || node.partner || other.partner || doubted.has(node)) continue;
    const pair = { before: node, after: other };
    if (node.element.resourceId !== '') join(pair, true);
    else if (isStructure(node) && isStructure(other)) join(pair, isKnown);
    else settle(pair);
  }
}

function singles(nodes: readonly Node[]): Map<number, Node | null> {
  const found = new Map<number, Node | null>();
  for (const node of nodes) found.set(node.kind, found.has(node.kind) ? null : node);
  return found;
}

function isStructure({ children, element }: Node): boolean {
  return children.length > 0 && !element.clickable && !element.checkable;
}

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
  const steps: readonly Step[] = [
    { edge: 'top', accepts: isEqual },
    { edge: 'top', accepts: mayBe },
    { edge: 'bottom', accepts: mayBe },
    { edge: 'top', accepts: isInOrder },
  ];
  for (const step of family.inList ? steps : steps.slice(-1)) {
    for (const choice of [0, 1] as const) {
      joinAt(family, step, { moveOf: (node) => movesOf(node)[choice], settle });
    }
  }
}

function hasFree({ before, after }: Family): boolean {
  const isFree = ({ partner }: Node): boolean => partner === undefined;
  return before.children.some(isFree) && after.children.some(isFree);
}

interface Step {
  readonly edge: 'top' | 'bottom';
  readonly accepts: (pair: NodePair) => boolean;
}

function joinAt(
  family: Family,
  { edge, accepts }: Step,
  act: {
    readonly moveOf: (node: Node) => Point | undefined;
    readonly settle: (pair: NodePair) => void;
  },
): void {
  const others = new Map(
    freeChildren(family.after, family).map((node) => [placeKey(node, edge), node]),
  );
  if (others.size === 0) return;
  for (const before of freeChildren(family.before, family)) {
    const move = act.moveOf(before);
    if (move === undefined) continue;
    const key = placeKey(before, edge, move);
    const after = others.get(key);
    if (after === undefined || !accepts({ before, after })) continue;
    others.delete(key);
    act.settle({ before, after });
  }
}

function placeKey(
  { kind, element }: Node,
  edge: 'top' | 'bottom',
  { x, y }: Point = { x: 0, y: 0 },
): string {
  return `${kind}|${element.bounds.left + x}|${element.bounds[edge] + y}`;
}

/** The only ones of their kind between the same two siblings. */
function joinInGaps(family: Family, settle: (pair: NodePair) => void): void {
  const others = new Map(gapsOf(family.after, family));
  for (const [gap, node] of gapsOf(family.before, family)) {
    const other = others.get(gap);
    if (node && other) settle({ before: node, after: other });
  }
}

/** The free children by kind and the paired ones before and after them; null where there are several. */
function gapsOf(parent: Node, { before, doubted }: Family): Map<string, Node | null> {
  const isFree = (node: Node): boolean => node.partner === undefined && !doubted.has(node);
  // Both screens name a pair by its place on the first.
  const nameOf = (node: Node): number => (parent === before ? node : (node.partner ?? node)).index;
  const found = new Map<string, Node | null>();
  let open: { readonly key: string; readonly node: Node }[] = [];
  let last = -1;
  const close = (next: number): void => {
    for (const { key, node } of open) {
      const gap = `${key}|${next}`;
      found.set(gap, found.has(gap) ? null : node);
    }
    open = [];
    last = next;
  };
  for (const node of parent.children) {
    if (node.partner !== undefined) close(nameOf(node));
    else if (isFree(node)) open.push({ key: `${node.kind}|${last}`, node });
  }
  close(-1);
  return found;
}

/** What says nothing, in its order, where there are as many of a kind as there were. */
function joinSilent(family: Family, isKnown: boolean): void {
  const others = byKind(freeChildren(family.after, family));
  for (const [kind, nodes] of byKind(freeChildren(family.before, family))) {
    const partners = others.get(kind) ?? [];
    if (partners.length !== nodes.length) continue;
    nodes.forEach((before, i) => {
      const after = partners[i];
      if (after) join({ before, after }, isKnown);
    });
  }
}

function byKind(nodes: readonly Node[]): Map<number, Node[]> {
  const kinds = new Map<number, Node[]>();
  for (const node of nodes) {
    if (node.words > 0) continue;
    const same = kinds.get(node.kind);
    if (same === undefined) kinds.set(node.kind, [node]);
    else same.push(node);
  }
  return kinds;
}
