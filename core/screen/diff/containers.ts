import type { Node, Nodes } from './node.ts';

/** The nearest node around each that scrolls and is on both screens. */
export type Containers = ReadonlyMap<Node, Node>;

/** Every node's nearest container; those that nothing around scrolls are not in it. */
export function containersOf({ all }: Nodes): Containers {
  const containers = new Map<Node, Node>();
  for (const node of all) {
    const { parent } = node;
    if (parent === undefined) continue;
    const around = scrolls(parent) ? parent : containers.get(parent);
    if (around !== undefined) containers.set(node, around);
  }
  return containers;
}

function scrolls({ element, partner }: Node): boolean {
  return partner !== undefined && (element.scrollable || partner.element.scrollable);
}

/** Things around each other that scroll; more are not made by people. */
const maxNested = 16;

/** What scrolls around a node, from inside out. */
export function outerContainers(containers: Containers): (node: Node) => Node[] {
  return (node) => {
    const found: Node[] = [];
    let at = containers.get(node);
    for (; at !== undefined && found.length < maxNested; at = containers.get(at)) found.push(at);
    return found;
  };
}
