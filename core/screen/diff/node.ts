/**
 * A screen prepared for being compared: every element with its place in the hierarchy, and with
 * numbers for what it is and says, which are equal where those are, on both screens. Ids and
 * bounds are no part of the numbers, since both change when something moves.
 */
import { keptElements } from '../keep.ts';
import type { Element } from '../screen.ts';
import type { Numbering } from './numbering.ts';

/** One element of a screen that is compared. */
export interface Node {
  readonly element: Element;
  readonly parent: Node | undefined;
  /** Only filled while the nodes are made. */
  readonly children: Node[];
  readonly packageNumber: number;
  /** Nodes from the top. */
  readonly depth: number;
  /** Place in document order. */
  order: number;
  /** Place among its siblings. */
  readonly index: number;
  /** Class, package and resource id. */
  readonly kind: number;
  /** What it says itself, with its kind; 0 where it says nothing. */
  readonly label: number;
  /** Whether its children come and go. */
  readonly isList: boolean;
  /** Whether it is told at all (`keep.ts`). */
  isKept: boolean;
  /** The kinds of everything in it, in order. */
  shape: number;
  /** Shape and labels: two of the same number differ in bounds and states at most. */
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
  /** Whether the partner was recognised, and is not only what stands in the same place. */
  isRecognised: boolean;
}

/** What stands above all roots, so that these are siblings like any others. */
const everything: Element = {
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

/** The nodes of one screen: what stands above all roots, then every element in document order. */
export interface Nodes {
  readonly top: Node;
  readonly all: readonly Node[];
}

/** Linear in the elements. Both screens of a comparison take the same numbering. */
export function createNodes(roots: readonly Element[], numbering: Numbering): Nodes {
  const top = createNode({ ...everything, children: roots }, undefined, numbering);
  const all: Node[] = [];
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.order = all.length;
    all.push(node);
    for (const child of node.element.children) {
      node.children.push(createNode(child, node, numbering));
    }
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) open.push(child);
    }
  }
  sumUp(all, numbering);
  let next = 0;
  const kept = keptElements(roots);
  for (const node of all) {
    if (node.element !== kept[next]) continue;
    node.isKept = true;
    next++;
  }
  return { top, all };
}

/** The children of all that have none. */
const none: Node[] = [];

function createNode(element: Element, parent: Node | undefined, numbering: Numbering): Node {
  const { text, pair } = numbering;
  // Nearly always the parent's; comparing costs less than looking up.
  const isSamePackage = element.packageName === parent?.element.packageName;
  const packageNumber = isSamePackage ? parent.packageNumber : text(element.packageName);
  const kind = pair(pair(text(element.className), text(element.resourceId)), packageNumber);
  return {
    element,
    parent,
    children: element.children.length === 0 ? none : [],
    packageNumber,
    depth: parent === undefined ? 0 : parent.depth + 1,
    order: 0,
    index: parent?.children.length ?? 0,
    kind,
    label: labelNumber(element, kind, numbering),
    isList: isList(element),
    isKept: false,
    shape: 0,
    whole: 0,
    words: 0,
    title: 0,
    lastLabel: 0,
    isRow: false,
    partner: undefined,
    isRecognised: false,
  };
}

/** A field is known by its hint and not by what it holds; an empty one reports its hint as its text. */
function labelNumber(element: Element, kind: number, { text, pair }: Numbering): number {
  const said = element.editable ? element.hint : element.text;
  if (said === '' && element.description === '') return 0;
  return pair(kind, pair(text(said), text(element.description)));
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
function sumUp(all: readonly Node[], numbering: Numbering): void {
  const counts = new Map<number, number>();
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (let i = all.length - 1; i >= 0; i--) {
    const node = all[i];
    if (node !== undefined) sumUpNode(node, counts, numbering);
  }
}

function sumUpNode(node: Node, counts: ReadonlyMap<number, number>, { pair }: Numbering): void {
  const { children, kind, label } = node;
  node.words = label === 0 ? 0 : 1;
  node.title = label !== 0 && counts.get(label) === 1 ? label : 0;
  node.lastLabel = label;
  node.shape = pair(kind, 0);
  node.whole = pair(kind, label);
  for (const child of children) {
    node.shape = pair(node.shape, child.shape);
    node.whole = pair(node.whole, child.whole);
    node.words += child.words;
    if (node.title === 0) node.title = child.title;
    if (child.lastLabel !== 0) node.lastLabel = child.lastLabel;
  }
  if (node.isList || children.length > 1) markRows(node);
}

function markRows({ children, isList: inList }: Node): void {
  const shapes = new Map<number, number>();
  for (const { shape } of children) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  for (const child of children) {
    const isLeaf = child.children.length === 0;
    child.isRow = inList || (!isLeaf && (shapes.get(child.shape) ?? 0) > 1);
  }
}
