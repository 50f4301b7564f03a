/** What differs from the pinned screen, in the words that the Elements panel shows to a person. */
import { formatDiff, formatHeadline, formatMovement } from '#core/format/diff.ts';
import {
  changeLines,
  indexRows,
  labelAround,
  removedElements,
  rowLines,
  type RowIndex,
} from '#core/format/diff-lines.ts';
import { prefixOf } from '#core/format/limits.ts';
import { formatKind } from '#core/format/tree.ts';
import { isEmpty, type Rect } from '#core/geometry.ts';
import type { PinnedDiff, ScreenChange } from '#core/link/inspection.ts';
import { labelOf, stateTextOf, textsIn } from '#core/screen/accessible-text.ts';
import {
  diffScreens,
  isUnchanged,
  type HeadlineChange,
  type ScreenDiff,
  type StateChange,
} from '#core/screen/diff/diff.ts';
import type { ElementPair, Movement } from '#core/screen/diff/movement.ts';
import type { Element, Screen } from '#core/screen/screen.ts';

/**
 * Most changes listed; more are of no use on one picture, and cost the page as much as the screen
 * itself.
 */
const maxListed = 200;

/** Longest name or text of an element, in UTF-16 units. */
const maxLength = 120;

/** What has more texts inside is a container of many things, which none of them names. */
const maxTextsInside = 4;

/** The changes from the pinned screen to `after`. */
export function compareWithPinned(
  before: Screen,
  after: Screen,
): Omit<PinnedDiff, 'pinned' | 'takenAtEpochMs'> {
  const diff = diffScreens(before, after);
  const changes = screenChanges(diff);
  const listed = changes.slice(0, maxListed);
  return {
    headline: headlineOf(diff, changes),
    text: formatDiff(diff, 'the comparison began', ({ id }) => id),
    changes: listed,
    unlisted: changes.length - listed.length,
    isOtherScreen: diff.isOtherScreen,
  };
}

function headlineOf(diff: ScreenDiff, changes: readonly ScreenChange[]): string {
  if (isUnchanged(diff)) return 'Nothing has changed.';
  const parts = diff.headline.flatMap(headlineParts);
  if (parts.length === 0 && diff.isOtherScreen) parts.push('another screen');
  if (parts.length > 0) return `${parts.join('; ').replace(/^./, upperCase)}.`;
  if (changes.length === 0) return 'Only layout elements have changed.';
  return changes.length === 1 ? '1 change' : `${changes.length} changes`;
}

function headlineParts(change: HeadlineChange): string[] {
  switch (change.what) {
    case 'app':
      return [`another app: ${change.after.packageName} ${change.after.activity ?? ''}`.trim()];
    case 'activity':
      return [`another activity: ${change.after ?? 'unknown'}`];
    case 'modal':
      return formatHeadline([change]);
    default:
      return formatHeadline([change]).map((part) => part.replace('->', '→'));
  }
}

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

/**
 * The changes to show: texts and states, appeared, disappeared, moved. Elements that only changed
 * their size are left out, unless there are no other changes.
 */
function screenChanges(diff: ScreenDiff): ScreenChange[] {
  const before = indexRows(diff.before);
  const after = indexRows(diff.after);
  const texts = new Map(diff.textChanged.map((pair) => [pair.after, pair]));
  const states = new Map(diff.stateChanged.map((change) => [change.after, change]));
  const shownChanges = [
    ...changeLines(diff, after).map(({ element }) => {
      const pair = texts.get(element);
      const detail = [...textChanges(pair), ...stateChanges(states.get(element))].join('; ');
      // A new text is the detail already.
      const name =
        pair && hasOtherLabel(pair) ? shortLabelAround(element, after) : nameIn(after, element);
      return { ...changeOf(pair ? 'text' : 'state', element, name), detail };
    }),
    ...rowLines(diff.appeared, after).map(({ element }) =>
      changeOf('appeared', element, nameIn(after, element)),
    ),
    ...rowLines(removedElements(diff), before).map(({ element }) =>
      changeOf('disappeared', element, nameIn(before, element)),
    ),
    ...diff.moved.filter(({ distance }) => distance !== null).flatMap(moveOf),
  ];
  return shownChanges.length > 0 || diff.headline.length > 0
    ? shownChanges
    : diff.moved.flatMap(moveOf);
}

function changeOf(kind: ScreenChange['kind'], element: Element, name: string): ScreenChange {
  const { id, bounds } = element;
  return { kind, id, bounds, before: null, name, element: formatKind(element), detail: '' };
}

/** An element's own text, the texts inside, or else the label around it. */
function nameIn(index: RowIndex, element: Element): string {
  return nameOf(element) || shortLabelAround(element, index);
}

function shortLabelAround(element: Element, index: RowIndex): string {
  return shortened(labelAround(element, index));
}

/** An element's own text, or the texts inside. */
function nameOf(element: Element): string {
  const inside = [...new Set(textsIn(element))];
  const texts = labelOf(element) === '' ? inside : [labelOf(element)];
  if (texts.length > maxTextsInside) return '';
  return shortened(texts.join(' · ').replace(/\s+/g, ' ').trim());
}

function hasOtherLabel({ before, after }: ElementPair): boolean {
  return labelOf(before) !== labelOf(after);
}

/** The changes of what the element says: its text, its state in words, its error. */
function textChanges(pair: ElementPair | undefined): string[] {
  if (pair === undefined) return [];
  const { before, after } = pair;
  const isNew = (then: string, now: string): boolean => now !== '' && now !== then;
  const changes = [
    hasOtherLabel(pair) && `${quoted(labelOf(before))} → ${quoted(labelOf(after))}`,
    isNew(stateTextOf(before), stateTextOf(after)) && `now ${quoted(stateTextOf(after))}`,
    isNew(before.error, after.error) && `error ${quoted(after.error)}`,
  ].filter((change) => change !== false);
  return changes.length === 0 ? ['its hidden text changed'] : changes;
}

function quoted(text: string): string {
  return text === '' ? 'empty' : `“${shortened(text)}”`;
}

function shortened(text: string): string {
  return text.length > maxLength ? `${prefixOf(text, maxLength)}…` : text;
}

function stateChanges(change: StateChange | undefined): string[] {
  if (change === undefined) return [];
  return [
    ...change.gained.map((state) => `now ${state}`),
    ...change.lost.map((state) => `no longer ${state}`),
  ];
}

/** Elements that moved together are one change, with their common bounds; none for elements that were never visible. */
function moveOf(movement: Movement): ScreenChange[] {
  const { container, elements } = movement;
  const [first] = elements;
  if (first === undefined) return [];
  const bounds = unionOf(elements.map(({ after }) => after.bounds));
  const before = unionOf(elements.map((pair) => pair.before.bounds));
  const [only] = elements.length === 1 ? elements : [];
  const id = only || container === null ? first.after.id : container.id;
  const detail = formatMovement(movement).replace(/^moved: /, '');
  const name = only ? nameOf(only.after) : '';
  const element = only ? formatKind(only.after) : '';
  return [{ kind: 'moved', id, bounds, before, name, element, detail }];
}

/** The smallest rectangle around all rectangles that are not empty. */
function unionOf(rects: readonly Rect[]): Rect {
  const visible = rects.filter((rect) => !isEmpty(rect));
  return (visible.length > 0 ? visible : rects).reduce((all, rect) => ({
    left: Math.min(all.left, rect.left),
    top: Math.min(all.top, rect.top),
    right: Math.max(all.right, rect.right),
    bottom: Math.max(all.bottom, rect.bottom),
  }));
}
