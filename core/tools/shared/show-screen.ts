import { toHandsetError } from '../../errors.ts';
import { fitLines } from '../../format/bounds.ts';
import { cell } from '../../format/cell.ts';
import { type PictureKnown, formatDiff, formatUnchanged } from '../../format/diff/diff.ts';
import { formatScreenState } from '../../format/screen-state.ts';
import { formatTree } from '../../format/tree/tree.ts';
import type { Phone } from '../../phone.ts';
import { diffScreens, isUnchanged } from '../../screen/diff/diff.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import { pictureChange, silentAreas } from '../../screen/picture-change.ts';
import type { Screen } from '../../screen/screen.ts';
import type { Snapshot } from '../../screen/snapshots.ts';
import { liveLuma, newestLuma, readLuma, readScreen } from './read-screen.ts';
import type { Reply } from './tool.ts';

/** The earlier screen of a diff. */
interface DiffSince {
  readonly snapshot: Snapshot;
  readonly picture: PictureBefore | null;
}

/** The brightness of an earlier screen, from when its snapshot was taken or from right before this call. */
interface PictureBefore {
  readonly luma: ScreenLuma;
  readonly since: 'snapshot' | 'call';
}

interface Showing {
  /** The whole state, the compact tree, or the changes since the agent's last snapshot. */
  readonly as: 'state' | 'tree' | 'diff';
  readonly reply: Reply;
  /** For a diff: from `readEarlierPicture`. */
  readonly picture: PictureBefore | null;
}

/**
 * Before an action, reads the brightness of the agent's last snapshot, for the diff after the action.
 * Null without a snapshot, and when its elements would show any motion.
 */
export async function pictureBefore(
  phone: Phone,
  { snapshots }: Pick<Reply, 'snapshots'>,
  signal: AbortSignal,
): Promise<PictureBefore | null> {
  const { latest } = snapshots;
  if (latest === undefined) return null;
  if (latest.luma !== null) return { luma: latest.luma, since: 'snapshot' };
  const luma = await newestLuma(phone, latest.screen, signal);
  return luma && { luma, since: 'call' };
}

/**
 * Adds the settled screen after an action to the reply. The action is done by then, so a screen that
 * can't be read becomes a note, not an error.
 */
export async function showNewScreen(
  phone: Phone,
  { as, reply, picture }: Showing,
  signal: AbortSignal,
): Promise<void> {
  try {
    const screen = await readScreen(phone, signal);
    const snapshot = as === 'diff' ? reply.snapshots.latest : undefined;
    if (snapshot) await showDiff(phone, { screen, reply, since: { snapshot, picture } }, signal);
    else {
      if (as === 'diff') {
        reply.text('note:no screen was shown before to compare with, so this is the compact tree');
      }
      const text =
        as === 'state'
          ? formatScreenState(screen)
          : fitLines(
              formatTree(screen, { compact: true }),
              'get_screen_tree shows a part, by root',
            );
      reply.screen(screen, text, await liveLuma(phone, screen, signal));
    }
    if (!screen.settled) reply.text('note:the screen was still moving when it was read');
  } catch (thrown) {
    const { fullText } = toHandsetError(thrown);
    reply.text(`note:the action was done, but the new screen could not be read: ${cell(fullText)}`);
  }
}

interface Shown {
  readonly screen: Screen;
  readonly reply: Reply;
}

/** Adds the changes to the reply; if the elements did not change, adds what the picture shows. */
export async function showDiff(
  phone: Phone,
  { screen, reply, since }: Shown & { readonly since: DiffSince },
  signal: AbortSignal,
): Promise<void> {
  const { snapshot, picture } = since;
  const diff = diffScreens(snapshot.screen, screen);
  if (!isUnchanged(diff)) {
    const luma = await liveLuma(phone, screen, signal);
    reply.screen(screen, formatDiff(diff, snapshot.id), luma);
    return;
  }
  const luma = picture
    ? await readLuma(phone, picture.luma.source, signal)
    : await newestLuma(phone, screen, signal);
  const known = whatIsKnown(screen, picture, luma);
  reply.screen(screen, formatUnchanged(snapshot, known), luma);
}

function whatIsKnown(
  screen: Screen,
  before: PictureBefore | null,
  after: ScreenLuma | null,
): PictureKnown | null {
  const change = before && after && pictureChange(screen, before.luma, after);
  if (before && change) return { since: before.since, changed: change.moved };
  const [unseen] = silentAreas(screen);
  return unseen === undefined ? null : { unseen };
}
