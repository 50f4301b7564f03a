import type { Point, Rect } from '../../geometry.ts';
import { type Containers, containersOf, outerContainers } from './containers.ts';
import type { ElementPair } from './element-pair.ts';
import { moveOf } from './family.ts';
import { shifted } from './moves.ts';
import type { Node, Nodes } from './node.ts';

/** Elements that moved by the same distance in the same container. */
export interface MoveGroup {
  /** Of the screen after; undefined where nothing around them scrolls, or nothing that stayed. */
  readonly container: Node | undefined;
  /** Null for what is of another size. */
  readonly distance: Point | null;
  readonly elements: ElementPair[];
}

/** The pairs that are elsewhere or of another size, by container and distance; each group in document order. */
export function groupMoves(after: Nodes): MoveGroup[] {
  const containers = containersOf(after);
  const told = after.all.filter(isToldPair);
  const groups = new Map<string, MoveGroup>();
  const resized: { readonly node: Node; readonly partner: Node }[] = [];
  const add = (node: Node, partner: Node, to: Omit<MoveGroup, 'elements'>): void => {
    const key = keyOf(to);
    const group = groups.get(key) ?? { ...to, elements: [] };
    groups.set(key, group);
    group.elements.push({ before: partner.element, after: node.element });
  };
  for (const node of told) {
    const { partner } = node;
    if (!partner || sameBounds(node, partner)) continue;
    if (!sameSize(node, partner)) resized.push({ node, partner });
    else {
      const distance = moveOf({ before: partner, after: node });
      add(node, partner, { container: containerOfMove(node, distance, containers), distance });
    }
  }
  const found = groups.size;
  mergeRounded(groups);
  const main = mainGroups([...groups.values()]);
  for (const { node, partner } of resized) {
    const cut = outerContainers(containers)(node).find((container) =>
      isCut(node, container, main.get(container)?.distance),
    );
    const distance = (cut && main.get(cut)?.distance) ?? null;
    add(node, partner, { container: cut, distance });
  }
  const isInOrder = resized.length === 0 && groups.size === found;
  return isInOrder ? [...groups.values()] : inOrder([...groups.values()], told);
}

/**
 * Toolkits that lay out in fractions round each element by itself: a pixel more or less is the same
 * movement, that of the largest group.
 */
function mergeRounded(groups: Map<string, MoveGroup>): void {
  const large = [...groups].sort(([, a], [, b]) => b.elements.length - a.elements.length);
  for (const [key, group] of large) {
    const { container, distance, elements } = group;
    if (distance === null || groups.get(key) !== group) continue;
    for (const x of [-1, 0, 1]) {
      for (const y of [-1, 0, 1]) {
        const near = { x: distance.x + x, y: distance.y + y };
        const nearKey = keyOf({ container, distance: near });
        const other = groups.get(nearKey);
        if (other === undefined || other === group) continue;
        for (const pair of other.elements) elements.push(pair);
        groups.delete(nearKey);
      }
    }
  }
}

function keyOf({ container, distance }: Omit<MoveGroup, 'elements'>): string {
  return `${container?.order ?? ''}|${distance?.x ?? ''},${distance?.y ?? ''}`;
}

/** What was added later may stand before what was added first. */
function inOrder(groups: readonly MoveGroup[], told: readonly Node[]): MoveGroup[] {
  const places = new Map(told.map(({ element, order }) => [element, order]));
  const place = ({ after }: ElementPair): number => places.get(after) ?? 0;
  return groups.map((group) => ({
    ...group,
    elements: group.elements.toSorted((a, b) => place(a) - place(b)),
  }));
}

/** What was carried along by a container is counted with what moved that. */
function containerOfMove(node: Node, { x, y }: Point, containers: Containers): Node | undefined {
  return outerContainers(containers)(node).find((container) => {
    const { partner: before } = container;
    if (before === undefined) return true;
    const own = moveOf({ before, after: container });
    return own.x !== x || own.y !== y;
  });
}

/** One kept side is enough: a text that was empty makes an element be kept. */
function isToldPair({ isKept, partner }: Node): boolean {
  return partner !== undefined && (isKept || partner.isKept);
}

/** The largest movement in each container. */
export function mainGroups(groups: readonly MoveGroup[]): ReadonlyMap<Node, MoveGroup> {
  const main = new Map<Node, MoveGroup>();
  for (const group of groups) {
    const { container, elements } = group;
    if (container === undefined || group.distance === null) continue;
    if (elements.length > (main.get(container)?.elements.length ?? 0)) main.set(container, group);
  }
  return main;
}

/** Whether a node is smaller or larger only because an edge of the container cuts it off. */
function isCut(node: Node, container: Node, distance: Point | null | undefined): boolean {
  const { partner } = node;
  if (!partner || !container.partner || !distance) return false;
  const then = shifted(partner.element.bounds, distance);
  const now = node.element.bounds;
  const across = then.left === now.left || then.right === now.right;
  const along = then.top === now.top || then.bottom === now.bottom;
  const atEdge =
    touches(now, container.element.bounds) ||
    touches(partner.element.bounds, container.partner.element.bounds);
  return across && along && atEdge;
}

function touches(inner: Rect, outer: Rect): boolean {
  return (
    inner.left === outer.left ||
    inner.top === outer.top ||
    inner.right === outer.right ||
    inner.bottom === outer.bottom
  );
}

function sameBounds(a: Node, b: Node): boolean {
  const { x, y } = moveOf({ before: a, after: b });
  return x === 0 && y === 0 && sameSize(a, b);
}

function sameSize({ element: { bounds: a } }: Node, { element: { bounds: b } }: Node): boolean {
  return a.right - a.left === b.right - b.left && a.bottom - a.top === b.bottom - b.top;
}
