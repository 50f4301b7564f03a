/** Parses the XML of a dump into plain nodes with fast-xml-parser, within our own limits. */
import { XMLParser } from 'fast-xml-parser';
import { describeThrown, HandsetError, oneLine } from '../errors.ts';
import type { Rect, Rotation } from '../geometry.ts';
import { isEditable, type Element, type Hierarchy } from './screen.ts';
import { elementId, uniqueIds } from './hashes.ts';
import { hidePassword, rememberPrintedText } from './passwords.ts';

/** One element of a dump with its decoded attributes. */
export interface XmlNode {
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/**
 * Limits far above any captured screen (280 nodes, 28 levels, 120 kB), and low enough that every
 * tool processes an accepted screen within a fraction of a second.
 */
export const hierarchyLimits = {
  bytes: 4 * 1024 * 1024,
  nodes: 10_000,
  depth: 250,
  /** Characters of one tag; the longest captured attribute has 16 kB. */
  tagLength: 256 * 1024,
  /** Total number of equals signs, which approximates that of attributes; a node has about 20. */
  equalsSigns: 400_000,
} as const;

const lessThan = 0x3c;
const equalsSign = 0x3d;

/**
 * A character such as an emoji as two references, one for each UTF-16 unit, which XML does not have: 55296 to
 * 56319, then 56320 to 57343.
 */
const surrogatePair =
  /&#(55(?:29[6-9]|[3-9]\d\d)|56(?:[0-2]\d\d|3[01]\d));&#(56(?:3[2-9]|[4-9]\d)\d|57(?:[0-2]\d|3[0-3])\d|5734[0-3]);/g;

/** The root element of a dump. Throws `bad-hierarchy`. */
function parseDumpXml(text: string): TaggedNode {
  const xml = sliceHierarchy(text).replace(surrogatePair, (_, high: string, low: string) =>
    String.fromCharCode(Number(high), Number(low)),
  );
  checkTags(xml);
  let nodes = 0;
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true, // Also switches numeric references such as &#127925; on.
    processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
    maxNestedTags: hierarchyLimits.depth,
    jPath: false, // A path string for every node would make deep trees quadratic.
    updateTag: (name) => {
      if (++nodes > hierarchyLimits.nodes)
        throw dumpTooBig(`more than ${hierarchyLimits.nodes} nodes`);
      return name;
    },
  });
  try {
    // preserveOrder's output, as documented: an array of { [tag]: children, ':@': attributes }.
    return toNode((parser.parse(xml) as OrderedItem[])[0]);
  } catch (error) {
    if (error instanceof HandsetError) throw error;
    const reason = describeThrown(error);
    if (/nested tags/i.test(reason))
      throw dumpTooBig(`nodes nested deeper than ${hierarchyLimits.depth}`);
    throw badHierarchy(`The dump is not well-formed XML: ${reason}.`, error);
  }
}

/** Throws `bad-hierarchy` for a dump over the size limit; `bytes` is the full size, of which less may have been kept. */
function checkSize(bytes: number): void {
  if (bytes > hierarchyLimits.bytes) throw dumpTooBig(`${(bytes / 1024 / 1024).toFixed(0)} MB`);
}

/**
 * Rejects input that would cost the parser gigabytes of memory, since it lists all attributes of a
 * tag before it makes an object of them. Every `<` begins a tag, since it is escaped in values.
 */
function checkTags(xml: string): void {
  let equalsSigns = 0;
  let tagStart = 0;
  for (let at = 0; at < xml.length; at++) {
    const character = xml.charCodeAt(at);
    if (character === lessThan) {
      if (!/[\w/!?]/.test(xml.charAt(at + 1)))
        throw badHierarchy(`The dump is not well-formed XML: a bare < at ${at}.`);
      tagStart = at;
    } else if (character === equalsSign) equalsSigns++;
    if (at - tagStart > hierarchyLimits.tagLength)
      throw dumpTooBig(`a node of over ${hierarchyLimits.tagLength} characters`);
  }
  if (equalsSigns > hierarchyLimits.equalsSigns)
    throw dumpTooBig(`over ${hierarchyLimits.equalsSigns} attributes`);
}

/** What a dump can be: of one window, or of all windows of all displays (`uiautomator dump --windows`). */
const rootTags = [
  { tag: 'displays', start: /<displays[\s/>]/, empty: /^<displays[^<>]*\/>/ },
  { tag: 'hierarchy', start: /<hierarchy[\s/>]/, empty: /^<hierarchy[^<>]*\/>/ },
] as const;

/**
 * Cuts the dump out of surrounding text: daemon messages before it, "UI hierchary dumped to"
 * after it, byte order marks. `<` is always escaped in values, so the tags found are real.
 */
function sliceHierarchy(text: string): string {
  const doctype = /<!(DOCTYPE|ENTITY)/i.exec(text);
  if (doctype) {
    throw badHierarchy(
      `The dump contains a ${doctype[0]} declaration, which uiautomator never writes.`,
    );
  }
  for (const { tag, start: startPattern, empty: emptyPattern } of rootTags) {
    const start = text.search(startPattern);
    if (start < 0) continue;
    const end = text.indexOf(`</${tag}>`, start);
    if (end >= 0) return text.slice(start, end + `</${tag}>`.length);
    const empty = emptyPattern.exec(text.slice(start));
    if (empty) return empty[0];
    throw badHierarchy(
      `The dump ends before </${tag}>, after ${text.length} characters: it was cut short.`,
    );
  }
  throw badHierarchy(`There is no <hierarchy> in the dump: ${quoteStart(text)}.`);
}

type OrderedItem = Readonly<Record<string, unknown>>;

/** An element with its name: uiautomator's are called `node`, those of an Appium page source by their class. */
interface TaggedNode extends XmlNode {
  readonly tag: string;
  readonly children: readonly TaggedNode[];
}

interface OpenNode extends TaggedNode {
  readonly children: OpenNode[];
  readonly items: readonly OrderedItem[];
}

/** Iterative, since a hostile dump may nest deeper than the call stack. */
function toNode(root: OrderedItem | undefined): TaggedNode {
  const top = openNode(root ?? {});
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const item of node.items) {
      const child = openNode(item);
      if (child.tag === '' || child.tag === '#text') continue;
      node.children.push(child);
      open.push(child);
    }
  }
  return top;
}

function openNode(item: OrderedItem): OpenNode {
  const tag = Object.keys(item).find((key) => key !== ':@') ?? '';
  const items = item[tag];
  return {
    tag,
    // The parser's options leave attribute values as strings.
    attributes: (item[':@'] ?? {}) as Record<string, string>,
    children: [],
    // Also documented: the value of a tag is a list of items.
    items: Array.isArray(items) ? (items as OrderedItem[]) : [],
  };
}

/**
 * The hierarchies of a dump: the one that it is, or those of the app's windows on the default display,
 * from the back to the front, as AccessibilityNodeInfoDumper writes them with `--windows`. Those of
 * the system, such as the status bar, count only while one is active.
 */
function hierarchiesIn(root: TaggedNode): readonly TaggedNode[] {
  if (root.tag === 'hierarchy') return [root];
  const display = root.children.find(({ attributes }) => attributes['id'] === '0');
  const windows = (display?.children ?? []).filter(
    ({ attributes }) =>
      attributes['type'] === 'TYPE_APPLICATION' || attributes['active'] === 'true',
  );
  const layerOf = ({ attributes }: TaggedNode): number => Number(attributes['layer'] ?? 0);
  if (windows.length === 0) {
    throw badHierarchy('The dump has no window of an app on the default display.');
  }
  return windows
    .toSorted((a, b) => layerOf(a) - layerOf(b))
    .flatMap(({ children }) => children.filter(({ tag }) => tag === 'hierarchy'));
}

function quoteStart(text: string): string {
  const short = oneLine(text).slice(0, 200);
  return short === '' ? 'it is empty' : `it says "${short}"`;
}

function dumpTooBig(what: string): HandsetError {
  return badHierarchy(`The screen's dump is too big to read: ${what}.`);
}

function badHierarchy(message: string, cause?: unknown): HandsetError {
  return new HandsetError('bad-hierarchy', message, {
    hint: "Try again. If that doesn't help, ask for the screenshot instead.",
    cause,
  });
}

/**
 * Decodes the bytes of a dump. Dumps are UTF-8 with or without a byte order mark or, if a Windows
 * shell wrote the file, UTF-16 with a declaration that still says UTF-8. So the byte order mark or
 * the first bytes decide, never the declaration.
 */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Parses a uiautomator dump of any Android version from a phone, a shell or a file, of one window or
 * of all, or an Appium page source: UTF-8 or UTF-16, with or without text around the XML. Throws
 * `bad-hierarchy` if it has no complete hierarchy or exceeds a limit.
 */
export function parseHierarchy(bytes: Uint8Array): Hierarchy {
  checkSize(bytes.length);
  const hierarchies = hierarchiesIn(parseDumpXml(decodeXml(bytes)));
  return {
    rotation: parseRotation(hierarchies.at(-1)?.attributes['rotation']),
    roots: buildElements(hierarchies.flatMap(({ children }) => children)),
  };
}

/**
 * The hierarchy of nodes that were read otherwise than by a dump. `windows` are further windows,
 * each with its id and root: the ids of their elements differ from those of the same node elsewhere.
 */
export function hierarchyOfNodes(
  rotation: Rotation,
  nodes: readonly XmlNode[],
  windows: readonly { readonly id: number; readonly root: XmlNode }[] = [],
): Hierarchy {
  return { rotation, roots: buildElements(nodes, windows) };
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
  readonly inWebView: boolean;
  readonly listItem: boolean;
}

/** Builds the elements in document order with an explicit stack: a hostile dump may nest deeper than the call stack. */
function buildElements(
  nodes: readonly XmlNode[],
  windows: readonly { readonly id: number; readonly root: XmlNode }[] = [],
): Element[] {
  const roots: OpenElement[] = [];
  const unique = uniqueIds();
  const start = { siblings: roots, depth: 0, secret: '', inWebView: false, listItem: false };
  const open: NodePosition[] = [
    ...nodes.map((node) => ({ node, parentId: 'root' })),
    // The reference's name for the root of another window.
    ...windows.map(({ id, root }) => ({ node: root, parentId: `root_w${id}` })),
  ]
    .map((position, i) => ({ ...start, ...position, childIndex: i, path: `${i}` }))
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
  const inWebView = parent.inWebView || /WebView$/.test(parent.node.attributes['class'] ?? '');
  const listItem = !inWebView && isUnmarkedList(parent.node);
  return parent.node.children.map((node, i) => {
    const childIndex = indices[i] ?? i;
    const path = `${parent.path}.${childIndex}`;
    return { ...parent, node, depth: parent.depth + 1, childIndex, path, inWebView, listItem };
  });
}

/**
 * Whether it is a list whose rows the dump does not call clickable. An AdapterView takes the taps of
 * its rows itself, so those of menus and of many apps are reported as mere layouts. It is focusable
 * while it has rows; a RecyclerView that only calls itself a list is not.
 */
function isUnmarkedList({ attributes, children }: XmlNode): boolean {
  const isList = /\.(ListView|GridView|ExpandableListView|DropDownListView|MenuDropDownListView)$/;
  return (
    isList.test(attributes['class'] ?? '') &&
    attributes['focusable'] === 'true' &&
    !children.some((row) => rowsLike(row).some((each) => each.attributes['clickable'] === 'true'))
  );
}

/** The row, and what fills it: a layout around the clickable one. */
function rowsLike(row: XmlNode): XmlNode[] {
  const rows = [row];
  for (let inner = row.children[0]; inner !== undefined; inner = inner.children[0]) {
    if (inner.attributes['bounds'] !== row.attributes['bounds']) break;
    rows.push(inner);
  }
  return rows;
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
    stateDescription: text('state-description'),
    error: text('error'),
    heading: is('heading'),
    position: text('position'),
    clickable: is('clickable'),
    longClickable: is('long-clickable'),
    focusable: is('focusable'),
    focused: is('focused'),
    scrollable: is('scrollable'),
    checkable: is('checkable'),
    checked: is('checked'),
    enabled: is('enabled'),
    selected: is('selected'),
    expanded: attributes['expanded'] === undefined ? null : is('expanded'),
    password: is('password'),
    editable: isEditable(className, is('password')) || is('editable'),
    listItem: position.listItem && is('enabled'),
    visibleToUser: attributes['visible-to-user'] !== 'false',
    children: [],
  };
  if (element.password) rememberPrintedText(element, text('text'));
  return { element, plainId, secret };
}

/** An element's text and description with passwords hidden, and the password to hide in its descendants. */
function shownTexts(
  attributes: XmlNode['attributes'],
  outerPassword: string,
): Pick<Element, 'text' | 'description'> & { readonly secret: string } {
  const { text = '', 'content-desc': description = '', hint, password } = attributes;
  const isField = password === 'true';
  const shown = isField ? hidePassword(text, hint) : text;
  // For a field inside a field, the password of the outer one.
  const secret = outerPassword || (isField && shown !== '' ? text : '');
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
