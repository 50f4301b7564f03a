import { AndroidKeyEventMeta } from '@yume-chan/scrcpy';
import { type Key, keyCodes } from '../../core/acting/keys.ts';
import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { PlayedStroke } from '../../core/gestures/played.ts';
import { type PointerStep, moments, timeline } from '../../core/gestures/timeline.ts';
import type { Panel, SentText } from '../../core/phone.ts';
import { pause, withLimits } from '../waits/deadline.ts';
import { Turns } from '../waits/turns.ts';
import { type Actor, editingKeys, typedByKeys } from './actor.ts';
import {
  joined,
  keyMessages,
  panelMessage,
  rotateMessage,
  textMessage,
  touchMessage,
} from './control-messages.ts';
import { DirectInput } from './direct-input.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** Text to type key by key: longer text is pasted faster, other characters have no key or would press Enter. */
const typedText = /^[\x20-\x7e]{0,100}$/;
const ctrl = AndroidKeyEventMeta.Ctrl | AndroidKeyEventMeta.CtrlLeft;

/** The input backend that uses the scrcpy server of a session, until that ends. */
export class ScrcpyActor implements Actor {
  readonly way = 'scrcpy';
  readonly session: ScrcpySession;
  /** Clipboard answers carry no id, so one request runs at a time. */
  readonly #clipboardTurns = new Turns();
  readonly #restore: (text: string, signal: AbortSignal) => Promise<void>;

  /** `restore` writes the clipboard by the backend that is available then. */
  constructor(
    session: ScrcpySession,
    restore: (text: string, signal: AbortSignal) => Promise<void>,
  ) {
    this.session = session;
    this.#restore = restore;
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly PlayedStroke[]> {
    return await playGesture(this.session, timeline(gesture), signal);
  }

  async pressKey(key: Key, signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(keyCodes[key]), `pressing ${key}`, signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    if (how === 'paste' || !typedText.test(text)) {
      return await this.#clipboardTurns.take(signal, () =>
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
    await this.session.act({ signal, purpose, injects: false }, () =>
      this.session.write(rotateMessage()),
    );
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    const act = { signal, purpose: 'copying what is selected', injects: true };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, (ended) => clipboard.read(ended, how)),
    );
  }

  /** Opens direct input until the signal aborts. Rejects with `input-denied` where the phone still refuses input. */
  async direct(signal: AbortSignal): Promise<DirectInput> {
    await this.session.mayInject(signal);
    return new DirectInput(this.session, signal);
  }

  async clearField(_units: number, signal: AbortSignal): Promise<void> {
    const keys = [keyMessages(editingKeys.A, ctrl), keyMessages(keyCodes.DEL)];
    await this.#send(joined(keys), 'emptying the field', signal);
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(editingKeys.MOVE_END, ctrl), 'moving the cursor', signal);
  }

  async openPanel(panel: Panel, signal: AbortSignal): Promise<void> {
    const purpose = `opening the ${panel.replace('-', ' ')}`;
    await this.session.act({ signal, purpose, injects: false }, () =>
      this.session.write(panelMessage(panel)),
    );
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    const act = { signal, purpose: 'reading the clipboard', injects: false };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, (ended) => clipboard.read(ended)),
    );
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    const act = { signal, purpose: 'writing the clipboard', injects: false };
    await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, () => this.session.clipboard.write(text)),
    );
  }

  async #send(messages: Uint8Array, purpose: string, signal: AbortSignal): Promise<void> {
    await this.session.act({ signal, purpose, injects: true }, () => this.session.write(messages));
  }
}

/** A gesture that is late by more than a frame goes on later at its own speed, instead of catching up. */
const rushMs = 16;

/**
 * Plays the steps in order, each at its time, and returns when each finger went down and up. Rejects
 * as `ScrcpySession.perform` does; in every case all fingers are up before it settles.
 */
async function playGesture(
  session: ScrcpySession,
  steps: readonly PointerStep[],
  signal: AbortSignal,
): Promise<readonly PlayedStroke[]> {
  const down = new Map<number, DownPointer>();
  const played: PlayedStroke[] = [];
  const lastsMs = steps.at(-1)?.timeMs ?? 0;
  const act = { signal, purpose: 'performing the gesture', lastsMs, injects: true };
  try {
    await session.act(act, async (ended) => {
      let startMs = performance.now();
      for (const group of moments(steps)) {
        const lateMs = performance.now() - startMs - (group[0]?.timeMs ?? 0);
        if (lateMs > rushMs) startMs += lateMs;
        await pause(Math.max(0, -lateMs), ended);
        ended.throwIfAborted();
        const sentMs = performance.now();
        const left = group.flatMap((step) => follow(down, step, sentMs));
        await session.write(joined(group.map(touchMessage)));
        const upTakenMs = performance.now();
        played.push(...left.map(({ downSentMs }) => ({ downSentMs, upSentMs: sentMs, upTakenMs })));
      }
    });
  } finally {
    await session.lift([...down.values()].map(({ at }) => at));
  }
  return played;
}

/** A finger that is down: since when, and its last step. */
interface DownPointer {
  readonly downSentMs: number;
  readonly at: PointerStep;
}

/** Updates the fingers that are down; returns the one that goes up with this step. */
function follow(
  down: Map<number, DownPointer>,
  step: PointerStep,
  sentMs: number,
): readonly DownPointer[] {
  const known = down.get(step.pointerId) ?? { downSentMs: sentMs, at: step };
  if (step.action !== 'up') {
    down.set(step.pointerId, { ...known, at: step });
    return [];
  }
  down.delete(step.pointerId);
  return [known];
}

/** How long an abandoned paste may take to reach the field. */
const pastingMs = 500;
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

/** What the clipboard held, known once the server has answered; that may be after the call was cancelled. */
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
    // Without an answer the clipboard may be unchanged.
    if (before.state === 'answered') await session.clipboard.write(before.text ?? '');
  };
  // The error that led here is reported by the caller.
  await withLimits(limits, work).catch(() => undefined);
}
