import { toHandsetError } from '../../errors.ts';
import { fitLines } from '../../format/limits.ts';
import { tsvCell } from '../../format/quote.ts';
import {
  type PictureComparison,
  type ReturnedScreen,
  formatDiff,
  formatUnchanged,
} from '../../format/diff.ts';
import { formatMissingContent } from '../../format/missing-content.ts';
import { formatScreenState } from '../../format/screen-state.ts';
import { formatCompactTree } from '../../format/tree.ts';
import type { Phone } from '../../phone/phone.ts';
import { type Headline, diffScreens, isUnchanged } from '../../screen/diff/diff.ts';
import { fingerprint } from '../../screen/hashes.ts';
import { areasToCompare, findPictureChange, type ScreenLuma } from '../../screen/luma.ts';
import type { Focus, Screen } from '../../screen/screen.ts';
import type { Snapshot, Snapshots } from '../../screen/snapshots.ts';
import { liveLuma, currentLuma, readLuma, readScreen, type ScreenDump } from './read-screen.ts';
import type { ToolReply } from './tool.ts';

/** On how many different screens before the last one a screen that came back is looked for: each costs a comparison. */
const maxEarlierScreens = 4;

/** The earlier screen of a diff. */
interface DiffBase {
  readonly snapshot: Snapshot;
  readonly picture: EarlierPicture | null;
}

/** The brightness of an earlier screen, from when its snapshot was taken or from right before this call. */
interface EarlierPicture {
  readonly luma: ScreenLuma;
  readonly since: 'snapshot' | 'call';
}

interface ScreenReport {
  /** The whole state, the compact tree, or the changes since the agent's last snapshot. */
  readonly as: 'state' | 'compact' | 'diff';
  readonly reply: ToolReply;
  /** For a diff: from `readEarlierPicture`. */
  readonly picture: EarlierPicture | null;
}

/** Acts, then adds the new screen to the reply in the form that the call's `observe` asks for, if any. */
export async function actAndObserve<Result>(
  phone: Phone,
  { observe: as, reply }: { readonly observe: unknown; readonly reply: ToolReply },
  signal: AbortSignal,
  act: () => Promise<Result>,
): Promise<Result> {
  const picture = as === 'diff' ? await readEarlierPicture(phone, reply, signal) : null;
  const result = await act();
  if (as === 'state' || as === 'compact' || as === 'diff')
    await replyWithNewScreen(phone, { as, reply, picture }, signal);
  return result;
}

/**
 * Before an action, reads the brightness of the agent's last snapshot, for the diff after the action.
 * Null without a snapshot, and when its elements would show any motion.
 */
async function readEarlierPicture(
  phone: Phone,
  { snapshots }: Pick<ToolReply, 'snapshots'>,
  signal: AbortSignal,
): Promise<EarlierPicture | null> {
  const { latest } = snapshots;
  if (latest === undefined) return null;
  if (latest.luma !== null) return { luma: latest.luma, since: 'snapshot' };
  const luma = await currentLuma(phone, latest.screen, signal);
  return luma && { luma, since: 'call' };
}

/**
 * Adds the settled screen after an action to the reply, which says already how that went: a screen
 * that can't be read becomes a note, not an error.
 */
async function replyWithNewScreen(
  phone: Phone,
  { as, reply, picture }: ScreenReport,
  signal: AbortSignal,
): Promise<void> {
  try {
    const screen = await readScreen(phone, signal);
    const snapshot = as === 'diff' ? reply.snapshots.latest : undefined;
    if (snapshot)
      await replyWithDiff(phone, { screen, reply, since: { snapshot, picture } }, signal);
    else {
      if (as === 'diff') {
        reply.note('there is no earlier screen to compare with, so this is the compact tree');
      }
      const text =
        as === 'state'
          ? formatScreenState(screen)
          : fitLines(
              formatCompactTree(screen, phone.shown.refsOnShown(screen)),
              'get_screen_tree shows a part, by root',
            );
      reply.screen(screen, text, await liveLuma(phone, screen, signal));
    }
    if (!screen.settled) reply.note('the screen was still moving when it was read');
  } catch (thrown) {
    const { fullText } = toHandsetError(thrown);
    reply.note(`the screen couldn't be read afterwards: ${tsvCell(fullText)}`);
  }
}

interface DiffReport {
  readonly screen: ScreenDump;
  readonly reply: ToolReply;
}

/** Adds the changes to the reply; if the elements did not change, adds what the picture shows. */
export async function replyWithDiff(
  phone: Phone,
  { screen, reply, since }: DiffReport & { readonly since: DiffBase },
  signal: AbortSignal,
): Promise<void> {
  const { snapshot, picture } = since;
  const isLatest = snapshot === reply.snapshots.latest;
  const { headline, ...changes } = diffScreens(snapshot.screen, screen);
  const left = isLatest ? reply.snapshots.actedOn : null;
  const diff = { ...changes, headline: left ? leavingApp(left, headline) : headline };
  if (!isUnchanged(diff)) {
    const luma = await liveLuma(phone, screen, signal);
    const returned =
      diff.isOtherScreen && isLatest ? findReturned(reply.snapshots, screen) : undefined;
    const nameOf = phone.shown.refsOnShown(screen);
    const text = formatDiff(diff, `snapshot:${snapshot.id}`, nameOf, returned);
    reply.screen(screen, withDisplayNote(screen, text), luma);
    return;
  }
  const luma = picture
    ? await readLuma(phone, picture.luma.source, signal)
    : await currentLuma(phone, screen, signal);
  const comparison = comparePictures(screen, picture, luma);
  reply.screen(screen, withDisplayNote(screen, formatUnchanged(snapshot, comparison)), luma);
}

/** Adds to a diff that the display is off. If it ends in a compact tree, that says so already. */
function withDisplayNote(screen: Screen, diff: string): string {
  const notes = screen.focus.isDisplayOff ? formatMissingContent(screen) : [];
  return [diff, ...notes.filter((note) => !diff.includes(note))].join('\n');
}

/** The headline with the app that was left by an input, where the agent had not been shown that one. */
function leavingApp(left: Focus, headline: Headline): Headline {
  return headline.map((change) =>
    change.what === 'app' && change.after.packageName !== left.packageName
      ? { ...change, before: left }
      : change,
  );
}

/** The latest snapshot of the same screen, such as the one under a dialog that was closed. */
function findReturned({ latestFirst }: Snapshots, screen: Screen): ReturnedScreen | undefined {
  const [latest, ...earlier] = latestFirst;
  const hashes = new Set(latest && [fingerprint(latest.screen)]);
  for (const snapshot of earlier) {
    const hash = fingerprint(snapshot.screen);
    if (hashes.has(hash)) continue;
    if (hashes.size > maxEarlierScreens) break;
    hashes.add(hash);
    const diff = diffScreens(snapshot.screen, screen);
    if (!diff.isOtherScreen && diff.headline.length === 0) return { snapshot, diff };
  }
  return undefined;
}

function comparePictures(
  screen: Screen,
  before: EarlierPicture | null,
  after: ScreenLuma | null,
): PictureComparison | null {
  const change = before && after && findPictureChange(screen, before.luma, after);
  if (before && change) return { since: before.since, changed: change.moved };
  const [unseen] = areasToCompare(screen);
  return unseen === undefined ? null : { unseen };
}
