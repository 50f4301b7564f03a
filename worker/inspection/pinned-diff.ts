import { formatDiff, sayHeadline } from '../../core/format/diff/diff.ts';
import type { PinnedDiff, ScreenChange } from '../../core/link/inspection.ts';
import { type ScreenDiff, diffScreens, isUnchanged } from '../../core/screen/diff/diff.ts';
import type { Screen } from '../../core/screen/screen.ts';
import { screenChanges } from './screen-changes.ts';

/** More on one picture tells nothing, and costs the page as much as the screen itself. */
const maxListed = 200;

/** How agents would ask for the pinned screen; they can't, so it is no id of theirs. */
const since = 'pinned';

/** What differs on `after` from the screen that was pinned, without which screens these are. */
export function compareWithPinned(
  before: Screen,
  after: Screen,
): Omit<PinnedDiff, 'pinned' | 'takenAtEpochMs'> {
  const diff = diffScreens(before, after);
  const changes = screenChanges(diff);
  const listed = changes.slice(0, maxListed);
  return {
    headline: headlineOf(diff, changes),
    text: formatDiff(diff, since),
    changes: listed,
    unlisted: changes.length - listed.length,
    isOtherScreen: diff.isOtherScreen,
  };
}

function headlineOf(diff: ScreenDiff, changes: readonly ScreenChange[]): string {
  if (isUnchanged(diff)) return 'Nothing has changed.';
  const said = [...sayHeadline(diff.headline), ...(diff.isOtherScreen ? ['another screen'] : [])];
  if (said.length > 0) return `${said.join('; ').replace(/^./, upper)}.`;
  if (changes.length === 0) return 'Only what neither says nor does anything has changed.';
  return changes.length === 1 ? 'One thing has changed.' : `${changes.length} things have changed.`;
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
