import type { Node, Nodes } from './node.ts';
import type { NodePair } from './shared-words.ts';

/**
 * Finds what was carried to another parent, such as a page that got a frame around it: what says
 * the same or has the same name, once on each side, among all that is left. Parts of rows that are
 * gone are not looked for: what they say is said by other rows too. Larger ones come first.
 */
export function joinCarried(before: Nodes, after: Nodes, joinAll: (pair: NodePair) => void): void {
  const others = uniqueKeys(leftOver(after));
  const ours = uniqueKeys(leftOver(before));
  for (const [key, node] of ours) {
    const other = others.get(key);
    if (!node || !other || node.partner || other.partner) continue;
    // Both in their old families: one is gone and another has come.
    if (node.parent?.partner && other.parent?.partner) continue;
    joinAll({ before: node, after: other });
  }
}

/** The nodes without a partner, except for what is inside of such rows. */
function leftOver({ all }: Nodes): Node[] {
  const inRow = new Set<Node>();
  return all.filter((node) => {
    const { parent } = node;
    if (parent && parent.partner === undefined && (parent.isRow || inRow.has(parent))) {
      inRow.add(node);
    }
    return node.partner === undefined && !inRow.has(node);
  });
}

function uniqueKeys(nodes: readonly Node[]): Map<string, Node | null> {
  const found = new Map<string, Node | null>();
  for (const node of nodes) {
    for (const key of keysOf(node)) found.set(key, found.has(key) ? null : node);
  }
  return found;
}

function keysOf({ whole, kind, words, isRow, element }: Node): string[] {
  const said = words > 0 ? [`says ${whole}`] : [];
  return element.resourceId !== '' && !isRow ? [...said, `is ${kind}`] : said;
}
