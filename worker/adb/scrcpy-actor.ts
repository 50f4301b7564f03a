import { AndroidKeyEventMeta } from '@yume-chan/scrcpy';
import { type KeyName, keyCodes } from '../../core/acting/keys.ts';
import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { StrokeTiming } from '../../core/gestures/played.ts';
import { type PointerStep, groupByFrame, toPointerSteps } from '../../core/gestures/timeline.ts';
import type { StatusBarPanel, SentText } from '../../core/phone.ts';
import { pause, withLimits } from '../waits/deadline.ts';
import { TurnQueue } from '../waits/turns.ts';
import { type PhoneInput, editingKeys, typedByKeys } from './actor.ts';
import {
  concatMessages,
  keyMessages,
  panelMessage,
  rotateMessage,
  textMessage,
  touchMessage,
} from './control-messages.ts';
import { DirectInput } from './direct-input.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** Text to type key by key: longer text is pasted faster, other characters have no key or would press Enter. */
const typeableText = /^[\x20-\x7e]{0,100}$/;
const ctrl = AndroidKeyEventMeta.Ctrl | AndroidKeyEventMeta.CtrlLeft;

/** The input backend that uses the scrcpy server of a session, until that ends. */
export class ScrcpyInput implements PhoneInput {
  readonly backend = 'scrcpy';
  readonly session: ScrcpySession;
  /** Clipboard answers carry no id, so one request runs at a time. */
  readonly #clipboardTurns = new TurnQueue();
  readonly #restore: (text: string, signal: AbortSignal) => Promise<void>;

  /** `restore` writes the clipboard by the backend that is available then. */
  constructor(
    session: ScrcpySession,
    restore: (text: string, signal: AbortSignal) => Promise<void>,
  ) {
    this.session = session;
    this.#restore = restore;
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly StrokeTiming[]> {
    return await playGesture(this.session, toPointerSteps(gesture), signal);
  }

  async pressKey(key: KeyName, signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(keyCodes[key]), `pressing ${key}`, signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    if (how === 'paste' || !typeableText.test(text)) {
      return await this.#clipboardTurns.runExclusive(signal, () =>
        pasteText(this.session, text, { signal, restore: this.#restore }),
      );
    }
    if (text !== '') await this.#send(textMessage(text), 'typing the text', signal);
    return typedByKeys;
  }

  async pressAndroidKey({ keyCode, metaState }: AndroidKey, signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(keyCode, metaState), 'pressing a key', signal);
  }

  async rotate(signal: AbortSignal): Promise<void> {
    const purpose = 'turning the screen';
    await this.session.perform({ signal, purpose, injects: false }, () =>
      this.session.write(rotateMessage()),
    );
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    const action = { signal, purpose: 'copying what is selected', injects: true };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.runExclusive(signal, () =>
      this.session.perform(action, (ended) => clipboard.read(ended, how)),
    );
  }

  /** Opens direct input until the signal aborts. Rejects with `input-denied` where the phone still refuses input. */
  async openDirectInput(signal: AbortSignal): Promise<DirectInput> {
    await this.session.assertInputAllowed(signal);
    return new DirectInput(this.session, signal);
  }

  async clearField(_units: number, signal: AbortSignal): Promise<void> {
    const keys = [keyMessages(editingKeys.A, ctrl), keyMessages(keyCodes.DEL)];
    await this.#send(concatMessages(keys), 'emptying the field', signal);
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(editingKeys.MOVE_END, ctrl), 'moving the cursor', signal);
  }

  async openPanel(panel: StatusBarPanel, signal: AbortSignal): Promise<void> {
    const purpose = `opening the ${panel.replace('-', ' ')}`;
    await this.session.perform({ signal, purpose, injects: false }, () =>
      this.session.write(panelMessage(panel)),
    );
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    const action = { signal, purpose: 'reading the clipboard', injects: false };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.runExclusive(signal, () =>
      this.session.perform(action, (ended) => clipboard.read(ended)),
    );
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    const action = { signal, purpose: 'writing the clipboard', injects: false };
    await this.#clipboardTurns.runExclusive(signal, () =>
      this.session.perform(action, () => this.session.clipboard.write(text)),
    );
  }

  async #send(messages: Uint8Array, purpose: string, signal: AbortSignal): Promise<void> {
    await this.session.perform({ signal, purpose, injects: true }, () =>
      this.session.write(messages),
    );
  }
}

/** A gesture that is late by more than a frame goes on later at its own speed, instead of catching up. */
const maxLateMs = 16;

/**
 * Plays the steps in order, each at its time, and returns when each finger went down and up. Rejects
 * as `ScrcpySession.perform` does; in every case all fingers are up before it settles.
 */
async function playGesture(
  session: ScrcpySession,
  steps: readonly PointerStep[],
  signal: AbortSignal,
): Promise<readonly StrokeTiming[]> {
  const down = new Map<number, DownPointer>();
  const played: StrokeTiming[] = [];
  const lastsMs = steps.at(-1)?.timeMs ?? 0;
  const action = { signal, purpose: 'performing the gesture', lastsMs, injects: true };
  try {
    await session.perform(action, async (ended) => {
      let startMs = performance.now();
      for (const group of groupByFrame(steps)) {
        const lateMs = performance.now() - startMs - (group[0]?.timeMs ?? 0);
        if (lateMs > maxLateMs) startMs += lateMs;
        await pause(Math.max(0, -lateMs), ended);
        ended.throwIfAborted();
        const sentMs = performance.now();
        const lifted = group.flatMap((step) => trackPointer(down, step, sentMs));
        await session.write(concatMessages(group.map(touchMessage)));
        const upAcknowledgedMs = performance.now();
        played.push(
          ...lifted.map(({ downSentMs }) => ({ downSentMs, upSentMs: sentMs, upAcknowledgedMs })),
        );
      }
    });
  } finally {
    await session.liftFingers([...down.values()].map(({ lastStep: at }) => at));
  }
  return played;
}

/** A finger that is down: since when, and its last step. */
interface DownPointer {
  readonly downSentMs: number;
  readonly lastStep: PointerStep;
}

/** Updates the fingers that are down; returns the one that goes up with this step. */
function trackPointer(
  down: Map<number, DownPointer>,
  step: PointerStep,
  sentMs: number,
): readonly DownPointer[] {
  const known = down.get(step.pointerId) ?? { downSentMs: sentMs, lastStep: step };
  if (step.action !== 'up') {
    down.set(step.pointerId, { ...known, lastStep: step });
    return [];
  }
  down.delete(step.pointerId);
  return [known];
}

/** How long an abandoned paste may take to reach the field. */
const pasteDelayMs = 500;
const restoreDeadlineMs = 2_000;

/**
 * Pastes the text into the focused field. When it rejects, as `ScrcpySession.perform` does, the
 * clipboard's old content has been restored where possible.
 */
async function pasteText(
  session: ScrcpySession,
  text: string,
  options: {
    readonly signal: AbortSignal;
    readonly restore: (text: string, signal: AbortSignal) => Promise<void>;
  },
): Promise<SentText> {
  const { signal, restore } = options;
  const before: ClipboardBefore = { text: null, state: 'untouched' };
  const paste = async (): Promise<void> => {
    before.state = 'sent';
    await session.clipboard.paste(text, (previousText) => {
      before.text = previousText;
    });
    before.state = 'answered';
  };
  try {
    await session.perform({ signal, purpose: 'pasting the text', injects: true }, paste);
  } catch (error) {
    await restoreAfterFailedPaste(session, before);
    throw error;
  }
  const oldText = before.text ?? '';
  return {
    restoreClipboard: (end) => (oldText === text ? Promise.resolve() : restore(oldText, end)),
  };
}

/** What the clipboard held, known once the server has answered; that may be after the call was cancelled. */
interface ClipboardBefore {
  text: string | null;
  state: 'untouched' | 'sent' | 'answered';
}

async function restoreAfterFailedPaste(
  session: ScrcpySession,
  before: ClipboardBefore,
): Promise<void> {
  if (before.state === 'untouched') return;
  const limits = {
    signal: new AbortController().signal,
    lost: session.ended,
    deadlineMs: restoreDeadlineMs,
    purpose: 'restoring the clipboard',
  };
  const work = async (ended: AbortSignal): Promise<void> => {
    await pause(pasteDelayMs, ended);
    // Without an answer the clipboard may be unchanged.
    if (before.state === 'answered') await session.clipboard.write(before.text ?? '');
  };
  // The error that led here is reported by the caller.
  await withLimits(limits, work).catch(() => undefined);
}
