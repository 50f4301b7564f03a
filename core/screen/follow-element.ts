/** Following one element from a screen to a later one, by the match of both. */
import { matchElements } from './match/match-elements.ts';
import { type Node, type Nodes, isRecognised, speaks } from './match/nodes.ts';
import { ancestorsOf, type Element, walk } from './screen.ts';

/** An element and the screen it was seen on. */
export interface Seen {
  readonly element: Element;
  readonly roots: readonly Element[];
}

/** What became of the elements of one screen on a later one. */
export interface Following {
  /**
   * The same element; undefined where none is, or none for sure. With other words on it, such as a
   * button that said Play and says Pause now, it is only known by a name of its own. In a list an
   * element is only sure where its row was recognised by its words, or says nothing and stands right
   * beside one that was: rows of a template look alike, and another one may stand in the place of each.
   */
  sure(element: Element): Element | undefined;
  /** What is the same or at least stands in its place. */
  likely(element: Element): Element | undefined;
  /**
   * What an agent that looks for the element most likely means now: the same one, else what is made
   * like it and says the same, which nothing else says on either screen, elsewhere on the page. A row
   * stands for its first words only.
   */
  nearest(element: Element): Element | undefined;
  /**
   * Whether the list around an element was scrolled or filled anew: most of what said something
   * that stood there once, and only once, has left its id. False outside of lists, and where nothing
   * in the list tells.
   */
  hasListMoved(element: Element): boolean;
}

/** Looks for the elements of a screen on a later one. Linear in the elements. */
export function followElements(roots: readonly Element[], later: readonly Element[]): Following {
  const { before, after } = matchElements(roots, later);
  const nodes = new Map(before.all.map((node) => [node.element, node]));
  const sure = (element: Element): Element | undefined => {
    const node = nodes.get(element);
    return node && isSure(node) ? node.partner?.element : undefined;
  };
  return {
    sure,
    likely: (element) => nodes.get(element)?.partner?.element,
    nearest: (element) => {
      const node = nodes.get(element);
      return node && (sure(element) ?? sayingSame(node, before, after)?.element);
    },
    hasListMoved: (element) => {
      const list = ancestorsOf(roots, element).find(({ scrollable }) => scrollable);
      if (list === undefined) return false;
      const inList = new Set(walk([list]));
      const telling = before.all.filter((node) => inList.has(node.element) && saysAlone(node));
      const stayed = telling.filter(({ element: { id }, partner }) => partner?.element.id === id);
      return stayed.length * 2 < telling.length;
    },
  };
}

/** The element of a later screen that is the one seen earlier; undefined when none is, or none for sure. */
export function followElement(
  { element, roots }: Seen,
  later: readonly Element[],
): Element | undefined {
  return roots === later ? element : followElements(roots, later).sure(element);
}

function sayingSame(node: Node, before: Nodes, after: Nodes): Node | undefined {
  const {
    element: { text, description },
    partner,
  } = node;
  if (text === '' && description === '') return undefined;
  const isSame = ({ kind, element }: Node): boolean =>
    kind === node.kind && element.text === text && element.description === description;
  const [only, ...others] = after.all.filter(isSame);
  const isAlone = others.length === 0 && before.all.filter(isSame).length === 1;
  if (only === undefined || !isAlone) return undefined;
  if (only === partner) return isOfKnownRow(node) ? only : undefined;
  return [node, only].every(standsForRow) && only.partner === undefined ? only : undefined;
}

/** Whether what is gone or new around a node, up to the row of a list, begins with its words: then no other row is meant. */
function standsForRow(node: Node): boolean {
  for (let at: Node | undefined = node; at && at.partner === undefined; at = at.parent) {
    if (at.isRow && at.title !== node.label) return false;
    if (at.parent?.isList === true) return true;
  }
  return true;
}

/** Whether nothing else of its kind says the same on its screen. */
function saysAlone({ title, label }: Node): boolean {
  return label !== 0 && title === label;
}

function isSure(node: Node): boolean {
  if (!isRecognised(node)) return false;
  if (node.label !== node.partner?.label && node.pairedBy !== 'name') return false;
  return isOfKnownRow(node);
}

/** Whether all rows of lists around a node that has a partner were recognised by their words. */
function isOfKnownRow(node: Node): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    const inList = at.parent?.isList === true || at.partner?.parent?.isList === true;
    if (inList && at.pairedBy !== 'words' && !isBesideKnown(at)) return false;
  }
  return true;
}

/** Whether a part that says nothing stands on both screens right behind or before one that was recognised by its words. */
function isBesideKnown(node: Node): boolean {
  const { partner, parent, index } = node;
  if (partner === undefined || speaks(node)) return false;
  return [-1, 1].some((step) => {
    const beside = parent?.children[index + step];
    const besidePartner = partner.parent?.children[partner.index + step];
    return beside?.pairedBy === 'words' && beside.partner === besidePartner;
  });
}
