import type { SentText } from '../../../core/phone.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** How long a paste that was not waited for may take to reach the field. */
const pastingMs = 500;
const restoreDeadlineMs = 2_000;

/**
 * Pastes the text into the focused field. Rejects as `ScrcpySession.act` does, the clipboard's old
 * content put back where it can be.
 */
export async function pasteText(
  session: ScrcpySession,
  text: string,
  options: {
    readonly signal: AbortSignal;
    readonly restore: (text: string, signal: AbortSignal) => Promise<void>;
  },
): Promise<SentText> {
  const { signal, restore } = options;
  const before: Before = { text: null, state: 'untouched' };
  const paste = async (): Promise<void> => {
    before.state = 'sent';
    await session.clipboard.paste(text, (held) => {
      before.text = held;
    });
    before.state = 'answered';
  };
  try {
    await session.act({ signal, purpose: 'pasting the text', injects: true }, paste);
  } catch (error) {
    await putBack(session, before);
    throw error;
  }
  const old = before.text ?? '';
  return { restoreClipboard: (end) => (old === text ? Promise.resolve() : restore(old, end)) };
}

/** What the clipboard held; that is known once the server has answered, maybe after the call was given up. */
interface Before {
  text: string | null;
  state: 'untouched' | 'sent' | 'answered';
}

async function putBack(session: ScrcpySession, before: Before): Promise<void> {
  if (before.state === 'untouched') return;
  const limits = {
    signal: new AbortController().signal,
    lost: session.ended,
    deadlineMs: restoreDeadlineMs,
    purpose: 'restoring the clipboard',
  };
  const work = async (ended: AbortSignal): Promise<void> => {
    await pause(pastingMs, ended);
    // Without an answer it may never have been changed.
    if (before.state === 'answered') await session.clipboard.write(before.text ?? '');
  };
  // What went wrong before this is told.
  await withLimits(limits, work).catch(() => undefined);
}
