/**
 * A screen prepared for matching: every element with its position in the hierarchy, and with numbers
 * for its kind and labels that are comparable across both screens. Ids and bounds are not included,
 * since they change when something moves.
 */
import type { Point } from '../../geometry.ts';
import type { Element } from '../screen.ts';

/** One element of a screen to be matched. */
export interface MatchNode {
  readonly element: Element;
  readonly parent: MatchNode | undefined;
  /** Not modified after `createNodes`. */
  readonly children: MatchNode[];
  /** Distance from the top node. */
  readonly depth: number;
  /** Index in document order. */
  order: number;
  /** Index among its siblings. */
  readonly index: number;
  /** Number of its class, resource id and package. */
  readonly kind: number;
  /** Number of its own text and description with its kind; 0 where it has neither. */
  readonly label: number;
  /** Whether its children are rows of a list. */
  readonly isList: boolean;
  /** Number of the kinds of its whole subtree, in order; 0 until computed. */
  shape: number;
  /** Number of the kinds and labels of its whole subtree: nodes with the same number differ at most in bounds and states. */
  subtreeKey: number;
  /** How many nodes of its subtree, itself included, have a label. */
  labelCount: number;
  /** The first label in its subtree that is unique on its screen; 0 where there is none. */
  firstUniqueLabel: number;
  /** The last label in its subtree; 0 where there is none. */
  lastLabel: number;
  /** Whether it is one of several alike: a child of a list, or with the same shape as a sibling. */
  isRow: boolean;
  /** The same element on the other screen, once matched. */
  partner: MatchNode | undefined;
  /** Why the partner was matched. */
  pairedBy: PairingReason | undefined;
}

/**
 * Why two nodes were matched: labels that agree wholly or in part, a resource id unique among the
 * siblings, the position relative to recognised siblings, or the bare position. `place`: a list row
 * with other texts in the place of this one, which is the same row or another.
 */
type PairingReason = 'label' | 'name' | 'siblings' | 'position' | 'place';

/** Two nodes, one of each screen, that are or may be the same element. */
export interface NodePair {
  readonly before: MatchNode;
  readonly after: MatchNode;
}

/** The nodes of one screen: `top` is a synthetic parent of all roots, `all` is in document order. */
export interface MatchNodes {
  readonly top: MatchNode;
  readonly all: readonly MatchNode[];
}

/**
 * Assigns equal numbers, from 1, to equal things: kinds of elements, texts (0 for the empty text), and
 * ordered pairs of numbers.
 */
interface Numbering {
  kind(element: Element): number;
  text(text: string): number;
  pair(first: number, second: number): number;
}

/** More than the numbers of the largest accepted dump (10,000 nodes); two such numbers fit into a double. */
const maxNumbers = 2 ** 26;

/** A numbering for both screens of one match. Unlike hashes, different things never get the same number. */
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
  // Nearly all elements of a screen have the same package, so cache its map.
  let packageName: string | undefined;
  let classesOfPackage = new Map<string, Map<string, number>>();
  return {
    kind: (element) => {
      if (element.packageName !== packageName) {
        packageName = element.packageName;
        classesOfPackage = innerMap(kinds, packageName);
      }
      return numberOf(innerMap(classesOfPackage, element.className), element.resourceId);
    },
    text: (text) => (text === '' ? 0 : numberOf(texts, text)),
    pair: (first, second) => numberOf(pairs, first * maxNumbers + second),
  };
}

/** The inner map of a key, created if missing. */
function innerMap<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, Value>()));
  return map;
}

/** Creates the nodes of a screen. Linear in the number of elements. */
export function createNodes(roots: readonly Element[], numbering: Numbering): MatchNodes {
  const all: MatchNode[] = [];
  const top = createNode({ ...syntheticRoot, children: roots }, undefined, numbering);
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
  summarizeSubtrees(all, numbering);
  return { top, all };
}

function createNode(
  element: Element,
  parent: MatchNode | undefined,
  numbering: Numbering,
): MatchNode {
  const kind = numbering.kind(element);
  return {
    element,
    parent,
    children: element.children.length === 0 ? noChildren : [],
    depth: parent === undefined ? 0 : parent.depth + 1,
    order: 0,
    index: parent?.children.length ?? 0,
    kind,
    label: labelNumber(element, kind, numbering),
    isList: hasRows(element),
    shape: 0,
    subtreeKey: 0,
    labelCount: 0,
    firstUniqueLabel: 0,
    lastLabel: 0,
    isRow: false,
    partner: undefined,
    pairedBy: undefined,
  };
}

/** Shared by all nodes without children. */
const noChildren: MatchNode[] = [];

/** A synthetic parent of all roots, so that these are siblings like any others. */
const syntheticRoot: Element = {
  id: 'root',
  path: '',
  depth: -1,
  className: '',
  packageName: '',
  text: '',
  description: '',
  resourceId: '',
  hint: '',
  stateDescription: '',
  error: '',
  heading: false,
  position: '',
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
  listItem: false,
  visibleToUser: true,
  expanded: null,
  children: [],
};

/** A field is labelled by its hint and not by its content; an empty field reports its hint as text. */
function labelNumber(element: Element, kind: number, { text, pair }: Numbering): number {
  const ownText = element.editable ? element.hint : element.text;
  const { description } = element;
  if (description === '') return ownText === '' ? 0 : pair(kind, text(ownText));
  return pair(kind, pair(text(ownText), text(description)));
}

/**
 * Whether the children are rows that are added and removed by scrolling. A ScrollView holds a single
 * layout that stays.
 */
function hasRows({ className, scrollable }: Element): boolean {
  if (listClasses.some((name) => className.endsWith(name))) return true;
  return scrollable && !className.endsWith('ScrollView');
}

const listClasses = ['RecyclerView', 'ListView', 'GridView', 'ViewPager', 'ViewPager2'];

/** Computes what depends on the children; in reverse order, so that children come first. */
function summarizeSubtrees(all: readonly MatchNode[], { pair }: Numbering): void {
  const counts = new Map<number, number>();
  for (const { label } of all) if (label !== 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (let i = all.length - 1; i >= 0; i--) {
    const node = all[i];
    if (node === undefined) continue;
    const { children, kind, label } = node;
    node.labelCount = label === 0 ? 0 : 1;
    node.firstUniqueLabel = label !== 0 && counts.get(label) === 1 ? label : 0;
    node.lastLabel = label;
    node.subtreeKey = label === 0 ? kind : label;
    for (const child of children) {
      node.subtreeKey = pair(node.subtreeKey, child.subtreeKey);
      node.labelCount += child.labelCount;
      if (node.firstUniqueLabel === 0) node.firstUniqueLabel = child.firstUniqueLabel;
      if (child.lastLabel !== 0) node.lastLabel = child.lastLabel;
    }
    markRows(node, pair);
  }
}

function markRows({ children, isList }: MatchNode, pair: Numbering['pair']): void {
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

/** Computes the shape on demand, since most shapes are never needed. */
function shapeOf(node: MatchNode, pair: Numbering['pair']): number {
  if (node.shape === 0) {
    let shape = node.kind;
    for (const child of node.children) shape = pair(shape, shapeOf(child, pair));
    node.shape = shape;
  }
  return node.shape;
}

/** Records two nodes as partners; neither may have one yet. */
export function setPartners({ before, after }: NodePair, reason: PairingReason): void {
  before.partner = after;
  after.partner = before;
  before.pairedBy = reason;
  after.pairedBy = reason;
}

/** Whether the node or a descendant has a label. */
export function hasLabel({ labelCount }: MatchNode): boolean {
  return labelCount > 0;
}

/** A key that nodes with the same content share; undefined for a node without a label. */
export function labelKey(node: MatchNode): number | undefined {
  return hasLabel(node) ? node.subtreeKey : undefined;
}

/** Whether a node was matched by more than its bare position or place. */
export function isRecognised({ pairedBy }: MatchNode): boolean {
  return pairedBy !== undefined && pairedBy !== 'position' && pairedBy !== 'place';
}

/** The row at or around a node that was matched by its place; undefined if there is none. */
export function changedRowAround(node: MatchNode): MatchNode | undefined {
  let at: MatchNode | undefined = node;
  while (at !== undefined && at.pairedBy !== 'place') at = at.parent;
  return at;
}

/** How far the top left corner moved, in device pixels. */
export function moveOf({ before, after }: NodePair): Point {
  return {
    x: after.element.bounds.left - before.element.bounds.left,
    y: after.element.bounds.top - before.element.bounds.top,
  };
}

/** Whether width and height are equal. */
export function isSameSize({ before, after }: NodePair): boolean {
  const a = before.element.bounds;
  const b = after.element.bounds;
  return a.right - a.left === b.right - b.left && a.bottom - a.top === b.bottom - b.top;
}

/** Groups nodes by key, keeping their order. */
export function groupBy(
  nodes: readonly MatchNode[],
  keyOf: (node: MatchNode) => number,
): Map<number, MatchNode[]> {
  const groups = new Map<number, MatchNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return groups;
}

/** Pairs nodes whose key occurs exactly once on each screen, in the order of the first; nodes without a key are skipped. */
export function uniquePairs(
  before: readonly MatchNode[],
  after: readonly MatchNode[],
  keyOf: (node: MatchNode) => number | string | undefined,
): NodePair[] {
  const others = uniqueBy(after, keyOf);
  const pairs: NodePair[] = [];
  for (const [key, node] of uniqueBy(before, keyOf)) {
    const other = node && others.get(key);
    if (node && other) pairs.push({ before: node, after: other });
  }
  return pairs;
}

/** The node of every key; null for a key of several nodes. */
function uniqueBy(
  nodes: readonly MatchNode[],
  keyOf: (node: MatchNode) => number | string | undefined,
): Map<number | string, MatchNode | null> {
  const found = new Map<number | string, MatchNode | null>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key !== undefined) found.set(key, found.has(key) ? null : node);
  }
  return found;
}
