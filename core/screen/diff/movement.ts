import { type Point, type Rect, intersect, isEmpty, sameRect } from '../../geometry.ts';
import { isKept, type Element } from '../screen.ts';
import type { ScreenMatch } from '../match/match-elements.ts';
import { type MatchNode, type MatchNodes, isSameSize, moveOf } from '../match/nodes.ts';

/** An element that is on both screens. */
export interface ElementPair {
  readonly before: Element;
  readonly after: Element;
}

/** Elements that moved together. */
export interface Movement {
  /** The innermost scrollable in which they moved, on the screen after; null where there is none. */
  readonly container: Element | null;
  /** Device pixels to the right and down; null for elements whose size changed. */
  readonly distance: Point | null;
  /** The elements that moved, in document order. */
  readonly elements: readonly ElementPair[];
  /** The kept elements that scrolled into the container, each row with its contents. */
  readonly scrolledIn: ScrolledRows;
  /** The kept elements that scrolled out of the container. */
  readonly scrolledOut: ScrolledRows;
}

/** Elements, and the number of rows or other separate items that they belong to. */
interface ScrolledRows {
  readonly count: number;
  readonly elements: readonly Element[];
}

/** Whether an element is on both screens and is kept on at least one of them. */
export function isReported({ element, partner }: MatchNode): boolean {
  return partner !== undefined && (isKept(element) || isKept(partner.element));
}

/** The element pairs of those nodes of the screen after that have a partner. */
export function pairsOf(nodes: readonly MatchNode[]): ElementPair[] {
  const pairs: ElementPair[] = [];
  for (const { element, partner } of nodes) {
    if (partner) pairs.push({ before: partner.element, after: element });
  }
  return pairs;
}

/** The movements between two matched screens, largest first. */
export function movementsOf({ before, after }: ScreenMatch): Movement[] {
  const groups = groupMoves(after);
  const main = mainGroups(groups);
  const mainDistance = (container: MatchNode | undefined): Point | undefined =>
    (container && main.get(container)?.distance) ?? undefined;
  const reversedDistance = (container: MatchNode): Point | undefined => {
    const distance = mainDistance(container);
    return distance && { x: -distance.x, y: -distance.y };
  };
  const scrolledIn = rowsScrolledPast(after, reversedDistance);
  const scrolledOut = rowsScrolledPast(before, ({ partner }) => mainDistance(partner));
  return groups
    .sort((a, b) => b.nodes.length - a.nodes.length)
    .map((group) => {
      const { container, distance, nodes } = group;
      // Smaller movements in the same container are no scrolling, for example rows that closed a gap.
      const edge = container && main.get(container) === group ? container : undefined;
      return {
        container: container?.element ?? null,
        distance,
        elements: pairsOf(nodes),
        scrolledIn: (edge && scrolledIn.get(edge)) ?? noRows,
        scrolledOut: (edge?.partner && scrolledOut.get(edge.partner)) ?? noRows,
      };
    });
}

const noRows: ScrolledRows = { count: 0, elements: [] };

/** Elements that moved by the same distance in the same container. */
interface MoveGroup {
  /** Of the screen after; undefined where no ancestor scrolls on both screens. */
  readonly container: MatchNode | undefined;
  /** Null for elements whose size changed. */
  readonly distance: Point | null;
  /** Of the screen after. */
  nodes: MatchNode[];
}

/** Groups elements with another position or size by container and distance; each group in document order. */
function groupMoves(after: MatchNodes): MoveGroup[] {
  const groups = new Map<string, MoveGroup>();
  const resized: MatchNode[] = [];
  const add = (node: MatchNode, to: Omit<MoveGroup, 'nodes'>): void => {
    const key = keyOf(to);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...to, nodes: [node] });
    else group.nodes.push(node);
  };
  for (const node of after.all) {
    const { partner } = node;
    if (!isReported(node) || !partner || sameRect(partner.element.bounds, node.element.bounds))
      continue;
    const pair = { before: partner, after: node };
    const distance = moveOf(pair);
    if (!isSameSize(pair)) resized.push(node);
    else {
      // What moved along with a container counts for the scrollable outside that.
      const container = containersAround(node).find((it) => !isMovedBy(it, distance));
      add(node, { container, distance });
    }
  }
  mergeRounded(groups);
  const main = mainGroups([...groups.values()]);
  for (const node of resized) {
    const clippingContainer = containersAround(node).find((it) =>
      isClipped(node, it, main.get(it)?.distance),
    );
    add(node, {
      container: clippingContainer,
      distance: (clippingContainer && main.get(clippingContainer)?.distance) ?? null,
    });
  }
  for (const { nodes } of groups.values()) nodes.sort((a, b) => a.order - b.order);
  return [...groups.values()];
}

function keyOf({ container, distance }: Omit<MoveGroup, 'nodes'>): string {
  return `${container?.order ?? ''}|${distance?.x ?? ''},${distance?.y ?? ''}`;
}

function isMovedBy(container: MatchNode, { x, y }: Point): boolean {
  if (container.partner === undefined) return false;
  const own = moveOf({ before: container.partner, after: container });
  return own.x === x && own.y === y;
}

/**
 * Merges movements that differ by one pixel into the largest group, since toolkits with fractional
 * layout round each element separately.
 */
function mergeRounded(groups: Map<string, MoveGroup>): void {
  const large = [...groups].sort(([, a], [, b]) => b.nodes.length - a.nodes.length);
  for (const [key, group] of large) {
    const { container, distance } = group;
    if (distance === null || groups.get(key) !== group) continue;
    for (const x of [-1, 0, 1]) {
      for (const y of [-1, 0, 1]) {
        const near = { x: distance.x + x, y: distance.y + y };
        const nearKey = keyOf({ container, distance: near });
        const other = groups.get(nearKey);
        if (other === undefined || other === group) continue;
        group.nodes = group.nodes.concat(other.nodes);
        groups.delete(nearKey);
      }
    }
  }
}

/** The largest movement in each container. */
function mainGroups(groups: readonly MoveGroup[]): ReadonlyMap<MatchNode, MoveGroup> {
  const main = new Map<MatchNode, MoveGroup>();
  for (const group of groups) {
    const { container, nodes } = group;
    if (container === undefined || group.distance === null) continue;
    if (nodes.length > (main.get(container)?.nodes.length ?? 0)) main.set(container, group);
  }
  return main;
}

/** Whether a node changed its size only because the edge of the container clips it. */
function isClipped(
  node: MatchNode,
  container: MatchNode,
  distance: Point | null | undefined,
): boolean {
  const { partner } = node;
  if (!partner || !container.partner || !distance) return false;
  const then = translateRect(partner.element.bounds, distance);
  const now = node.element.bounds;
  const across = then.left === now.left || then.right === now.right;
  const along = then.top === now.top || then.bottom === now.bottom;
  const atEdge =
    touchesEdge(now, container.element.bounds) ||
    touchesEdge(partner.element.bounds, container.partner.element.bounds);
  return across && along && atEdge;
}

function touchesEdge(inner: Rect, outer: Rect): boolean {
  return (
    inner.left === outer.left ||
    inner.top === outer.top ||
    inner.right === outer.right ||
    inner.bottom === outer.bottom
  );
}

/** Moves a rectangle. */
function translateRect({ left, top, right, bottom }: Rect, { x, y }: Point): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Maximum nesting of scrollables that is examined; real apps have fewer. */
const maxNested = 16;

/** The scrollable ancestors of a node that are on both screens, innermost first. */
function containersAround({ parent }: MatchNode): MatchNode[] {
  const found: MatchNode[] = [];
  for (let at = parent; at !== undefined && found.length < maxNested; at = at.parent) {
    const { element, partner } = at;
    if (partner && (element.scrollable || partner.element.scrollable)) found.push(at);
  }
  return found;
}

/**
 * The kept elements without a partner that scrolled in or out, by container. `distance` gives how far
 * a container's content moved from this screen to the other; undefined where it did not.
 */
function rowsScrolledPast(
  { all }: MatchNodes,
  distance: (container: MatchNode) => Point | undefined,
): ReadonlyMap<MatchNode, ScrolledRows> {
  const found = new Map<
    MatchNode,
    { readonly tops: Set<MatchNode>; readonly elements: Element[] }
  >();
  for (const node of all) {
    if (node.partner !== undefined || !isKept(node.element)) continue;
    // The outermost ancestor that has no partner either.
    let top = node;
    while (top.parent && top.parent.partner === undefined) top = top.parent;
    const container = containersAround(top).find((it) => isOutsideAfterMove(top, it, distance(it)));
    if (container === undefined) continue;
    const rows = found.get(container) ?? { tops: new Set(), elements: [] };
    found.set(container, rows);
    rows.tops.add(top);
    rows.elements.push(node.element);
  }
  return new Map(
    [...found].map(([container, { tops, elements }]) => [
      container,
      { count: tops.size, elements },
    ]),
  );
}

/** Whether the node, moved by this distance, lies outside the container on the other screen. */
function isOutsideAfterMove(
  node: MatchNode,
  container: MatchNode,
  distance: Point | undefined,
): boolean {
  if (!distance || !container.partner) return false;
  const elsewhere = translateRect(node.element.bounds, distance);
  return isEmpty(intersect(elsewhere, container.partner.element.bounds));
}
