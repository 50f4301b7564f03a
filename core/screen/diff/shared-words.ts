import type { Node, Nodes } from './node.ts';

/** Two elements, one of each screen, that may be the same. */
export interface NodePair {
  readonly before: Node;
  readonly after: Node;
}

/** What both screens say once each, told of everything around it. */
export interface SharedWords {
  /** Labels that stand inside of both and nowhere else on their screens. */
  count(before: Node, after: Node): number;
  /** The children of both that share any. */
  childrenOf(before: Node, after: Node): readonly NodePair[];
}

type Counted = NodePair & { count: number };

/**
 * Finds the labels that are unique on both screens and climbs from each on both screens as long as
 * the kinds agree. Linear in the elements: pairs that meet on the way climb as one.
 */
export function shareWords(before: Nodes, after: Nodes): SharedWords {
  const width = after.all.length;
  const pairs = new Map<number, Counted>();
  const children = new Map<number, NodePair[]>();
  const levels: Counted[][] = [];
  const keyOf = (b: Node, a: Node): number => b.order * width + a.order;

  const add = ({ before: b, after: a }: NodePair, count: number): void => {
    const known = pairs.get(keyOf(b, a));
    if (known !== undefined) {
      known.count += count;
      return;
    }
    const pair = { before: b, after: a, count };
    pairs.set(keyOf(b, a), pair);
    (levels[b.depth] ??= []).push(pair);
  };

  const seeds = uniqueLabels(after);
  for (const [label, b] of uniqueLabels(before)) {
    const a = seeds.get(label);
    if (b !== null && a !== undefined && a !== null) add({ before: b, after: a }, 1);
  }
  // Level by level from the deepest, so that a pair is complete before it climbs on.
  for (let depth = levels.length - 1; depth > 0; depth--) {
    for (const pair of levels[depth] ?? []) {
      const b = pair.before.parent;
      const a = pair.after.parent;
      if (b === undefined || a === undefined || b.kind !== a.kind) continue;
      add({ before: b, after: a }, pair.count);
      const siblings = children.get(keyOf(b, a));
      if (siblings === undefined) children.set(keyOf(b, a), [pair]);
      else siblings.push(pair);
    }
  }
  return {
    count: (b, a) => pairs.get(keyOf(b, a))?.count ?? 0,
    childrenOf: (b, a) => children.get(keyOf(b, a)) ?? [],
  };
}

/** The node of every label; null for one that several have. */
function uniqueLabels({ all }: Nodes): Map<number, Node | null> {
  const nodes = new Map<number, Node | null>();
  for (const node of all) {
    if (node.label !== 0) nodes.set(node.label, nodes.has(node.label) ? null : node);
  }
  return nodes;
}
