import type { Rotation } from '../../../geometry.ts';
import type { AndroidVersion } from '../../options.ts';
import type { DumpNode } from '../../world.ts';
import { attribute, stripInvalid } from './xml-serializer.ts';

/** XmlSerializer.startDocument("UTF-8", true). */
export const declaration = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`;

/** A whole dump on one line, as AccessibilityNodeInfoDumper writes it. */
export function dumpXml(root: DumpNode, rotation: Rotation, android: AndroidVersion): string {
  return `${declaration}${hierarchyXml(root, rotation, android)}`;
}

/** The `hierarchy` element. */
export function hierarchyXml(root: DumpNode, rotation: Rotation, android: AndroidVersion): string {
  return `<hierarchy rotation="${rotation}">${nodeXml(root, { index: 0, order: 0, android })}</hierarchy>`;
}

interface Place {
  /** Position among the siblings. */
  readonly index: number;
  /** Drawing order among the siblings, from 1; 0 for the root. */
  readonly order: number;
  readonly android: AndroidVersion;
}

function nodeXml(node: DumpNode, place: Place): string {
  const start = `<node${attributesOf(node, place)}`;
  if (node.children.length === 0) return `${start} />`;
  const children = node.children.map((child, index) =>
    nodeXml(child, { index, order: index + 1, android: place.android }),
  );
  return `${start}>${children.join('')}</node>`;
}

/** Names and order of AccessibilityNodeInfoDumper.dumpNodeRec; the last two as in captured dumps of Android 14 and later. */
function attributesOf(node: DumpNode, { index, order, android }: Place): string {
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
  return values.map(([name, value]) => attribute(name, value)).join('');
}

/** AccessibilityNodeInfoDumper.NAF_EXCLUDED_CLASSES. */
const nafExcluded = ['GridView', 'GridLayout', 'ListView', 'TableLayout'].map(
  (name) => `android.widget.${name}`,
);

/** Enabled and clickable without a word on it or on anything inside. */
function isNotAccessibilityFriendly(node: DumpNode): boolean {
  if (nafExcluded.some((name) => node.className.endsWith(name))) return false;
  return node.clickable && node.enabled && !speaks(node);
}

function speaks(node: DumpNode): boolean {
  return node.text !== '' || node.description !== '' || node.children.some(speaks);
}
