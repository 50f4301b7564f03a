import type { Point } from '../../geometry.ts';
import type { Element } from '../screen.ts';
import { containersOf } from './containers.ts';
import { type Rows, rowsBeyond } from './edges.ts';
import type { ElementPair } from './element-pair.ts';
import { groupMoves, mainGroups } from './move-groups.ts';
import type { Node, Nodes } from './node.ts';

/** Elements that moved together. */
export interface Movement {
  /** The innermost thing that scrolls in which they moved, as it is now; null where none does. */
  readonly container: Element | null;
  /** Device pixels to the right and down; null for elements that are of another size now. */
  readonly distance: Point | null;
  /** The elements that moved, in document order. */
  readonly elements: readonly ElementPair[];
  /** The kept elements that came in at the edges of the container, a row with all that is on it. */
  readonly cameIn: Rows;
  /** The kept elements that went out at the edges of the container. */
  readonly wentOut: Rows;
}

const nothing: Rows = { count: 0, elements: [] };

/** What moved between two matched screens, the largest movement first. */
export function movementsOf(before: Nodes, after: Nodes): Movement[] {
  const groups = groupMoves(after);
  const main = mainGroups(groups);
  const went = (container: Node | undefined): Point | undefined =>
    (container && main.get(container)?.distance) ?? undefined;
  const cameIn = rowsBeyond(after, containersOf(after), (container) => back(went(container)));
  const wentOut = rowsBeyond(before, containersOf(before), ({ partner }) => went(partner));
  return groups
    .sort((a, b) => b.elements.length - a.elements.length)
    .map((group) => {
      const { container, distance, elements } = group;
      // A container's smaller movements are something else, such as rows that closed a gap.
      const edge = container && main.get(container) === group ? container : undefined;
      return {
        container: container?.element ?? null,
        distance,
        elements,
        cameIn: (edge && cameIn.get(edge)) ?? nothing,
        wentOut: (edge?.partner && wentOut.get(edge.partner)) ?? nothing,
      };
    });
}

function back(distance: Point | undefined): Point | undefined {
  return distance && { x: -distance.x, y: -distance.y };
}
