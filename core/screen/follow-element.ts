/** Finds an element of one screen on a later one, from the match of both screens. */
import { matchElements } from './match/match-elements.ts';
import { type MatchNode, type MatchNodes, changedRowAround, isRecognised } from './match/nodes.ts';
import { ancestorsOf, type Element, walk } from './screen.ts';

/** An element and the roots of the screen it belongs to. */
export interface ElementWithRoots {
  readonly element: Element;
  readonly roots: readonly Element[];
}

/** What is in the place of an element whose list row has other texts now. */
export interface ReplacedElement {
  readonly element: Element;
  readonly row: { readonly before: Element; readonly after: Element };
}

/** Finds the elements of one screen on a later one. */
export interface ElementFollower {
  /**
   * The same element; undefined where it is gone or not certain. Rows of one layout look alike, so every
   * list row around it must have been recognised by more than its bare position.
   */
  findCertain(element: Element): Element | undefined;
  /** The same element, or at least the one at its position. */
  findLikely(element: Element): Element | undefined;
  /**
   * What an agent that looks for the element most likely means now: the same one, else the element of
   * the same kind and label elsewhere on the page, if that label is unique on both screens. A removed
   * row is identified by its first label only.
   */
  findNearest(element: Element): Element | undefined;
  /**
   * The same element; where that is not certain, the one with its id, unless the list around it was
   * scrolled or reloaded. In such a list an equal id proves nothing, because ids hash bounds: after
   * scrolling by whole rows another row may have it. Nor does it for a part of a row that says something else.
   */
  findUnlessStale(element: Element): Element | undefined;
  /** What is in its place now if its list row stayed in place and has other texts: the same row, or another. */
  findReplaced(element: Element): ReplacedElement | undefined;
}

/** Matches the elements of a screen with a later one. Linear in the number of elements. */
export function createElementFollower(
  roots: readonly Element[],
  later: readonly Element[],
): ElementFollower {
  const { before, after } = matchElements(roots, later);
  const nodes = new Map(before.all.map((node) => [node.element, node]));
  const byId = new Map(after.all.map((node) => [node.element.id, node]));
  const movedLists = new Map<Element, boolean>();
  const findCertain = (element: Element): Element | undefined => {
    const node = nodes.get(element);
    return node && isCertain(node) ? node.partner?.element : undefined;
  };
  return {
    findCertain,
    findLikely: (element) => nodes.get(element)?.partner?.element,
    findNearest: (element) => {
      const node = nodes.get(element);
      return node && (findCertain(element) ?? findUniqueSameLabel(node, before, after)?.element);
    },
    findUnlessStale: (element) => {
      const certain = findCertain(element);
      const node = nodes.get(element);
      const sameId = byId.get(element.id);
      if (certain !== undefined || !node || !sameId) return certain;
      if (!isInSameRow(node, sameId)) return undefined;
      const list = ancestorsOf(roots, element).find(({ scrollable }) => scrollable);
      if (list === undefined) return sameId.element;
      const hasMoved = movedLists.get(list) ?? hasListMoved(list, before);
      movedLists.set(list, hasMoved);
      return hasMoved ? undefined : sameId.element;
    },
    findReplaced: (element) => {
      const node = nodes.get(element);
      const row = node && changedRowAround(node);
      if (!node?.partner || !row?.partner) return undefined;
      return {
        element: node.partner.element,
        row: { before: row.element, after: row.partner.element },
      };
    },
  };
}

/** Whether most elements of the list with a unique label changed their id. False where no label is unique. */
function hasListMoved(list: Element, before: MatchNodes): boolean {
  const inList = new Set(walk([list]));
  const uniquelyLabelled = before.all.filter(
    (node) => inList.has(node.element) && hasUniqueLabel(node),
  );
  const unchanged = uniquelyLabelled.filter(
    ({ element: { id }, partner }) => partner?.element.id === id,
  );
  return unchanged.length * 2 < uniquelyLabelled.length;
}

/** The same element on a later screen; undefined where it is gone or not certain. */
export function followElement(
  { element, roots }: ElementWithRoots,
  later: readonly Element[],
): Element | undefined {
  return roots === later ? element : createElementFollower(roots, later).findCertain(element);
}

/** The same element on a later screen, as `findUnlessStale` of the follower. */
export function findUnlessStale(
  { element, roots }: ElementWithRoots,
  later: readonly Element[],
): Element | undefined {
  return roots === later ? element : createElementFollower(roots, later).findUnlessStale(element);
}

function findUniqueSameLabel(
  node: MatchNode,
  before: MatchNodes,
  after: MatchNodes,
): MatchNode | undefined {
  const {
    element: { text, description },
    partner,
  } = node;
  if (text === '' && description === '') return undefined;
  const isSame = ({ kind, element }: MatchNode): boolean =>
    kind === node.kind && element.text === text && element.description === description;
  const [only, ...others] = after.all.filter(isSame);
  const isAlone = others.length === 0 && before.all.filter(isSame).length === 1;
  if (only === undefined || !isAlone) return undefined;
  if (only === partner) return isInRecognisedRow(node) ? only : undefined;
  return [node, only].every(identifiesRow) && only.partner === undefined ? only : undefined;
}

/** Whether the node has the first unique label of every removed or added ancestor up to its list row, and so identifies that row. */
function identifiesRow(node: MatchNode): boolean {
  for (let at: MatchNode | undefined = node; at && at.partner === undefined; at = at.parent) {
    if (at.isRow && at.firstUniqueLabel !== node.label) return false;
    if (at.parent?.isList === true) return true;
  }
  return true;
}

/** Whether no other node of its kind on its screen has the same label. */
function hasUniqueLabel({ firstUniqueLabel, label }: MatchNode): boolean {
  return label !== 0 && firstUniqueLabel === label;
}

/** Whether two nodes are in no row, in one that was recognised, or in two that say the same. */
function isInSameRow(node: MatchNode, other: MatchNode): boolean {
  const row = rowAround(node);
  const otherRow = rowAround(other);
  if (row === undefined || otherRow === undefined) return row === otherRow;
  return row.subtreeKey === otherRow.subtreeKey || (row.partner === otherRow && isRecognised(row));
}

/** The row at or around a node; undefined if there is none. */
function rowAround(node: MatchNode): MatchNode | undefined {
  let at: MatchNode | undefined = node;
  while (at !== undefined && !at.isRow) at = at.parent;
  return at;
}

function isCertain(node: MatchNode): boolean {
  return isRecognised(node) && isInRecognisedRow(node);
}

/** Whether all list rows around a node with a partner were recognised. */
function isInRecognisedRow(node: MatchNode): boolean {
  for (let at: MatchNode | undefined = node; at !== undefined; at = at.parent) {
    const inList = at.parent?.isList === true || at.partner?.parent?.isList === true;
    if (inList && !isRecognised(at)) return false;
  }
  return true;
}
