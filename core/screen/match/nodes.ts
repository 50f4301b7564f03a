/**
 * A screen prepared for being matched: every element with its place in the hierarchy, and with
 * numbers for what it is and says, which are equal where those are, on both screens. Ids and
 * bounds are no part of the numbers, since both change when something moves.
 */
import type { Point } from '../../geometry.ts';
import type { Element } from '../screen.ts';

/** One element of a screen that is matched. */
export interface Node {
  readonly element: Element;
  readonly parent: Node | undefined;
  /** Only filled while the nodes are made. */
  readonly children: Node[];
  /** Nodes from the top. */
  readonly depth: number;
  /** Place in document order. */
  order: number;
  /** Place among its siblings. */
  readonly index: number;
  /** Class, resource id and package. */
  readonly kind: number;
  /** What it says itself, with its kind; 0 where it says nothing. */
  readonly label: number;
  /** Whether its children come and go. */
  readonly isList: boolean;
  /** The kinds of everything in it, in order; 0 until it is asked for. */
  shape: number;
  /** Kinds and labels of everything in it: two of the same number differ in bounds and states at most. */
  whole: number;
  /** Elements in it that say something, itself included. */
  words: number;
  /** The first label in it that stands on its screen once only; 0 where there is none. */
  title: number;
  /** The last label in it. */
  lastLabel: number;
  /** One of several that are made alike: a child of a list, or of the same shape as a sibling. */
  isRow: boolean;
  /** The same element on the other screen, once it is known. */
  partner: Node | undefined;
  /** What the partner is known by. */
  pairedBy: Reason | undefined;
}

/**
 * Why two are taken for the same: for what they say, for a name that nothing beside them has, for
 * where they stand among others that were recognised, or only for their place.
 */
type Reason = 'words' | 'name' | 'neighbours' | 'place';

/** Two nodes, one of each screen, that are the same or may be. */
export interface NodePair {
  readonly before: Node;
  readonly after: Node;
}

/** The nodes of one screen: what stands above all roots, then every element in document order. */
export interface Nodes {
  readonly top: Node;
  readonly all: readonly Node[];
}

/**
 * Stands for what is equal by equal numbers, from 1 on: for what an element is, for texts (0 for the
 * empty one), and for two numbers in their order.
 */
interface Numbering {
  kind(element: Element): number;
  text(text: string): number;
  pair(first: number, second: number): number;
}

/** A dump of 10,000 nodes, the most that is read, has fewer numbers than this; two fit into a double. */
const mostNumbers = 2 ** 26;

/** A numbering for both screens of one match. Exact, unlike hashes: what differs has different numbers. */
export function createNumbering(): Numbering {
  const kinds = new Map<string, Map<string, Map<string, number>>>();
  const texts = new Map<string, number>();
  const pairs = new Map<number, number>();
  let last = 0;
  const numberOf = <Key>(numbers: Map<Key, number>, key: Key): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(key, last);
    return last;
  };
  // Nearly all elements of a screen are of one package; comparing costs less than looking up.
  let packageName: string | undefined;
  let ofPackage = new Map<string, Map<string, number>>();
  return {
    kind: (element) => {
      if (element.packageName !== packageName) {
        packageName = element.packageName;
        ofPackage = within(kinds, packageName);
      }
      return numberOf(within(ofPackage, element.className), element.resourceId);
    },
    text: (text) => (text === '' ? 0 : numberOf(texts, text)),
    pair: (first, second) => numberOf(pairs, first * mostNumbers + second),
  };
}

/** The map that stands under a key in another one. */
function within<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, Value>()));
  return map;
}

/** Linear in the elements. */
export function createNodes(roots: readonly Element[], numbering: Numbering): Nodes {
  const all: Node[] = [];
  const top = createNode({ ...aboveRoots, children: roots }, undefined, numbering);
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.order = all.length;
    all.push(node);
    const { children } = node;
    for (const element of node.element.children)
      children.push(createNode(element, node, numbering));
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) open.push(child);
    }
  }
  sumUp(all, numbering);
  return { top, all };
}

function createNode(element: Element, parent: Node | undefined, numbering: Numbering): Node {
  const kind = numbering.kind(element);
  return {
    element,
    parent,
    children: element.children.length === 0 ? none : [],
    depth: parent === undefined ? 0 : parent.depth + 1,
    order: 0,
    index: parent?.children.length ?? 0,
    kind,
    label: labelOf(element, kind, numbering),
    isList: isList(element),
    shape: 0,
    whole: 0,
    words: 0,
    title: 0,
    lastLabel: 0,
    isRow: false,
    partner: undefined,
    pairedBy: undefined,
  };
}

/** The children of all that have none. */
const none: Node[] = [];

/** What stands above all roots, so that these are siblings like any others. */
const aboveRoots: Element = {
  id: 'root',
  path: '',
  depth: -1,
  className: '',
  packageName: '',
  text: '',
  description: '',
  resourceId: '',
  hint: '',
  bounds: { left: 0, top: 0, right: 0, bottom: 0 },
  clickable: false,
  longClickable: false,
  focusable: false,
  focused: false,
  scrollable: false,
  checkable: false,
  checked: false,
  enabled: true,
  selected: false,
  password: false,
  editable: false,
  visibleToUser: true,
  children: [],
};

/** A field is known by its hint and not by what it holds; an empty one reports its hint as its text. */
function labelOf(element: Element, kind: number, { text, pair }: Numbering): number {
  const said = element.editable ? element.hint : element.text;
  const { description } = element;
  if (description === '') return said === '' ? 0 : pair(kind, text(said));
  return pair(kind, pair(text(said), text(description)));
}

/**
 * Whether the children come and go, as rows of a list do. What is named a ScrollView holds one
 * layout that stays.
 */
function isList({ className, scrollable }: Element): boolean {
  if (lists.some((name) => className.endsWith(name))) return true;
  return scrollable && !className.endsWith('ScrollView');
}

const lists = ['RecyclerView', 'ListView', 'GridView', 'ViewPager', 'ViewPager2'];

/** Fills in what depends on the parts: backwards, so that these come first. */
function sumUp(all: readonly Node[], { pair }: Numbering): void {
  const counts = new Map<number, number>();
  for (const { label } of all) if (label !== 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (let i = all.length - 1; i >= 0; i--) {
    const node = all[i];
    if (node === undefined) continue;
    const { children, kind, label } = node;
    node.words = label === 0 ? 0 : 1;
    node.title = label !== 0 && counts.get(label) === 1 ? label : 0;
    node.lastLabel = label;
    node.whole = label === 0 ? kind : label;
    for (const child of children) {
      node.whole = pair(node.whole, child.whole);
      node.words += child.words;
      if (node.title === 0) node.title = child.title;
      if (child.lastLabel !== 0) node.lastLabel = child.lastLabel;
    }
    markRows(node, pair);
  }
}

function markRows({ children, isList }: Node, pair: Numbering['pair']): void {
  if (isList) for (const child of children) child.isRow = true;
  if (isList || children.length < 2) return;
  const inner = children.filter((child) => child.children.length > 0);
  for (const ofKind of groupBy(inner, ({ kind }) => kind).values()) {
    if (ofKind.length < 2) continue;
    for (const rows of groupBy(ofKind, (node) => shapeOf(node, pair)).values()) {
      if (rows.length > 1) for (const row of rows) row.isRow = true;
    }
  }
}

/** The kinds of everything in a node, in order. Most are never asked for. */
function shapeOf(node: Node, pair: Numbering['pair']): number {
  if (node.shape === 0) {
    let shape = node.kind;
    for (const child of node.children) shape = pair(shape, shapeOf(child, pair));
    node.shape = shape;
  }
  return node.shape;
}

/** Says that two are the same; both must be free. */
export function join({ before, after }: NodePair, reason: Reason): void {
  before.partner = after;
  after.partner = before;
  before.pairedBy = reason;
  after.pairedBy = reason;
}

/** Whether the node or something in it says anything. */
export function speaks({ words }: Node): boolean {
  return words > 0;
}

/** Whether a node is known to be its partner, and does not only stand in the same place. */
export function isRecognised({ pairedBy }: Node): boolean {
  return pairedBy !== undefined && pairedBy !== 'place';
}

/** How far the left upper corner has moved. */
export function moveOf({ before, after }: NodePair): Point {
  return {
    x: after.element.bounds.left - before.element.bounds.left,
    y: after.element.bounds.top - before.element.bounds.top,
  };
}

/** Whether both are as wide and as high. */
export function isSameSize({ before, after }: NodePair): boolean {
  const a = before.element.bounds;
  const b = after.element.bounds;
  return a.right - a.left === b.right - b.left && a.bottom - a.top === b.bottom - b.top;
}

/** The nodes by a key of theirs, in their order. */
export function groupBy(
  nodes: readonly Node[],
  keyOf: (node: Node) => number,
): Map<number, Node[]> {
  const groups = new Map<number, Node[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return groups;
}

/** The nodes that have the same key, each alone on its side, in the order of the first side; those without a key are left out. */
export function uniquePairs(
  before: readonly Node[],
  after: readonly Node[],
  keyOf: (node: Node) => number | string | undefined,
): NodePair[] {
  const others = uniqueBy(after, keyOf);
  const pairs: NodePair[] = [];
  for (const [key, node] of uniqueBy(before, keyOf)) {
    const other = node && others.get(key);
    if (node && other) pairs.push({ before: node, after: other });
  }
  return pairs;
}

/** The node of every key; null for one that several have. */
function uniqueBy(
  nodes: readonly Node[],
  keyOf: (node: Node) => number | string | undefined,
): Map<number | string, Node | null> {
  const found = new Map<number | string, Node | null>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key !== undefined) found.set(key, found.has(key) ? null : node);
  }
  return found;
}
