import { toHandsetError } from '../../errors.ts';
import { cell } from '../../format/cell.ts';
import { formatDiff } from '../../format/diff/diff.ts';
import { formatScreenState } from '../../format/screen-state.ts';
import type { Phone } from '../../phone.ts';
import { diffScreens } from '../../screen/diff/diff.ts';
import type { Screen } from '../../screen/screen.ts';
import { readScreen } from './read-screen.ts';
import type { Reply } from '../contract/tool.ts';

interface Showing {
  /** All of it, or what changed since the last screen that the agent was shown. */
  readonly as: 'state' | 'diff';
  readonly reply: Reply;
}

/**
 * Adds the screen as it is after an action to the reply, once it has settled. The action is done:
 * a screen that can't be read is told in a note and is no error.
 */
export async function showNewScreen(
  phone: Phone,
  { as, reply }: Showing,
  signal: AbortSignal,
): Promise<void> {
  try {
    const screen = await readScreen(phone, signal);
    if (as === 'diff') showDiff(screen, reply);
    else reply.screen(screen, formatScreenState(screen));
    if (!screen.settled) reply.text('note:the screen was still moving when it was read');
  } catch (thrown) {
    const { fullText } = toHandsetError(thrown);
    reply.text(`note:the action was done, but the new screen could not be read: ${cell(fullText)}`);
  }
}

/** What changed since the last screen that the agent was shown; all of it where there was none. */
function showDiff(screen: Screen, reply: Reply): void {
  const { latest } = reply.snapshots;
  if (latest === undefined) {
    reply.text('note:no screen was shown before, so this is all of it');
    reply.screen(screen, formatScreenState(screen));
    return;
  }
  const diff = diffScreens(latest.screen, screen);
  reply.screen(screen, formatDiff(diff, latest.id));
}
