import type { Rect, Rotation } from '#core/geometry.ts';
import type { AndroidVersion } from '../../options.ts';
import { emptyLayoutNode, type DumpNode } from '../../world.ts';
import type { FileSystem } from '../../files.ts';
import { encodeUtf8 } from '../../bytes.ts';

/** XmlSerializer.startDocument("UTF-8", true). */
const declaration = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`;

/** The complete dump on one line, as AccessibilityNodeInfoDumper writes it. */
export function dumpXml(root: DumpNode, rotation: Rotation, android: AndroidVersion): string {
  const node = nodeXml(root, { index: 0, order: 0, android });
  return `${declaration}<hierarchy rotation="${rotation}">${node}</hierarchy>`;
}

interface SiblingPosition {
  /** Position among the siblings. */
  readonly index: number;
  /** Drawing order among the siblings, from 1; 0 for the root. */
  readonly order: number;
  readonly android: AndroidVersion;
}

function nodeXml(node: DumpNode, position: SiblingPosition): string {
  const start = `<node${attributesOf(node, position)}`;
  if (node.children.length === 0) return `${start} />`;
  const children = node.children.map((child, index) =>
    nodeXml(child, { index, order: index + 1, android: position.android }),
  );
  return `${start}>${children.join('')}</node>`;
}

/** The attributes in the order of AccessibilityNodeInfoDumper.dumpNodeRec; the last two as in captured dumps of Android 14 and later. */
function attributesOf(node: DumpNode, { index, order, android }: SiblingPosition): string {
  const { bounds } = node;
  const values: [string, string][] = [
    ['index', String(index)],
    ['text', stripInvalid(node.text)],
    ['resource-id', stripInvalid(node.resourceId)],
    ['class', stripInvalid(node.className)],
    ['package', stripInvalid(node.packageName)],
    ['content-desc', stripInvalid(node.description)],
    ['checkable', String(node.checkable)],
    ['checked', String(node.checked)],
    ['clickable', String(node.clickable)],
    ['enabled', String(node.enabled)],
    ['focusable', String(node.focusable)],
    ['focused', String(node.focused)],
    ['scrollable', String(node.scrollable)],
    ['long-clickable', String(node.longClickable)],
    ['password', String(node.password)],
    ['selected', String(node.selected)],
    ['bounds', `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`],
  ];
  if (isNotAccessibilityFriendly(node)) values.unshift(['NAF', 'true']);
  if (android >= 14) {
    values.push(['drawing-order', String(order)], ['hint', stripInvalid(node.hint)]);
  }
  return values.map(([name, value]) => attributeXml(name, value)).join('');
}

/** AccessibilityNodeInfoDumper.NAF_EXCLUDED_CLASSES. */
const nafExcluded = ['GridView', 'GridLayout', 'ListView', 'TableLayout'].map(
  (name) => `android.widget.${name}`,
);

/** Whether a node is enabled and clickable, and neither it nor a descendant has a text or description. */
function isNotAccessibilityFriendly(node: DumpNode): boolean {
  if (nafExcluded.some((name) => node.className.endsWith(name))) return false;
  return node.clickable && node.enabled && !hasText(node);
}

function hasText(node: DumpNode): boolean {
  return node.text !== '' || node.description !== '' || node.children.some(hasText);
}

/** ` name="value"` as Android's XmlSerializer writes it (kxml2), in single quotes where the value holds double ones. */
export function attributeXml(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return ` ${name}=${quote}${escapeAttribute(value, quote)}${quote}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes an attribute value; characters beyond the BMP become decimal references (`writeSurrogate`). */
function escapeAttribute(value: string, quote: string): string {
  const escaped = quote === "'" ? /[&<>'\t\n\r]/g : /[&<>\t\n\r]/g;
  return value
    .replace(escaped, (character) => entities[character] ?? character)
    .replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** Replaces characters that XML cannot contain by dots (AccessibilityNodeInfoDumper.stripInvalidXMLChars). */
export function stripInvalid(text: string): string {
  // Guess: NUL and lone surrogates, on which the real serializer throws, are replaced too.
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  const invalid = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return text.replace(invalid, '.').replace(lone, '.');
}

/**
 * The tree of `--compressed`: views that are not important for accessibility are replaced by their
 * children. The root stays.
 */
export function compressTree(root: DumpNode): DumpNode {
  return { ...root, children: root.children.flatMap(importantNodes) };
}

function importantNodes(node: DumpNode): DumpNode[] {
  const children = node.children.flatMap(importantNodes);
  return isImportant(node) ? [{ ...node, children }] : children;
}

/**
 * android.view.View.isImportantForAccessibility in automatic mode: interactive views, and text and
 * image views with a text or description. A resource id does not matter. Guess: lists (scrollable)
 * are important, as RecyclerView sets it.
 */
function isImportant(node: DumpNode): boolean {
  const isInteractive = node.clickable || node.longClickable || node.focusable;
  const isStateful = node.checkable || node.scrollable || node.password;
  return (
    isInteractive || isStateful || node.text !== '' || node.description !== '' || node.hint !== ''
  );
}

/** Paths where tools write dumps, from their sources. */
const commonDumpPaths = ['/sdcard', '/data/local/tmp'].flatMap((directory) =>
  ['window_dump', 'ui', 'dump', 'uidump', 'ui_dump', 'view', 'x', 'hierarchy'].map(
    (name) => `${directory}/${name}.xml`,
  ),
);

/** Writes dumps of an earlier screen to the common paths, for the fault `stale-dump`. */
export function writeStaleDumps(files: FileSystem, android: AndroidVersion): void {
  const bytes = encodeUtf8(dumpXml(oldScreen, 0, android));
  const yesterdayS = Math.floor(Date.now() / 1000) - 86_400;
  for (const path of commonDumpPaths) files.write(path, bytes, { modifiedS: yesterdayS });
}

const emptyScreen = emptyLayoutNode('com.example.yesterday', {
  left: 0,
  top: 0,
  right: 1080,
  bottom: 2400,
});

const oldScreen: DumpNode = {
  ...emptyScreen,
  children: [
    textNode('This screen was left yesterday', { left: 64, top: 400, right: 1016, bottom: 480 }),
    {
      ...textNode('Pay now', { left: 64, top: 1200, right: 1016, bottom: 1340 }),
      className: 'android.widget.Button',
      resourceId: 'com.example.yesterday:id/pay',
      clickable: true,
      focusable: true,
    },
  ],
};

function textNode(text: string, bounds: Rect): DumpNode {
  return { ...emptyScreen, className: 'android.widget.TextView', text, bounds };
}
