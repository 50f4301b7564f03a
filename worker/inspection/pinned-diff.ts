import { formatDiff, formatHeadline, formatMovement } from '../../core/format/diff/diff.ts';
import {
  type DiffLine,
  removedElements,
  indexRows,
  changeLines,
  rowLines,
} from '../../core/format/diff/lines.ts';
import { type Rect, isEmpty } from '../../core/geometry.ts';
import type { PinnedDiff, ScreenChange } from '../../core/link/inspection.ts';
import { type ScreenDiff, diffScreens, isUnchanged } from '../../core/screen/diff/diff.ts';
import type { Movement } from '../../core/screen/diff/movement.ts';
import type { Screen } from '../../core/screen/screen.ts';

/** More changes than this on one picture are useless, and cost the page as much as the screen itself. */
const maxListed = 200;

/** Stands for the snapshot id in the text; agents can't refer to the pinned screen. */
const pinnedSnapshotId = 'pinned';

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
    text: formatDiff(diff, pinnedSnapshotId),
    changes: listed,
    unlisted: changes.length - listed.length,
    isOtherScreen: diff.isOtherScreen,
  };
}

function headlineOf(diff: ScreenDiff, changes: readonly ScreenChange[]): string {
  if (isUnchanged(diff)) return 'Nothing has changed.';
  const parts = [
    ...formatHeadline(diff.headline),
    ...(diff.isOtherScreen ? ['another screen'] : []),
  ];
  if (parts.length > 0) return `${parts.join('; ').replace(/^./, upperCase)}.`;
  if (changes.length === 0) return 'Only what neither says nor does anything has changed.';
  return changes.length === 1 ? 'One thing has changed.' : `${changes.length} things have changed.`;
}

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

/**
 * The changes to show, one per line as agents read them: texts and states, appeared, disappeared,
 * moved. Elements that only changed their size are left out, unless there are no other changes.
 */
function screenChanges(diff: ScreenDiff): ScreenChange[] {
  const before = indexRows(diff.before);
  const after = indexRows(diff.after);
  const texts = new Set(diff.textChanged.map((pair) => pair.after));
  const shownChanges = [
    ...changeLines(diff, after).map((change) =>
      changeOf(texts.has(change.element) ? 'text' : 'state', change),
    ),
    ...rowLines(diff.appeared, after).map((row) => changeOf('appeared', row)),
    ...rowLines(removedElements(diff), before).map((row) => changeOf('disappeared', row)),
    ...diff.moved.filter(({ distance }) => distance !== null).flatMap(moveOf),
  ];
  return shownChanges.length > 0 || diff.headline.length > 0
    ? shownChanges
    : diff.moved.flatMap(moveOf);
}

function changeOf(kind: ScreenChange['kind'], { element, line }: DiffLine): ScreenChange {
  return { kind, id: element.id, bounds: element.bounds, before: null, description: line };
}

/** Elements that moved together are one change, with their common bounds; none for elements that were never visible. */
function moveOf(movement: Movement): ScreenChange[] {
  const { container, elements } = movement;
  const [first] = elements;
  if (first === undefined) return [];
  const bounds = unionOf(elements.map(({ after }) => after.bounds));
  const before = unionOf(elements.map((pair) => pair.before.bounds));
  const id = elements.length > 1 && container !== null ? container.id : first.after.id;
  return [{ kind: 'moved', id, bounds, before, description: formatMovement(movement) }];
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
