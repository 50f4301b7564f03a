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

/** What is typed key by key: longer texts are faster pasted, others have no keys or would press Enter. */
const typedText = /^[\x20-\x7e]{0,100}$/;
const ctrl = AndroidKeyEventMeta.Ctrl | AndroidKeyEventMeta.CtrlLeft;

/** Acts through the scrcpy server of a session, as long as that lasts. */
export class ScrcpyActor implements Actor {
  readonly way = 'scrcpy';
  readonly session: ScrcpySession;
  /** The clipboard's answers carry no name. */
  readonly #clipboardTurns = new Turns();
  readonly #restore: (text: string, signal: AbortSignal) => Promise<void>;

  /** `restore` writes the clipboard, by any way there is then. */
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

  /** Takes events one by one until the signal aborts. Rejects with `input-denied` where the phone still refuses them. */
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

/** A gesture that fell behind by more than a frame goes on later, at its own speed, and does not rush. */
const rushMs = 16;

/**
 * Plays the steps, each at its time, in order, and gives when each finger came and left. Rejects as
 * `ScrcpySession.act` does; whatever happens, every finger that went down is lifted before it settles.
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

/** A finger that is down: since when, and where. */
interface DownPointer {
  readonly downSentMs: number;
  readonly at: PointerStep;
}

/** Keeps where each finger is that is down; gives the one that leaves with this step. */
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

/** How long a paste that was not waited for may take to reach the field. */
const pastingMs = 500;
const restoreDeadlineMs = 2_000;

/**
 * Pastes the text into the focused field. Rejects as `ScrcpySession.act` does, the clipboard's old
 * content put back where it can be.
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
