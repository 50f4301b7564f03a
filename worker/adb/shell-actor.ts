import { type Key, keyCodes } from '../../core/acting/keys.ts';
import { type AndroidKey, keysHeldFor } from '../../core/acting/person-keys.ts';
import { type AbilityName, abilities } from '../../core/acting/ways.ts';
import {
  cancelTouch,
  injectPlainGesture,
  type PressKeyCodesOptions,
  pressKeyCodes,
} from '../../core/commands/input.ts';
import { readClipboard, writeClipboard } from '../../core/commands/clipboard.ts';
import type { Command } from '../../core/commands/command.ts';
import { nameUntypeable, typeAscii } from '../../core/commands/input-text.ts';
import { openPanel } from '../../core/commands/panel.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import type { Point } from '../../core/geometry.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import { plainForm } from '../../core/gestures/plain-form.ts';
import type { PlayedStroke } from '../../core/gestures/played.ts';
import { needsSeveralFingers, startOf } from '../../core/gestures/times.ts';
import type { Panel, SentText } from '../../core/phone.ts';
import { pause, unlessAborted } from '../waits/deadline.ts';
import { type Actor, editingKeys, typedByKeys } from './actor.ts';
import type { AdbConnection } from './connection.ts';
import { runCommand } from './run-command.ts';

/** How long a cancelled key press may take to reach the field. */
const pastingMs = 500;

/** The input backend that uses the phone's shell commands. */
export class ShellActor implements Actor {
  readonly way = 'shell';
  readonly #connection: AdbConnection;
  readonly #whyNotScrcpy: string;
  readonly #clipboard: ShellClipboard;

  /** `whyNotScrcpy` goes into the messages of what this backend can't do. */
  constructor(connection: AdbConnection, whyNotScrcpy: string) {
    this.#connection = connection;
    this.#whyNotScrcpy = whyNotScrcpy;
    this.#clipboard = new ShellClipboard(connection, whyNotScrcpy);
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly PlayedStroke[]> {
    const plain = plainForm(gesture);
    if (plain === null) {
      throw impossible(needsSeveralFingers(gesture) ? 'multiTouch' : 'path', this.#whyNotScrcpy);
    }
    // Shell commands start at once, so the gesture's initial delay is waited for here.
    const over = AbortSignal.any([signal, this.#connection.lost]);
    await pause(Math.min(...gesture.strokes.map(startOf)), over);
    const playing = this.#inject(injectPlainGesture(plain), signal);
    if (plain.kind === 'swipe') {
      await liftIfCancelled(this.#connection, { playing, from: plain.from, signal });
    }
    await playing;
    return [];
  }

  async pressKey(key: Key, signal: AbortSignal): Promise<void> {
    await this.#press([keyCodes[key]], signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    const strange = nameUntypeable(text);
    if (strange !== '') return await this.#paste(text, { strange, signal });
    if (how === 'paste' && text !== '') {
      try {
        return await this.#paste(text, { strange: 'any characters', signal });
      } catch (thrown) {
        // Most phones have no `cmd clipboard`; then keys are the only method.
        if (toHandsetError(thrown).code !== 'unsupported') throw thrown;
      }
    }
    await this.#inject(typeAscii(text), signal);
    return typedByKeys;
  }

  /** `untypeable` names the characters that keys can't type, for the message. */
  async #paste(
    text: string,
    { strange, signal }: { readonly strange: string; readonly signal: AbortSignal },
  ): Promise<SentText> {
    const before = await this.#clipboard.hold(text, { strange, signal });
    try {
      await this.#press([editingKeys.PASTE], signal);
    } catch (error) {
      // The caller reports the error; the abandoned paste may still reach the field.
      const { lost } = this.#connection;
      await pause(pastingMs, lost);
      await this.#clipboard.write(before ?? '', lost).catch(() => undefined);
      throw error;
    }
    return { restoreClipboard: (end) => this.#clipboard.write(before ?? '', end) };
  }

  async pressAndroidKey({ keyCode, metaState }: AndroidKey, signal: AbortSignal): Promise<void> {
    const held = keysHeldFor(metaState);
    if (held.length === 0) {
      await this.#press([keyCode], signal);
      return;
    }
    if (await this.#combine([...held, keyCode], signal)) return;
    throw new HandsetError(
      'unsupported',
      `Keys with Ctrl, Shift or Alt: this phone's own commands press them from Android 12 on, and the scrcpy server can't run here: ${this.#whyNotScrcpy}`,
    );
  }

  async rotate(): Promise<void> {
    await Promise.reject(impossible('rotation', this.#whyNotScrcpy));
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    await this.#press([how === 'copy' ? editingKeys.COPY : editingKeys.CUT], signal);
    return await this.#clipboard.read(signal);
  }

  async clearField(units: number, signal: AbortSignal): Promise<void> {
    if (await this.#combine([editingKeys.CTRL_LEFT, editingKeys.A], signal)) {
      await this.#press([keyCodes.DEL], signal);
    } else if (units > 0) {
      // The end of a line need not be the end of the text; surplus keys change nothing.
      const before = new Array<number>(units).fill(keyCodes.DEL);
      const after = new Array<number>(units).fill(editingKeys.FORWARD_DEL);
      await this.#press([editingKeys.MOVE_END, ...before, ...after], signal);
    }
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    if (await this.#combine([editingKeys.CTRL_LEFT, editingKeys.MOVE_END], signal)) return;
    // Pages down first, since MOVE_END alone only goes to the end of its line.
    const { PAGE_DOWN, MOVE_END } = editingKeys;
    await this.#press([PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, MOVE_END], signal);
  }

  async openPanel(panel: Panel, signal: AbortSignal): Promise<void> {
    await runCommand(this.#connection, openPanel(panel), signal);
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    return await this.#clipboard.read(signal);
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    await this.#clipboard.write(text, signal);
  }

  async #press(
    codes: readonly number[],
    signal: AbortSignal,
    options: PressKeyCodesOptions = {},
  ): Promise<void> {
    await this.#inject(pressKeyCodes(codes, options), signal);
  }

  /**
   * Waits for a command that has begun, also when the call is cancelled: the phone can't be stopped,
   * and would go on with it during the next call.
   */
  async #inject(command: Command<null>, signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal, command.purpose);
    await runCommand(this.#connection, command, new AbortController().signal);
    throwIfCancelled(signal, command.purpose);
  }

  /** False where the phone has no key combinations: before Android 12. */
  async #combine(codes: readonly number[], signal: AbortSignal): Promise<boolean> {
    try {
      await this.#press(codes, signal, { combination: true });
      return true;
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'unsupported') throw error;
      return false;
    }
  }
}

function throwIfCancelled(signal: AbortSignal, purpose: string): void {
  if (!signal.aborted) return;
  throw new HandsetError('cancelled', `The call was cancelled while ${purpose}.`);
}

/**
 * Delays between the attempts to cancel a swipe: its `input` may be just starting, and with no
 * finger down a cancellation has no effect. Android drops the rest of a swipe that was cancelled.
 */
const betweenTriesMs = [0, 500, 1_000];

interface PlayingSwipe {
  /** Settles when the phone's `input` has ended. */
  readonly playing: Promise<unknown>;
  readonly from: Point;
  readonly signal: AbortSignal;
}

/**
 * Lifts the finger of a swipe by the phone's own `input` when the call is cancelled; possible from
 * Android 10 on. Resolves when there is nothing more to do; never rejects.
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
      // Not aborted: a cancellation that arrives late would end the next gesture.
      await runCommand(connection, cancelTouch(from), new AbortController().signal);
    } catch {
      return;
    }
  }
}

const noClipboard = 'cmd clipboard does not work on this phone';

/** The clipboard through `cmd clipboard`, which most phones do not have. */
class ShellClipboard {
  readonly #connection: AdbConnection;
  readonly #whyNotScrcpy: string;

  constructor(connection: AdbConnection, whyNotScrcpy: string) {
    this.#connection = connection;
    this.#whyNotScrcpy = whyNotScrcpy;
  }

  /** The text that the clipboard holds, or null. Rejects with `unsupported`. */
  async read(signal: AbortSignal): Promise<string | null> {
    try {
      return await runCommand(this.#connection, readClipboard, signal);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Sets the text. Rejects with `unsupported`, also when the clipboard then holds something else. */
  async write(text: string, signal: AbortSignal): Promise<void> {
    try {
      await runCommand(this.#connection, writeClipboard(text), signal);
    } catch (error) {
      throw this.#explained(error);
    }
    // Some builds accept the command without an error, and do not keep the text.
    if ((await this.read(signal)) !== (text === '' ? null : text)) {
      throw impossible('clipboard', this.#whyNotScrcpy, { why: noClipboard });
    }
  }

  /**
   * Sets a text for pasting and returns the text before, or null. Rejects with `unsupported`;
   * `untypeable` names the characters that have no key.
   */
  async hold(
    text: string,
    options: { readonly strange: string; readonly signal: AbortSignal },
  ): Promise<string | null> {
    const { strange, signal } = options;
    try {
      const before = await this.read(signal);
      await this.#replace(before, text, signal);
      return before;
    } catch (thrown) {
      const cause = toHandsetError(thrown);
      if (cause.code !== 'unsupported') throw cause;
      const detail = `Text with ${strange}`;
      throw impossible('unicodeText', this.#whyNotScrcpy, { detail, why: noClipboard, cause });
    }
  }

  /** Sets the text; restores the text before when that fails in the middle. */
  async #replace(before: string | null, text: string, signal: AbortSignal): Promise<void> {
    try {
      await this.write(text, signal);
    } catch (thrown) {
      const isRefused = toHandsetError(thrown).code === 'unsupported';
      // The first error is reported.
      if (!isRefused) await this.write(before ?? '', this.#connection.lost).catch(() => undefined);
      throw thrown;
    }
  }

  #explained(thrown: unknown): unknown {
    const cause = toHandsetError(thrown);
    return cause.code === 'unsupported'
      ? impossible('clipboard', this.#whyNotScrcpy, { why: noClipboard, cause })
      : cause;
  }
}

/** `unsupported` for what needs the scrcpy server: what it is, why not by the shell, why not by the server. */
function impossible(
  ability: AbilityName,
  whyNotScrcpy: string,
  options: { readonly detail?: string; readonly why?: string; readonly cause?: unknown } = {},
): HandsetError {
  const { what, shell } = abilities[ability];
  const { detail = what, why = shell.how, cause } = options;
  return new HandsetError(
    'unsupported',
    `${detail}: not possible on this phone now. By the phone's own commands: ${why}. It needs the scrcpy server, which can't run here: ${whyNotScrcpy}`,
    { cause },
  );
}
