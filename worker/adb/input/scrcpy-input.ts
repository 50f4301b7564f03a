import {
  keyCodes,
  keyWithModifiers,
  type AndroidKey,
  type KeyName,
  type ModifierName,
} from '#core/input/keys.ts';
import type { Point } from '#core/geometry.ts';
import { HandsetError } from '#core/errors.ts';
import {
  concatMessages,
  keyMessage,
  keyMessages,
  panelMessage,
  rotateMessage,
  textMessage,
  touchMessage,
  wheelMessage,
  type WheelNotches,
} from '../scrcpy/control-messages.ts';
import type { ScrcpySession } from '../scrcpy/session.ts';
import { AndroidKeyEventMeta } from '@yume-chan/scrcpy';
import type { Gesture, StrokeTiming } from '#core/gestures/gesture.ts';
import {
  type FingerStep,
  type TimedFingerStep,
  groupByFrame,
  maxFingers,
  toFingerSteps,
} from '#core/gestures/finger-steps.ts';
import type { SentText, StatusBarPanel } from '#core/phone/phone.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import { TurnQueue } from '../../waits/turn-queue.ts';
import { editingKeys, typedByKeys, type PhoneInput } from './phone-input.ts';

/**
 * The user's input through the scrcpy server: every event is sent at once, in the order of the
 * calls. Each method resolves when the message is written, and rejects as `ScrcpySession.perform` does.
 * Device pixels of the current rotation.
 */
export class DirectInput {
  readonly #session: ScrcpySession;
  readonly #signal: AbortSignal;
  readonly #fingers = new Map<number, FingerStep>();
  /** The number of repeats of each key that is down. */
  readonly #keys = new Map<number, number>();

  constructor(session: ScrcpySession, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
  }

  /** Aborts when input is no longer possible: the server has ended, or the phone is lost. */
  get ended(): AbortSignal {
    return this.#session.ended;
  }

  /** Whether a finger or a key is down. */
  get isPressing(): boolean {
    return this.#fingers.size + this.#keys.size > 0;
  }

  /** A finger that goes down, moves or goes up; a move or up of one that is not down is ignored. */
  async touch(step: FingerStep): Promise<void> {
    const { finger, action } = step;
    if (action !== 'down' && !this.#fingers.has(finger)) return;
    if (this.#fingers.size === maxFingers && !this.#fingers.has(finger)) throw tooManyFingers();
    // Stays in the map until the up is sent, so that `releaseAll` lifts it after any failure.
    this.#fingers.set(finger, step);
    await this.#session.sendEvents(touchMessage(step), this.#signal);
    if (action === 'up') this.#fingers.delete(finger);
  }

  async wheel(at: Point, notches: WheelNotches): Promise<void> {
    await this.#session.sendEvents(wheelMessage(at, notches), this.#signal);
  }

  /** A key that goes down, repeats while held, or goes up; an up of one that is not down is ignored. */
  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    const repeatsBefore = this.#keys.get(key.keyCode);
    if (action === 'up' && repeatsBefore === undefined) return;
    const repeat = action === 'up' || repeatsBefore === undefined ? 0 : repeatsBefore + 1;
    this.#keys.set(key.keyCode, repeat);
    await this.#session.sendEvents(keyMessage(key, action, repeat), this.#signal);
    if (action === 'up') this.#keys.delete(key.keyCode);
  }

  /** Waits until the phone would have refused what was sent; rejects with `input-denied` if it did. */
  async waitForRefusal(): Promise<void> {
    await this.#session.waitForRefusal(this.#signal);
  }

  /** Releases every finger and key that is down. Never rejects. */
  async releaseAll(): Promise<void> {
    const fingers = [...this.#fingers.values()];
    const keys = [...this.#keys.keys()].map((keyCode) =>
      keyMessage({ keyCode, metaState: 0 }, 'up'),
    );
    this.#fingers.clear();
    this.#keys.clear();
    await this.#session.liftFingers(fingers);
    if (keys.length === 0) return;
    const always = new AbortController().signal;
    await this.#session.sendEvents(concatMessages(keys), always).catch(() => undefined);
  }
}

function tooManyFingers(): HandsetError {
  return new HandsetError(
    'invalid-argument',
    `A phone accepts at most ${maxFingers} fingers at once.`,
  );
}

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
    return await playGesture(this.session, toFingerSteps(gesture), signal);
  }

  async pressKey(
    key: KeyName,
    signal: AbortSignal,
    modifiers: readonly ModifierName[] = [],
  ): Promise<void> {
    const { keyCode, metaState } = keyWithModifiers(key, modifiers);
    await this.#send(keyMessages(keyCode, metaState), `pressing ${key}`, signal);
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
    const purpose = 'rotating the screen';
    await this.session.perform({ signal, purpose, injects: false }, () =>
      this.session.write(rotateMessage()),
    );
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    const action = { signal, purpose: 'copying what is selected', injects: true };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.runExclusive(signal, () =>
      this.session.perform(action, async (ended) => {
        const before = await clipboard.read(ended);
        const after = await clipboard.read(ended, how);
        return after === before ? null : after;
      }),
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

/**
 * When a gesture is late by more than this (a frame), its remaining steps are delayed too, so that
 * it keeps its speed.
 */
const maxLateMs = 16;

/**
 * Plays the steps in order, each at its time, and returns when each finger went down and up. Rejects
 * as `ScrcpySession.perform` does; in every case all fingers are up before it settles.
 */
async function playGesture(
  session: ScrcpySession,
  steps: readonly TimedFingerStep[],
  signal: AbortSignal,
): Promise<readonly StrokeTiming[]> {
  const down = new Map<number, DownFinger>();
  const played: StrokeTiming[] = [];
  const gestureDurationMs = steps.at(-1)?.timeMs ?? 0;
  const action = { signal, purpose: 'performing the gesture', gestureDurationMs, injects: true };
  try {
    await session.perform(action, async (ended) => {
      let startMs = performance.now();
      for (const group of groupByFrame(steps)) {
        const lateMs = performance.now() - startMs - (group[0]?.timeMs ?? 0);
        if (lateMs > maxLateMs) startMs += lateMs;
        await pause(Math.max(0, -lateMs), ended);
        ended.throwIfAborted();
        const sentMs = performance.now();
        const lifted = group.flatMap((step) => trackFinger(down, step, sentMs));
        await session.write(concatMessages(group.map(touchMessage)));
        const upAcknowledgedMs = performance.now();
        played.push(
          ...lifted.map(({ downSentMs }) => ({ downSentMs, upSentMs: sentMs, upAcknowledgedMs })),
        );
      }
    });
  } finally {
    await session.liftFingers([...down.values()].map(({ lastStep }) => lastStep));
  }
  return played;
}

/** A finger that is down: since when, and its last step. */
interface DownFinger {
  readonly downSentMs: number;
  readonly lastStep: TimedFingerStep;
}

/** Updates the fingers that are down; returns the one that goes up with this step. */
function trackFinger(
  down: Map<number, DownFinger>,
  step: TimedFingerStep,
  sentMs: number,
): readonly DownFinger[] {
  const known = down.get(step.finger) ?? { downSentMs: sentMs, lastStep: step };
  if (step.action !== 'up') {
    down.set(step.finger, { ...known, lastStep: step });
    return [];
  }
  down.delete(step.finger);
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
