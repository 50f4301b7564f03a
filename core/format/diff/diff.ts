import { type ScreenDiff, isUnchanged } from '../../screen/diff/diff.ts';
import { walk } from '../../screen/screen.ts';
import { fitLines } from '../bounds.ts';
import { formatTree } from '../tree/tree.ts';
import { sayHeadline } from './headline.ts';
import { type Told, goneForGood, readRows, tellChanges, tellRenamed, tellRows } from './lines.ts';
import { sayMovements } from './movement.ts';

/** Lines of each mark; what is beyond is counted. More would cost what the screen itself costs. */
const maxLines = 30;
/** Lines of what is gone: there is nothing to be done with it. */
const maxGone = 10;
/** Rows of another screen that are listed: those of a dialog, of an ordinary page. Of more rows the compact tree is shorter. */
const maxOther = 25;

/**
 * What has changed since a snapshot, for whoever has read that one: the headline,
 * then lines by mark: `~` changed, `+` new, `-` gone, `=` the same under another id (things to act
 * on only). Ids are those of the screen as it is now. One line when nothing has changed; of
 * another screen all rows, or its compact tree where they are many. No trailing newline.
 */
export function formatDiff(diff: ScreenDiff, since: string): string {
  if (isUnchanged(diff)) return `no change since snapshot:${since}`;
  const other = diff.isOtherScreen ? tellOtherScreen(diff) : undefined;
  const head = [...sayHeadline(diff.headline), ...(other ? [other.name] : [])];
  const said = head.length === 0 ? '' : ` ${head.join('; ')}`;
  const lines = other?.lines ?? tellSameScreen(diff);
  return fitLines([`since snapshot:${since}:${said}`, ...lines].join('\n'), 'read the screen');
}

/** All that is there now. */
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

/** `+ node_1a2b Button "Save"`; what is gone has no id any more. */
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
