import { cancelTouch } from '../../../core/commands/input.ts';
import type { Point } from '../../../core/geometry.ts';
import type { AdbConnection } from '../connection.ts';
import { pause, unlessAborted } from '../../waits/deadline.ts';
import { runCommand } from '../run-command.ts';

/**
 * Between the tries to end a swipe: its `input` may be just starting, and with no finger down yet
 * nothing ends. Of a swipe that was ended Android drops what still comes.
 */
const betweenTriesMs = [0, 500, 1_000];

interface PlayingSwipe {
  /** Settles when the phone's `input` has ended. */
  readonly playing: Promise<unknown>;
  readonly from: Point;
  readonly signal: AbortSignal;
}

/**
 * Lifts the finger of a swipe by the phone's own `input` when it is cancelled, where the phone can:
 * from Android 10 on. Resolves when there is nothing more to do; never rejects.
 */
export async function liftIfCancelled(
  connection: AdbConnection,
  { playing, from, signal }: PlayingSwipe,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  void playing.then(end, end);
  await unlessAborted(playing, signal).catch(() => undefined);
  for (const afterMs of betweenTriesMs) {
    await pause(afterMs, over.signal);
    if (over.signal.aborted) return;
    try {
      // To its end: one that came late would cancel the next gesture.
      await runCommand(connection, cancelTouch(from), new AbortController().signal);
    } catch {
      return;
    }
  }
}
