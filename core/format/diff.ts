import type { Point, Size } from '../geometry.ts';
import {
  type Headline,
  type HeadlineChange,
  type ScreenDiff,
  isUnchanged,
} from '../screen/diff/diff.ts';
import type { Movement } from '../screen/diff/movement.ts';
import type { Modal } from '../screen/modal/modal.ts';
import { type Element, type Focus, walk } from '../screen/screen.ts';
import type { ElementNamer, Snapshot } from '../screen/snapshots.ts';
import { fitLines } from './limits.ts';
import { quoteTreeText, tsvCell } from './quote.ts';
import { formatCompactTree, formatKind } from './tree.ts';
import { type DiffLine, removedElements, indexRows, changeLines, rowLines } from './diff-lines.ts';

/** Most lines per sign; further ones are counted. More would cost as much as the whole screen. */
const maxLines = 30;
/** Most lines for elements that are gone, since the agent can't act on those. */
const maxGoneLines = 10;
/** Most rows of another screen to list: those of a dialog or an ordinary page. For more, the compact tree is shorter. What counts as another screen: `isOtherScreen` in `screen/diff`. */
const maxOtherRows = 25;

/** An earlier screen that an agent was shown and that is on the phone again. */
export interface ReturnedScreen {
  readonly snapshot: Snapshot;
  /** From that screen to the present one. */
  readonly diff: ScreenDiff;
}

/**
 * The changes since a snapshot, named in `since`: the headline, then lines by sign: `~` changed, `+` new, `-` gone.
 * `nameOf` gives the refs of elements of the present screen. One line if nothing changed. For another
 * screen the changes since it was shown, if it is an earlier one; else all its rows, or its compact tree if
 * there are many. No trailing newline.
 */
export function formatDiff(
  diff: ScreenDiff,
  since: string,
  nameOf: ElementNamer,
  returned?: ReturnedScreen,
): string {
  if (isUnchanged(diff)) return `no change since ${since}`;
  const formatOther = (): OtherScreen =>
    returned ? formatReturnedScreen(returned, nameOf) : formatOtherScreen(diff, nameOf);
  const otherScreen = diff.isOtherScreen ? formatOther() : undefined;
  const head = [...formatHeadline(diff.headline), ...(otherScreen ? [otherScreen.headline] : [])];
  const headText = head.length === 0 ? '' : ` ${head.join('; ')}`;
  const lines = otherScreen?.lines ?? formatSameScreen(diff, nameOf);
  return fitLines([`since ${since}:${headText}`, ...lines].join('\n'), 'read the screen');
}

interface OtherScreen {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** Lists what changed of a screen since it was shown. */
function formatReturnedScreen(
  { snapshot, diff }: ReturnedScreen,
  nameOf: ElementNamer,
): OtherScreen {
  const screen = `the screen of snapshot:${snapshot.id} again`;
  return isUnchanged(diff)
    ? { headline: `${screen}, unchanged`, lines: [] }
    : { headline: `${screen}, changed since:`, lines: formatSameScreen(diff, nameOf) };
}

/** Lists all of another screen. */
function formatOtherScreen({ after }: ScreenDiff, nameOf: ElementNamer): OtherScreen {
  const rowIndex = indexRows(after);
  if (rowIndex.rows.length <= maxOtherRows) {
    const lines = markLines('+', rowLines([...walk(after.roots)], rowIndex), {
      limit: maxOtherRows,
      nameOf,
    });
    return { headline: 'another screen', lines };
  }
  return {
    headline: 'another screen, this is its compact tree',
    lines: [formatCompactTree(after, nameOf)],
  };
}

function formatSameScreen(diff: ScreenDiff, nameOf: ElementNamer): string[] {
  const before = indexRows(diff.before);
  const after = indexRows(diff.after);
  const lines = [
    ...markLines('~', changeLines(diff, after), { limit: maxLines, nameOf }),
    ...markLines('+', rowLines(diff.appeared, after), { limit: maxLines, nameOf }),
    ...markLines('-', rowLines(removedElements(diff), before), { limit: maxGoneLines }),
    ...formatMovements(diff.moved.filter(({ distance }) => distance !== null)),
  ];
  if (lines.length > 0) return lines;
  const resized = formatMovements(diff.moved);
  if (resized.length > 0 || diff.headline.length > 0) return resized;
  return ['only elements without text or action changed'];
}

interface MarkOptions {
  readonly limit: number;
  /** Absent for elements that are gone: nothing can be done with their refs. */
  readonly nameOf?: ElementNamer;
}

/** Lines like `+ e7 Button "Save"`, or `- Button "Save"`. */
function markLines(
  sign: '~' | '+' | '-',
  diffLines: readonly DiffLine[],
  { limit, nameOf }: MarkOptions,
): string[] {
  const lines = diffLines
    .slice(0, limit)
    .map(({ element, line }) => [sign, ...(nameOf ? [nameOf(element)] : []), line].join(' '));
  return diffLines.length > limit
    ? [...lines, `${sign} and ${diffLines.length - limit} more`]
    : lines;
}

/** Changes of the screen as a whole, each in a few words: `dialog "Delete note?" opened`. */
export function formatHeadline(headline: Headline): string[] {
  return headline.map(formatHeadlineChange);
}

function formatHeadlineChange(change: HeadlineChange): string {
  switch (change.what) {
    case 'app':
      return `app ${appName(change.before)} -> ${appName(change.after)}`;
    case 'activity':
      return `activity ${safeName(change.before)} -> ${safeName(change.after)}`;
    case 'modal':
      return formatModalChange(change);
    case 'size':
      return `screen ${formatSize(change.before)} -> ${formatSize(change.after)}`;
    case 'rotation':
    case 'density':
      return `${change.what} ${change.before} -> ${change.after}`;
  }
}

function formatModalChange({ before, after }: HeadlineChange & { readonly what: 'modal' }): string {
  const closed = before && `${modalName(before)} closed`;
  const opened = after && `${modalName(after)} opened`;
  return [opened, closed].filter((said) => said !== null).join(', ');
}

/** The modal's kind and title; a guess is marked. */
function modalName({ kind, title, certainty }: Modal): string {
  const kindText = `${kind.replace('-', ' ')}${certainty === 'likely' ? ' (probably)' : ''}`;
  return title === '' ? kindText : `${kindText} ${quoteTreeText(title)}`;
}

function appName({ packageName, activity }: Focus): string {
  return activity === null
    ? safeName(packageName)
    : `${safeName(packageName)}/${safeName(activity)}`;
}

/** A package or class name. Replaces blanks, which valid names don't have, so that a forged name can't look like more of the line. */
function safeName(text: string | null): string {
  return text === null ? 'unknown' : tsvCell(text.replace(/\s/g, '_'));
}

function formatSize({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** Movements that get a line each; more mean a new layout. */
const maxMovements = 3;

/** One line per movement: `moved: 14 elements in ListView @list up by 600 px; 3 rows came in, 3 went out`. */
function formatMovements(movements: readonly Movement[]): string[] {
  const rest = movements.slice(maxMovements);
  const count = rest.reduce((sum, { elements }) => sum + elements.length, 0);
  const more = count === 0 ? [] : [`moved otherwise: ${countElements(count)}`];
  return [...movements.slice(0, maxMovements).map(formatMovement), ...more];
}

/** One movement: `moved: 1 element down by 80 px`, or `resized: 2 elements` if their size changed. */
export function formatMovement({
  container,
  distance,
  elements,
  scrolledIn,
  scrolledOut,
}: Movement): string {
  const count = countElements(elements.length);
  if (distance === null) return `resized: ${count}`;
  const place = container === null ? '' : ` in ${formatKind(container)}`;
  const edges = [
    scrolledIn.count > 0 && `${countRows(scrolledIn.count)} came in`,
    scrolledOut.count > 0 && `${countRows(scrolledOut.count)} went out`,
  ].filter((said) => said !== false);
  const beyond = edges.length === 0 ? '' : `; ${edges.join(', ')}`;
  return `moved: ${count}${place} ${formatDistance(distance)}${beyond}`;
}

function formatDistance({ x, y }: Point): string {
  const parts = [
    y !== 0 && `${y < 0 ? 'up' : 'down'} by ${Math.abs(y)} px`,
    x !== 0 && `${x < 0 ? 'left' : 'right'} by ${Math.abs(x)} px`,
  ];
  return parts.filter((part) => part !== false).join(' and ');
}

function countElements(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** What is known of the picture when the elements did not change. */
export type PictureComparison =
  /** Compared with the snapshot's picture, or with the one right before this call. */
  | { readonly since: 'snapshot' | 'call'; readonly changed: Element | null }
  /** Not compared, although this element's picture may change without a trace in the elements. */
  | { readonly unseen: Element };

/** The line for a screen whose elements did not change. `picture` is null if any change would show in the elements. */
export function formatUnchanged(
  { id, actions }: Pick<Snapshot, 'id' | 'actions'>,
  picture: PictureComparison | null,
): string {
  // After several actions the screen may have changed and changed back.
  const since = actions < 2 ? `snapshot:${id}` : `snapshot:${id} (${actions} actions ago)`;
  const same = `no change in the elements since ${since}`;
  if (picture === null) return same;
  if ('unseen' in picture) {
    return `${same}; it is not known whether the screenshot changed inside ${formatKind(picture.unseen)}`;
  }
  if (picture.changed !== null) {
    return `${same}, but the screenshot changed inside ${formatKind(picture.changed)}: something scrolled or was redrawn there`;
  }
  if (picture.since === 'call') return `${same}, and this call did not change the screenshot`;
  return `no change since ${since}`;
}
