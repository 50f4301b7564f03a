import type { Rect, Rotation } from '../geometry.ts';
import { isEditable } from './derive.ts';
import { elementId, uniqueIds } from './ids.ts';
import { hidePassword, rememberPrintedText } from './passwords.ts';
import type { Element, Hierarchy } from './screen.ts';
import { decodeXml, type XmlNode, checkSize, parseHierarchyXml } from './xml.ts';

/**
 * Parses a uiautomator dump of any Android version from a phone, a shell or a file: UTF-8 or UTF-16,
 * with or without text around the XML. Throws `bad-hierarchy` if it has no complete hierarchy or
 * exceeds a limit.
 */
export function parseHierarchy(bytes: Uint8Array): Hierarchy {
  checkSize(bytes.length);
  const hierarchy = parseHierarchyXml(decodeXml(bytes));
  return {
    rotation: parseRotation(hierarchy.attributes['rotation']),
    roots: buildElements(hierarchy.children),
  };
}

/** An element under construction: `children` grows while its subtree is walked. */
type OpenElement = Element & { readonly children: OpenElement[] };

interface NodePosition {
  readonly node: XmlNode;
  readonly siblings: OpenElement[];
  readonly depth: number;
  readonly childIndex: number;
  readonly path: string;
  /** The parent's id without a `_2` suffix, since the reference hashes the plain id. */
  readonly parentId: string;
  /** The content of the password field around it; empty if there is none. */
  readonly secret: string;
}

/** Builds the elements in document order with an explicit stack: a hostile dump may nest deeper than the call stack. */
function buildElements(nodes: readonly XmlNode[]): Element[] {
  const roots: OpenElement[] = [];
  const unique = uniqueIds();
  const open: NodePosition[] = nodes
    .map((node, i) => ({ node, childIndex: i, path: `${i}` }))
    .map((position) => ({ ...position, siblings: roots, depth: 0, parentId: 'root', secret: '' }))
    .reverse();
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    const { element, plainId, secret } = buildElement(position, unique);
    position.siblings.push(element);
    const inside = { ...position, siblings: element.children, parentId: plainId, secret };
    open.push(...positionsOfChildren(inside).reverse());
  }
  return roots;
}

/** The positions of the children; they inherit everything from `parent` except its own index. */
function positionsOfChildren(parent: NodePosition): NodePosition[] {
  const indices = childIndices(parent.node.children);
  return parent.node.children.map((node, i) => {
    const childIndex = indices[i] ?? i;
    const path = `${parent.path}.${childIndex}`;
    return { ...parent, node, depth: parent.depth + 1, childIndex, path };
  });
}

/** The `index` attributes if they are distinct among the siblings, else the order in the dump. */
function childIndices(nodes: readonly XmlNode[]): number[] {
  const printed = nodes.map((node) => node.attributes['index'] ?? '');
  const distinct = new Set(printed).size === nodes.length;
  const numeric = printed.every((index) => /^\d{1,5}$/.test(index));
  return nodes.map((_, i) => (distinct && numeric ? Number(printed[i]) : i));
}

/** Maximum length of class, package and id names; the longest captured one has 95 characters. Outputs repeat them. */
const maxNameLength = 500;

function buildElement(
  position: NodePosition,
  unique: (id: string) => string,
): { element: OpenElement; plainId: string; secret: string } {
  const { attributes } = position.node;
  const text = (name: string): string => attributes[name] ?? '';
  const is = (name: string): boolean => attributes[name] === 'true';
  const resourceId = text('resource-id').slice(0, maxNameLength);
  const className = text('class').slice(0, maxNameLength);
  const bounds = parseBounds(text('bounds'));
  const plainId = elementId({ ...position, resourceId, className, bounds });
  const { secret, ...texts } = shownTexts(attributes, position.secret);
  const element: OpenElement = {
    id: unique(plainId),
    path: position.path,
    depth: position.depth,
    className,
    resourceId,
    bounds,
    packageName: text('package').slice(0, maxNameLength),
    ...texts,
    hint: text('hint'),
    clickable: is('clickable'),
    longClickable: is('long-clickable'),
    focusable: is('focusable'),
    focused: is('focused'),
    scrollable: is('scrollable'),
    checkable: is('checkable'),
    checked: is('checked'),
    enabled: is('enabled'),
    selected: is('selected'),
    password: is('password'),
    editable: isEditable(className, is('password')),
    visibleToUser: attributes['visible-to-user'] !== 'false',
    children: [],
  };
  if (element.password) rememberPrintedText(element, text('text'));
  return { element, plainId, secret };
}

/** An element's text and description with passwords hidden, and the password to hide in its descendants. */
function shownTexts(
  attributes: XmlNode['attributes'],
  around: string,
): Pick<Element, 'text' | 'description'> & { readonly secret: string } {
  const { text = '', 'content-desc': description = '', hint, password } = attributes;
  const isField = password === 'true';
  const shown = isField ? hidePassword(text, hint) : text;
  // For a field inside a field, the password of the outer one.
  const secret = around || (isField && shown !== '' ? text : '');
  return {
    text: !isField && text === secret ? '' : shown,
    description: description === secret ? '' : description,
    secret,
  };
}

/** Parses `[left,top][right,bottom]`, keeping inverted bounds; an empty rectangle if unreadable. */
function parseBounds(text: string): Rect {
  const match = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(text);
  const [left = 0, top = 0, right = 0, bottom = 0] = match?.slice(1).map(Number) ?? [];
  return { left, top, right, bottom };
}

function parseRotation(text: string | undefined): Rotation {
  const turns = Number(text);
  return turns === 1 || turns === 2 || turns === 3 ? turns : 0;
}
