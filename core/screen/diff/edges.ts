import { type Point, intersect, isEmpty } from '../../geometry.ts';
import type { Element } from '../screen.ts';
import { type Containers, outerContainers } from './containers.ts';
import { shifted } from './moves.ts';
import type { Node, Nodes } from './node.ts';

/** Elements and how many rows, or other things that stand for themselves, they are the parts of. */
export interface Rows {
  readonly count: number;
  readonly elements: readonly Element[];
}

/**
 * The kept elements without a partner that came in or went out at the edges of what scrolls, by the
 * container they were found in. `distance` is how far a container's content went from this screen
 * to the other; undefined where it stayed.
 */
export function rowsBeyond(
  { all }: Nodes,
  containers: Containers,
  distance: (container: Node) => Point | undefined,
): ReadonlyMap<Node, Rows> {
  const around = outerContainers(containers);
  const tops = new Map<Node, Set<Node>>();
  const elements = new Map<Node, Element[]>();
  for (const node of all) {
    if (!node.isKept || node.partner !== undefined) continue;
    const top = topOf(node);
    const found = around(top).find((container) => isBeyond(top, container, distance(container)));
    if (found === undefined) continue;
    tops.set(found, (tops.get(found) ?? new Set()).add(top));
    const parts = elements.get(found);
    if (parts === undefined) elements.set(found, [node.element]);
    else parts.push(node.element);
  }
  return new Map(
    [...tops].map(([container, rows]) => [
      container,
      { count: rows.size, elements: elements.get(container) ?? [] },
    ]),
  );
}

/** The outermost node around that has no partner either. */
function topOf(node: Node): Node {
  let top = node;
  while (top.parent && top.parent.partner === undefined) top = top.parent;
  return top;
}

/** Whether a node was, or would be, out of sight after this move. */
function isBeyond(node: Node, container: Node, distance: Point | undefined): boolean {
  if (!distance || !container.partner) return false;
  const elsewhere = shifted(node.element.bounds, distance);
  return isEmpty(intersect(elsewhere, container.partner.element.bounds));
}
