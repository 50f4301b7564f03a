/**
 * Rows of lists whose titles change: a stopwatch, a download, a price, a chat with its last message. All
 * their labels may change from one screen to the next, so that none tells which row is which.
 */
import { sameRect } from '../../geometry.ts';
import { labelOf } from '../accessible-text.ts';
import type { Element } from '../screen.ts';
import {
  isSameSize,
  setPartners,
  type MatchNode,
  type MatchNodes,
  type NodePair,
} from './nodes.ts';
import { adjacentMoves, unpairedChildren, type SiblingGroup } from './sibling-group.ts';

/**
 * Pairs rows that stayed in place and still say a part of what they said and no other row says: a text,
 * perhaps with other numbers, or the first words of their text. If no row of the list was recognised, most
 * rows must be like that. Rows that differ by their numbers alone ("Episode 1", "Episode 2") all say the
 * same: there, other numbers are other rows. A part tells no row from others if it is the only one of its
 * kind: "wants to follow you" is said by the next request, too.
 */
export function pairChangedRows(group: SiblingGroup): void {
  if (!group.isInList) return;
  const before = unpairedChildren(group.before, group);
  const after = unpairedChildren(group.after, group);
  if (before.length === 0 || after.length === 0) return;
  const isInPlace = createPlaceTest(group);
  const rowsAfter = rowsByPart(after);
  const pairs = new Map<MatchNode, NodePair>();
  for (const [part, row] of rowsByPart(before)) {
    const now = rowsAfter.get(part);
    const pair = row && now && { before: row, after: now };
    if (pair && !pairs.has(now) && isInPlace(pair)) pairs.set(now, pair);
  }
  const isMost = pairs.size * 2 >= Math.max(before.length, after.length);
  if (isMost || group.anchors.length > 0) for (const pair of pairs.values()) pairRow(group, pair);
}

/**
 * Pairs rows that stayed in place and say something else now, in a list that shows all its rows, as many as
 * before, so that it was not scrolled. Only if it has a single row, if another row was recognised or if
 * all rows differ in numbers alone; otherwise it shows other content. Returns the pairs.
 */
export function pairRowsInShortList(group: SiblingGroup): readonly NodePair[] {
  const { before, after, anchors, isInList } = group;
  if (!isInList || before.children.length !== after.children.length) return [];
  if (!sameRect(before.element.bounds, after.element.bounds)) return [];
  if (mayHaveMoreRows(before) || mayHaveMoreRows(after)) return [];
  const isInPlace = createPlaceTest(group);
  const pairs = before.children.flatMap((row, i): NodePair[] => {
    const now = after.children[i];
    if (now === undefined || row.partner || now.partner || row.kind !== now.kind) return [];
    const pair = { before: row, after: now };
    return isInPlace(pair) ? [pair] : [];
  });
  const isSameList = anchors.length > 0 || pairs.length === 1 || pairs.every(differsInNumbersOnly);
  if (!isSameList) return [];
  for (const pair of pairs) setPartners(pair, 'place');
  return pairs;
}

/** Whether all texts of two rows are equal but for numbers, except their buttons. */
export function differsInNumbersOnly({ before, after }: NodePair): boolean {
  return contentOf(before) === contentOf(after);
}

function pairRow(group: SiblingGroup, pair: NodePair): void {
  if (pair.before.partner || pair.after.partner) return;
  setPartners(pair, 'label');
  group.anchors.push(pair);
}

/**
 * Returns a test of whether a row has moved as the recognised rows around it. Never true for a row as large
 * as its list: a pager shows another page in the same place.
 */
function createPlaceTest(group: SiblingGroup): (pair: NodePair) => boolean {
  const movesOf = adjacentMoves(group);
  return (pair) => {
    const move = movesOf(pair.before)[0] ?? { x: 0, y: 0 };
    const then = pair.before.element.bounds;
    const now = pair.after.element.bounds;
    const isPage = isSameSize({ before: pair.before, after: group.before });
    const isThere = then.left + move.x === now.left && then.top + move.y === now.top;
    return isThere && !isPage && isSameSize(pair);
  };
}

/** Whether the list scrolls and is filled to its lower or right edge. */
function mayHaveMoreRows({ element: { scrollable, bounds }, children }: MatchNode): boolean {
  const isAtEnd = ({ element: { bounds: row } }: MatchNode): boolean =>
    row.bottom >= bounds.bottom || (row.right >= bounds.right && row.left > bounds.left);
  return scrollable && children.some(isAtEnd);
}

/** Whether text and description are equal but for numbers; what a field holds does not count. */
export function saysTheSame({
  before,
  after,
}: {
  readonly before: Element;
  readonly after: Element;
}): boolean {
  const hasSameText = after.editable || withoutNumbers(before.text) === withoutNumbers(after.text);
  return hasSameText && withoutNumbers(before.description) === withoutNumbers(after.description);
}

/** Whether everything outside of lists stayed as it was, such as the title: then the lists were scrolled or filtered. */
export function hasOnlyOtherRows({
  before,
  after,
}: {
  readonly before: MatchNodes;
  readonly after: MatchNodes;
}): boolean {
  const outside = [...before.all, ...after.all].filter(
    (node) => isSignificant(node.element) && !isInKeptList(node),
  );
  const stayed = ({ element, partner }: MatchNode): boolean =>
    partner !== undefined &&
    partner.element.selected === element.selected &&
    saysTheSame({ before: element, after: partner.element });
  return outside.some(({ element }) => labelOf(element) !== '') && outside.every(stayed);
}

/** Whether the node is inside of a list that is in the same place on both screens. */
function isInKeptList(node: MatchNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const { isList, element, partner } = at;
    if (isList && partner && sameRect(element.bounds, partner.element.bounds)) return true;
  }
  return false;
}

/** Whether an element has a label or can be used. */
export function isSignificant(element: Element): boolean {
  return labelOf(element) !== '' || element.clickable || element.editable;
}

/** The row that says this and is the only one; null if several do. */
function rowsByPart(rows: readonly MatchNode[]): Map<string, MatchNode | null> {
  const found = new Map<string, MatchNode | null>();
  const kinds = new Map<number, number>();
  for (const { kind } of rows[0]?.parent?.children ?? [])
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const row of rows) {
    const content = contentOf(row);
    const whole = content.includes(numberSign) ? [`${row.kind}: ${content}`] : [];
    const parts = (kinds.get(row.kind) ?? 0) > 1 ? partsOf(row) : [];
    for (const part of new Set([...whole, ...parts])) found.set(part, found.has(part) ? null : row);
  }
  return found;
}

/** All texts of a row without numbers, and without its buttons: these may say Pause instead of Start. */
function contentOf(row: MatchNode): string {
  return labelledNodes(row)
    .map(({ element }) => labelWithoutNumbers(element))
    .join('\n');
}

/**
 * What may tell a row from others of its kind: each text with a letter, and the words before the first
 * mark that separates the parts of a text, "Ann" in "Ann, Hello". All without numbers and buttons.
 */
function partsOf(row: MatchNode): string[] {
  return labelledNodes(row).flatMap(({ kind, element }) => {
    const text = labelWithoutNumbers(element);
    const [first, rest] = withoutNumbers(labelOf(element)).split(/[,;\n\u00b7\u3001\u060c]/u, 2);
    return [
      ...(/\p{L}/u.test(text) ? [`${kind}\n${text}`] : []),
      ...(first && rest ? [`${kind}, ${first}`] : []),
    ];
  });
}

/** The row's nodes with a label, except its buttons; last first. */
function labelledNodes(row: MatchNode): MatchNode[] {
  const found: MatchNode[] = [];
  const open = [row];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...node.children);
    if (node.label !== 0 && (node === row || !node.element.clickable)) found.push(node);
  }
  return found;
}

function labelWithoutNumbers({ text, description }: Element): string {
  return `${withoutNumbers(text)}\t${withoutNumbers(description)}`;
}

/** Stands for a number. No text has it: dumps can't hold control characters. */
const numberSign = '\0';

/** The text with each number, such as `-1,204.50` or `00:05.3`, replaced by one sign. */
function withoutNumbers(text: string): string {
  return text.replace(/[-+\u2212]?\p{Nd}+(?:[.,:\u2019'\u00a0\u202f]\p{Nd}+)*/gu, numberSign);
}
