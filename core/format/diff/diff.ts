import type { Point, Size } from '../../geometry.ts';
import {
  type Headline,
  type HeadlineChange,
  type ScreenDiff,
  isUnchanged,
} from '../../screen/diff/diff.ts';
import type { Movement } from '../../screen/diff/movement.ts';
import type { Modal } from '../../screen/modal/modal.ts';
import { type Element, type Focus, walk } from '../../screen/screen.ts';
import type { Snapshot } from '../../screen/snapshots.ts';
import { fitLines } from '../bounds.ts';
import { cell } from '../cell.ts';
import { quoted } from '../quote.ts';
import { formatTree, nameKind } from '../tree/tree.ts';
import { type Told, goneForGood, readRows, tellChanges, tellRenamed, tellRows } from './lines.ts';

/** Most lines per sign; further ones are counted. More would cost as much as the whole screen. */
const maxLines = 30;
/** Most lines for elements that are gone, since the agent can't act on those. */
const maxGone = 10;
/** Most rows of another screen to list: those of a dialog or an ordinary page. For more, the compact tree is shorter. */
const maxOther = 25;

/**
 * The changes since a snapshot: the headline, then lines by sign: `~` changed, `+` new, `-` gone, `=`
 * actionable element with a new id. Ids are those of the present screen. One line if nothing changed.
 * For another screen all rows, or its compact tree if there are many. No trailing newline.
 */
export function formatDiff(diff: ScreenDiff, since: string): string {
  if (isUnchanged(diff)) return `no change since snapshot:${since}`;
  const other = diff.isOtherScreen ? tellOtherScreen(diff) : undefined;
  const head = [...sayHeadline(diff.headline), ...(other ? [other.name] : [])];
  const said = head.length === 0 ? '' : ` ${head.join('; ')}`;
  const lines = other?.lines ?? tellSameScreen(diff);
  return fitLines([`since snapshot:${since}:${said}`, ...lines].join('\n'), 'read the screen');
}

/** Lists all of another screen. */
function tellOtherScreen({ after }: ScreenDiff): {
  readonly name: string;
  readonly lines: readonly string[];
} {
  const read = readRows(after);
  if (read.rows.length <= maxOther) {
    const lines = mark('+', tellRows([...walk(after.roots)], read), maxOther);
    return { name: 'another screen', lines };
  }
  return {
    name: 'another screen, this is its compact tree',
    lines: [formatTree(after, { compact: true })],
  };
}

function tellSameScreen(diff: ScreenDiff): string[] {
  const before = readRows(diff.before);
  const after = readRows(diff.after);
  const changes = tellChanges(diff, after);
  const changed = new Set(changes.map(({ element }) => element));
  const renamed = tellRenamed(diff.renamed, after).filter(({ element }) => !changed.has(element));
  const lines = [
    ...mark('~', changes, maxLines),
    ...mark('+', tellRows(diff.appeared, after), maxLines),
    ...mark('-', tellRows(goneForGood(diff), before), maxGone),
    ...sayMovements(diff.moved.filter(({ distance }) => distance !== null)),
    ...mark('=', renamed, maxLines),
    ...sayReused(diff.reusedIds.length),
  ];
  if (lines.length > 0) return lines;
  const resized = sayMovements(diff.moved);
  if (resized.length > 0 || diff.headline.length > 0) return resized;
  return ['only elements that neither say nor do anything changed'];
}

/** Lines like `+ node_1a2b Button "Save"`; elements that are gone have no id. */
function mark(sign: '~' | '+' | '-' | '=', told: readonly Told[], most: number): string[] {
  const lines = told
    .slice(0, most)
    .map(({ element, line }) => (sign === '-' ? `- ${line}` : `${sign} ${element.id} ${line}`));
  return told.length > most ? [...lines, `${sign} and ${told.length - most} more`] : lines;
}

function sayReused(count: number): string[] {
  if (count === 0) return [];
  return [
    `! ${count === 1 ? '1 old id names another element' : `${count} old ids name other elements`} now`,
  ];
}

/** Changes of the screen as a whole, each in a few words: `dialog "Delete note?" opened`. */
export function sayHeadline(headline: Headline): string[] {
  const app = headline.some(({ what }) => what === 'app');
  // The app's change names the activity, too.
  return headline.filter(({ what }) => !(app && what === 'activity')).map(sayChange);
}

function sayChange(change: HeadlineChange): string {
  switch (change.what) {
    case 'app':
      return `app ${appName(change.before)} -> ${appName(change.after)}`;
    case 'activity':
      return `activity ${name(change.before)} -> ${name(change.after)}`;
    case 'modal':
      return sayModal(change);
    case 'size':
      return `screen ${sizeOf(change.before)} -> ${sizeOf(change.after)}`;
    case 'rotation':
    case 'density':
      return `${change.what} ${change.before} -> ${change.after}`;
  }
}

function sayModal({ before, after }: HeadlineChange & { readonly what: 'modal' }): string {
  const closed = before && `${modalName(before)} closed`;
  const opened = after && `${modalName(after)} opened`;
  return [opened, closed].filter((said) => said !== null).join(', ');
}

/** The modal's kind and title; a guess is marked. */
function modalName({ kind, title, certainty }: Modal): string {
  const word = `${kind.replace('-', ' ')}${certainty === 'likely' ? ' (probably)' : ''}`;
  return title === '' ? word : `${word} ${quoted(title)}`;
}

function appName({ packageName, activity }: Focus): string {
  return activity === null ? name(packageName) : `${name(packageName)}/${name(activity)}`;
}

/** A package or class name. Replaces blanks, which valid names don't have, so that a forged name can't look like more of the line. */
function name(text: string | null): string {
  return text === null ? 'unknown' : cell(text.replace(/\s/g, '_'));
}

function sizeOf({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** Movements that get a line each; more mean a new layout. */
const maxMovements = 3;

/** One line per movement: `moved: 14 elements in ListView @list up by 600 px; 3 rows came in, 3 went out`. */
function sayMovements(movements: readonly Movement[]): string[] {
  const rest = movements.slice(maxMovements);
  const count = rest.reduce((sum, { elements }) => sum + elements.length, 0);
  const more = count === 0 ? [] : [`moved: ${elementsOf(count)} more, differently`];
  return [...movements.slice(0, maxMovements).map(sayMovement), ...more];
}

/** One movement: `moved: 1 element down by 80 px`, or `resized: 2 elements` if their size changed. */
export function sayMovement({ container, distance, elements, cameIn, wentOut }: Movement): string {
  const count = elementsOf(elements.length);
  if (distance === null) return `resized: ${count}`;
  const place = container === null ? '' : ` in ${nameKind(container)}`;
  const edges = [
    cameIn.count > 0 && `${rowsOf(cameIn.count)} came in`,
    wentOut.count > 0 && `${rowsOf(wentOut.count)} went out`,
  ].filter((said) => said !== false);
  const beyond = edges.length === 0 ? '' : `; ${edges.join(', ')}`;
  return `moved: ${count}${place} ${wayOf(distance)}${beyond}`;
}

function wayOf({ x, y }: Point): string {
  const ways = [
    y !== 0 && `${y < 0 ? 'up' : 'down'} by ${Math.abs(y)} px`,
    x !== 0 && `${x < 0 ? 'left' : 'right'} by ${Math.abs(x)} px`,
  ];
  return ways.filter((way) => way !== false).join(' and ');
}

function elementsOf(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** What is known of the picture when the elements did not change. */
export type PictureKnown =
  /** Compared with the snapshot's picture, or with the one right before this call. */
  | { readonly since: 'snapshot' | 'call'; readonly changed: Element | null }
  /** Not compared, although this element's picture may change without a trace in the elements. */
  | { readonly unseen: Element };

/** The line for a screen whose elements did not change. `picture` is null if any change would show in the elements. */
export function formatUnchanged(
  { id, actions }: Pick<Snapshot, 'id' | 'actions'>,
  picture: PictureKnown | null,
): string {
  // After several actions the screen may have changed and changed back.
  const since = actions < 2 ? `snapshot:${id}` : `snapshot:${id} (${actions} actions ago)`;
  const same = `no change in the elements since ${since}`;
  if (picture === null) return same;
  if ('unseen' in picture) {
    return `${same}; whether the picture changed inside ${nameKind(picture.unseen)} is not known`;
  }
  if (picture.changed !== null) {
    return `${same}, but the picture changed inside ${nameKind(picture.changed)}: something scrolled or was redrawn there`;
  }
  if (picture.since === 'call') return `${same}, and this call did not change the picture`;
  return `no change since ${since}`;
}
