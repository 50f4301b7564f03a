/**
 * Matches the elements of two screens: for following ids, for diffs, for finding the field that was
 * typed into and for scrolled lists.
 *
 * Element ids are not used: they hash bounds, and a row gets its neighbour's id when a list scrolls
 * by exactly one row. From the roots down, the children of two matched elements are paired, each by
 * the first of these rules that applies:
 *
 * 1. Labels (`pairing-rules.ts`): class, resource id and package agree, and all or most labels, at any
 *    position among the siblings. The label of a field is its hint, not its content.
 *    Then, in lists, the parts of the labels that stayed (`changed-rows.ts`).
 * 2. Name (`pairing-rules.ts`): outside of lists, the only ones with their class and resource id.
 * 3. Position (`pairing-rules.ts`): they are where the movement of recognised siblings would put them.
 *    A different label there is a changed text if most labelled siblings were recognised, in a list
 *    most of the same kind, and outside of lists if it is one of several alike or only numbers differ;
 *    otherwise it is another element.
 * 4. Labels again: several with the same label, in order.
 * 5. Remaining elements with the same labels or resource id, unique on each screen, have been
 *    reparented; by resource id alone not into another row of a list.
 * 6. Position in a list that shows all its rows, if the rest of the screen stayed (`changed-rows.ts`).
 *
 * A pair that was found by its bare position, or a row by its place, is only likely, every other one is
 * certain.
 *
 * No rule compares all pairs of elements: all use lookup tables.
 */
import { sameRect } from '../../geometry.ts';
import type { Element } from '../screen.ts';
import {
  differsInNumbersOnly,
  hasOnlyOtherRows,
  pairChangedRows,
  pairRowsInShortList,
} from './changed-rows.ts';
import {
  countSharedLabels,
  hasUnpaired,
  pairByLabel,
  pairByPosition,
  type SharedLabels,
} from './pairing-rules.ts';
import {
  type SiblingGroup,
  type ScrollableBounds,
  createSiblingGroup,
  unpairedChildren,
  createOrderTest,
} from './sibling-group.ts';
import {
  type MatchNode,
  type NodePair,
  type MatchNodes,
  createNodes,
  createNumbering,
  groupBy,
  isRecognised,
  labelKey,
  setPartners,
  hasLabel,
  uniquePairs,
} from './nodes.ts';

/** The nodes of both screens; those on both screens refer to each other as partners. */
export interface ScreenMatch {
  readonly before: MatchNodes;
  readonly after: MatchNodes;
}

/** What all steps of one match share. */
interface MatchContext {
  readonly getSharedLabels: () => SharedLabels;
  /** Lists with rows that found no partner. */
  readonly lists: SiblingGroup[];
}

/** Matches two screens, given by their roots. Linear in the number of elements. */
export function matchElements(before: readonly Element[], after: readonly Element[]): ScreenMatch {
  const numbering = createNumbering();
  const match = { before: createNodes(before, numbering), after: createNodes(after, numbering) };
  // Not needed where both screens have the same content.
  let sharedLabels: SharedLabels | undefined;
  const getSharedLabels = (): SharedLabels =>
    (sharedLabels ??= countSharedLabels(match.before, match.after));
  const tops = { before: match.before.top, after: match.after.top };
  setPartners(tops, 'position');
  const lists: SiblingGroup[] = [];
  const context = { getSharedLabels, lists };
  pairDescendants(tops, context);
  pairReparented(match, context);
  const isSamePage = lists.length > 0 && hasOnlyOtherRows(match) && !hasOtherContent(match);
  if (isSamePage)
    for (const pair of lists.flatMap(pairRowsInShortList)) pairDescendants(pair, context);
  return match;
}

/** Whether a field holds something else, such as the words that a list is searched for. */
function hasOtherContent({ before }: ScreenMatch): boolean {
  return before.all.some(
    ({ element, partner }) => element.editable && element.text !== partner?.element.text,
  );
}

/** Pairs the descendants of two matched nodes. */
function pairDescendants(top: NodePair, context: MatchContext): void {
  const open: { readonly pair: NodePair; readonly around: ScrollableBounds | undefined }[] = [
    { pair: top, around: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { before, after } = next.pair;
    const scrolls = before.element.scrollable || after.element.scrollable;
    const scrollableBounds = scrolls
      ? { before: before.element.bounds, after: after.element.bounds }
      : next.around;
    if (before.subtreeKey === after.subtreeKey) pairInOrder(next.pair);
    else pairChildren(createSiblingGroup(next.pair, scrollableBounds), context);
    for (const child of before.children) {
      if (child.children.length === 0 || child.partner?.parent !== after) continue;
      open.push({ pair: { before: child, after: child.partner }, around: scrollableBounds });
    }
  }
}

/** Pairs the children of two nodes with the same labels and structure one by one. */
function pairInOrder({ before, after }: NodePair): void {
  // Rows without a text look alike, so a list that shows the same may still have been scrolled.
  const isUnsure = !isRecognised(before) || (before.isList && !hasLabel(before));
  const reasonWithoutLabel = isUnsure ? 'position' : hasLabel(before) ? 'label' : 'siblings';
  before.children.forEach((child, i) => {
    const other = after.children[i];
    if (!other || child.partner || other.partner) return;
    setPartners({ before: child, after: other }, hasLabel(child) ? 'label' : reasonWithoutLabel);
  });
}

function pairChildren(group: SiblingGroup, { getSharedLabels, lists }: MatchContext): void {
  if (group.before.children.length === 0 || group.after.children.length === 0) return;
  const unsure = pairByLabel(group, getSharedLabels());
  pairChangedRows(group);
  pairByPosition(group);
  const isInOrder = unsure.length > 0 ? createOrderTest(group) : () => false;
  for (const pair of unsure) if (isUnpaired(pair) && isInOrder(pair)) setPartners(pair, 'label');
  pairDeferred(group);
  pairEqualLabels(group);
  if (group.isInList && hasUnpaired(group)) lists.push(group);
}

function isUnpaired({ before, after }: NodePair): boolean {
  return before.partner === undefined && after.partner === undefined;
}

/**
 * Pairs deferred children, whose labels differ, if most labelled siblings were recognised; in a list,
 * most of the same kind.
 */
function pairDeferred(group: SiblingGroup): void {
  const { anchors, isInList } = group;
  const deferredPairs = group.deferredPairs.filter(isUnpaired);
  const known = countKinds(anchors);
  const unsure = countKinds(deferredPairs);
  const isKnown = ({ before: { kind } }: NodePair): boolean =>
    (known.get(kind) ?? 0) >= (unsure.get(kind) ?? 0) || anchors.length >= 2 * deferredPairs.length;
  const all =
    anchors.length > 0
      ? anchors.length >= deferredPairs.length
      : isOnlyLabelledChild(group, deferredPairs);
  for (const pair of deferredPairs) {
    const isSure = differsInNumbersOnly(pair);
    const isSame = isInList
      ? isKnown(pair)
      : all || ((isSure || areRows(pair)) && isInFixedPlace(pair, group));
    if (isSame) setPartners(pair, isInList && !isSure ? 'place' : 'siblings');
  }
  group.deferredNodes.clear();
}

function areRows({ before, after }: NodePair): boolean {
  return before.isRow && after.isRow;
}

/** Whether two nodes have the same bounds, and nothing scrolls them or a sibling was recognised. */
function isInFixedPlace({ before, after }: NodePair, group: SiblingGroup): boolean {
  const isFixed = group.scrollableBounds === undefined || group.anchors.length > 0;
  return isFixed && sameRect(before.element.bounds, after.element.bounds);
}

/** Whether the deferred pair is the only labelled child of a parent that was recognised. */
function isOnlyLabelledChild(
  { before, after }: SiblingGroup,
  deferredPairs: readonly NodePair[],
): boolean {
  const [only] = deferredPairs;
  if (only === undefined || deferredPairs.length > 1 || !isRecognised(before)) return false;
  return [...before.children, ...after.children].every(
    (child) => !hasLabel(child) || child === only.before || child === only.after,
  );
}

function countKinds(pairs: readonly NodePair[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { before } of pairs) counts.set(before.kind, (counts.get(before.kind) ?? 0) + 1);
  return counts;
}

/** Pairs children with equal labels in order; in a list only if it has no anchors. */
function pairEqualLabels(group: SiblingGroup): void {
  if (group.isInList && group.anchors.length > 0) return;
  const others = groupBy(
    unpairedChildren(group.after, group).filter(hasLabel).reverse(),
    ({ subtreeKey }) => subtreeKey,
  );
  for (const before of unpairedChildren(group.before, group).filter(hasLabel)) {
    const after = others.get(before.subtreeKey)?.pop();
    if (after !== undefined)
      setPartners({ before, after }, group.isInList ? 'position' : 'siblings');
  }
}

/**
 * Pairs reparented nodes, such as a page that got a new layout around it, outermost first. Parts of
 * removed rows are excluded, since other rows have the same labels.
 */
function pairReparented({ before, after }: ScreenMatch, context: MatchContext): void {
  const unpaired = [unpairedNodes(before), unpairedNodes(after)] as const;
  const named = uniquePairs(...unpaired, nameKey).filter(mayBeInSameRow);
  const pairs = [...uniquePairs(...unpaired, labelKey), ...named];
  for (const pair of pairs.sort((a, b) => a.before.order - b.before.order)) {
    if (!isUnpaired(pair)) continue;
    // Both parents were matched, so one node was removed and another added.
    if (pair.before.parent?.partner && pair.after.parent?.partner) continue;
    setPartners(pair, 'label');
    pairDescendants(pair, context);
  }
}

/** Rows of one layout have the same names inside, so a name does not tell that a part moved to another row. */
function mayBeInSameRow({ before, after }: NodePair): boolean {
  const row = listRowAround(before);
  const rowAfter = listRowAround(after);
  return row === undefined || rowAfter === undefined || row.partner === rowAfter;
}

function listRowAround(node: MatchNode): MatchNode | undefined {
  let at: MatchNode | undefined = node;
  while (at !== undefined && at.parent?.isList !== true) at = at.parent;
  return at;
}

/** The nodes without a partner, except those inside rows without a partner. */
function unpairedNodes({ all }: MatchNodes): MatchNode[] {
  const inRow = new Set<MatchNode>();
  return all.filter((node) => {
    const { parent } = node;
    if (parent && parent.partner === undefined && (parent.isRow || inRow.has(parent))) {
      inRow.add(node);
    }
    return node.partner === undefined && !inRow.has(node);
  });
}

function nameKey({ kind, isRow, element }: MatchNode): number | undefined {
  return element.resourceId !== '' && !isRow ? kind : undefined;
}
