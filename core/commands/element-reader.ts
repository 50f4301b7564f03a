/** The protocol of the element reader on the phone, see worker/adb/reading/element-reader/README.md. */
import { HandsetError } from '../errors.ts';
import { intersect, rectOfSize, rotateSize, type Rect, type Size } from '../geometry.ts';
import type { Display } from '../phone/phone.ts';
import { hierarchyLimits, hierarchyOfNodes, type XmlNode } from '../screen/parse.ts';
import type { Hierarchy } from '../screen/screen.ts';

/** The version of the protocol that we speak. */
export const readerProtocol = 4;

/** How a dump prints bounds. */
export interface BoundsRule {
  /** To what it cuts them: the display, or in older versions the part without the system bars. */
  readonly limit: 'display' | 'app';
  readonly apiLevel: number;
}

/** Android 10: from here on dumps print an empty rectangle for what lies beyond the display. */
const emptyBeyondLevel = 29;

/** One reading of the element reader. */
export interface ReaderScreen {
  /** The active window's elements, and those of pop-ups above it. */
  readonly hierarchy: Hierarchy;
  /** Whether Android's active window is on another display; the elements are of the front window of the default one. */
  readonly isFocusElsewhere: boolean;
  /** Android's number of the active window: each activity and dialog has its own. NaN if it sent no number. */
  readonly windowId: number;
  readonly display: Display;
  /** Milliseconds without a change when the elements were read. */
  readonly stillMs: number;
}

/** The columns of a `node` row after its name. */
const column = {
  depth: 1,
  index: 2,
  flags: 3,
  bounds: 4,
  className: 8,
  text: 11,
  list: 16,
} as const;
const nodeFields = 18;

/** The dump's attributes by their bit in a node's flags. */
const flagNames = [
  ...['checkable', 'checked', 'clickable', 'enabled', 'focusable', 'focused', 'scrollable'],
  ...['long-clickable', 'password', 'selected', 'editable', 'visible-to-user', 'heading'],
];

/** The reading in the rows of one answer. Throws `bad-hierarchy` for rows that are not as documented. */
export function parseReaderScreen(
  rows: readonly string[],
  rule: BoundsRule = { limit: 'display', apiLevel: emptyBeyondLevel },
): ReaderScreen {
  const [head = '', ...others] = rows;
  const [name, , ...numbers] = head.split('\t');
  const [rotation, width = 0, height = 0, appWidth = 0, appHeight = 0, density = 0, stillMs] =
    numbers.map(Number);
  if (name !== 'screen' || stillMs === undefined) throw unreadable(head);
  const limit =
    rule.limit === 'display' ? { width, height } : { width: appWidth, height: appHeight };
  const cut = (bounds: Rect): Rect => cutBounds(bounds, limit, rule);
  const { active, isFocusElsewhere, windowId, popups, keyboard } = parseWindows(others, cut);
  const turns = rotation === 1 || rotation === 2 || rotation === 3 ? rotation : 0;
  const hierarchy = {
    ...hierarchyOfNodes(turns, active, popups),
    keyboard,
    byElementReader: true,
  };
  // Turning by a right angle twice gives the natural size again.
  const display = { naturalSize: rotateSize({ width, height }, turns), density };
  return { hierarchy, isFocusElsewhere, windowId, display, stillMs };
}

interface Windows {
  readonly active: readonly XmlNode[];
  readonly isFocusElsewhere: boolean;
  readonly windowId: number;
  readonly popups: readonly { readonly id: number; readonly root: XmlNode }[];
  readonly keyboard: Rect | null;
}

/** A node whose children are still being added. */
type OpenNode = XmlNode & {
  readonly children: OpenNode[];
  /** `ROWS COLUMNS` of the list that it is or is in; empty without one. */
  readonly list: string;
};

function parseWindows(rows: readonly string[], cut: (bounds: Rect) => Rect): Windows {
  const active: OpenNode[] = [];
  let windowId = NaN;
  let isFocusElsewhere = false;
  const popups: { readonly id: number; readonly root: XmlNode }[] = [];
  let addRoot: (root: OpenNode) => void = () => undefined;
  const open: OpenNode[] = [];
  let nodes = 0;
  let keyboard: Rect | null = null;
  for (const row of rows) {
    const fields = row.split('\t');
    if (fields[0] === 'window') {
      const id = Number(fields[2]);
      const isMain = fields[1] === 'active' || fields[1] === 'front';
      if (isMain) windowId = id;
      if (fields[1] === 'front') isFocusElsewhere = true;
      if (fields[1] === 'keyboard') keyboard = cut(rectOf(fields, 3));
      addRoot = (root) => {
        if (isMain) active.push(root);
        else popups.push({ id, root });
      };
      continue;
    }
    const depth = Number(fields[column.depth]);
    const parent = open[depth - 1];
    // Other depths than whole numbers have no parent.
    if (fields[0] !== 'node' || fields.length !== nodeFields || (depth !== 0 && !parent))
      throw unreadable(row);
    nodes += 1;
    if (nodes > hierarchyLimits.nodes || depth > hierarchyLimits.depth) throw tooBig();
    const outerList = depth > 0 ? (parent?.list ?? '') : '';
    const [list = '', item = ''] = fields.slice(column.list);
    const attributes = { ...attributesOf(fields, cut), position: positionIn(outerList, item) };
    const node = { attributes, children: [], list: list || outerList };
    open.length = depth;
    open.push(node);
    if (parent) parent.children.push(node);
    else addRoot(node);
  }
  return { active, isFocusElsewhere, windowId, popups, keyboard };
}

/** The attributes that a dump prints for the same node, and those that it lacks. */
function attributesOf(
  fields: readonly string[],
  cut: (bounds: Rect) => Rect,
): Readonly<Record<string, string>> {
  const flags = Number(fields[column.flags]);
  const bounds = cut(rectOf(fields, column.bounds));
  const [className = '', packageName = '', resourceId = ''] = fields
    .slice(column.className, column.text)
    .map(unescapeField);
  const [text = '', description = '', hint = '', state = '', error = ''] = fields
    .slice(column.text, column.list)
    .map(unescapeField);
  return {
    ...Object.fromEntries(flagNames.map((name, bit) => [name, String(((flags >> bit) & 1) === 1)])),
    index: fields[column.index] ?? '',
    bounds: `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`,
    class: className,
    package: packageName,
    'resource-id': resourceId,
    text,
    'content-desc': description,
    hint,
    'state-description': state,
    error,
  };
}

function rectOf(fields: readonly string[], from: number): Rect {
  const [left = 0, top = 0, right = 0, bottom = 0] = fields.slice(from, from + 4).map(Number);
  return { left, top, right, bottom };
}

/**
 * `row 3 of 40`; counted from 1, with the columns where there are several. Empty for what is in no list, or
 * whose place its list does not know.
 */
function positionIn(list: string, item: string): string {
  if (item === '') return '';
  const [rows = 0, columns = 0] = list.split(' ').map(Number);
  const [rowIndex = 0, columnIndex = 0] = item.split(' ').map(Number);
  // Lists that load as they are scrolled do not know their size.
  const place = (name: string, index: number, count: number): string =>
    count > index ? `${name} ${index + 1} of ${count}` : `${name} ${index + 1}`;
  const places = [
    ...(rows === 1 || rowIndex < 0 ? [] : [place('row', rowIndex, rows)]),
    ...(columnIndex >= (columns > 1 ? 0 : 1) ? [place('column', columnIndex, columns)] : []),
  ];
  return places.join(', ');
}

/**
 * As AccessibilityNodeInfoHelper.getVisibleBoundsInScreen: bounds that do not reach into the display
 * are empty, or in older versions stay as they are.
 */
function cutBounds(bounds: Rect, { width, height }: Size, { apiLevel }: BoundsRule): Rect {
  const { left, top, right, bottom } = bounds;
  if (left >= width || top >= height || right <= 0 || bottom <= 0)
    return apiLevel >= emptyBeyondLevel ? { left: 0, top: 0, right: 0, bottom: 0 } : bounds;
  return intersect(bounds, rectOfSize({ width, height }));
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/**
 * The text of a field, with dots for the control characters that a dump replaces
 * (AccessibilityNodeInfoDumper.stripInvalidXMLChars).
 */
function unescapeField(field: string): string {
  return field
    .replace(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped)
    .replace(
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf]/g,
      '.',
    );
}

function tooBig(): HandsetError {
  const { nodes, depth } = hierarchyLimits;
  return new HandsetError(
    'bad-hierarchy',
    `The screen is too big to read: it has more than ${nodes} elements, or they are nested deeper than ${depth}.`,
    { hint: 'Ask for the screenshot instead.' },
  );
}

function unreadable(row: string): HandsetError {
  return new HandsetError(
    'bad-hierarchy',
    `The element reader sent a row that can't be read: ${row.slice(0, 200)}`,
    { hint: 'Try again.' },
  );
}
