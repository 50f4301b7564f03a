import {
  keyCodes,
  keyWithModifiers,
  modifierKeyCodes,
  type AndroidKey,
  type KeyName,
  type ModifierName,
} from '#core/input/keys.ts';
import { type CapabilityName, capabilities } from '#core/phone/input-backends.ts';
import {
  cancelTouch,
  injectShellGesture,
  nameUntypeable,
  pressKeyCodes,
  typeAscii,
  type PressKeyCodesOptions,
  openPanel,
  readClipboard,
  writeClipboard,
} from '#core/commands/input.ts';
import type { Command } from '#core/commands/command.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import type { Point } from '#core/geometry.ts';
import {
  type Gesture,
  needsSeveralFingers,
  strokeStartMs,
  type StrokeTiming,
} from '#core/gestures/gesture.ts';
import { toShellGesture } from '#core/gestures/shell-gesture.ts';
import type { StatusBarPanel, SentText } from '#core/phone/phone.ts';
import { pause, abortable } from '../../waits/deadline.ts';
import { type PhoneInput, editingKeys, typedByKeys } from './phone-input.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { runCommand } from '../transport/run-command.ts';

/** How long a cancelled key press may take to reach the field. */
const pasteDelayMs = 500;

/** The input backend that uses the phone's shell commands. */
export class ShellInput implements PhoneInput {
  readonly backend = 'shell';
  readonly #connection: AdbConnection;
  readonly #scrcpyProblem: string;
  readonly #clipboard: ShellClipboard;

  /** `scrcpyProblem` goes into the messages of what this backend can't do. */
  constructor(connection: AdbConnection, scrcpyProblem: string) {
    this.#connection = connection;
    this.#scrcpyProblem = scrcpyProblem;
    this.#clipboard = new ShellClipboard(connection, scrcpyProblem);
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly StrokeTiming[]> {
    const plain = toShellGesture(gesture);
    if (plain === null) {
      throw unsupportedError(
        needsSeveralFingers(gesture) ? 'multiTouch' : 'path',
        this.#scrcpyProblem,
      );
    }
    // Shell commands start at once, so the gesture's initial delay is waited for here.
    const over = AbortSignal.any([signal, this.#connection.lost]);
    await pause(Math.min(...gesture.strokes.map(strokeStartMs)), over);
    const playing = this.#runInput(injectShellGesture(plain), signal);
    if (plain.kind === 'swipe' || plain.kind === 'drag') {
      await liftOnCancel(this.#connection, { playing, from: plain.from, signal });
    }
    await playing;
    return [];
  }

  async pressKey(
    key: KeyName,
    signal: AbortSignal,
    modifiers: readonly ModifierName[] = [],
  ): Promise<void> {
    await this.pressAndroidKey(keyWithModifiers(key, modifiers), signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    const untypeable = nameUntypeable(text);
    if (untypeable !== '') return await this.#paste(text, { untypeable, signal });
    if (how === 'paste' && text !== '') {
      try {
        return await this.#paste(text, { untypeable: 'any characters', signal });
      } catch (thrown) {
        // Most phones have no `cmd clipboard`; then keys are the only method.
        if (toHandsetError(thrown).code !== 'unsupported') throw thrown;
      }
    }
    await this.#runInput(typeAscii(text), signal);
    return typedByKeys;
  }

  /** `untypeable` names the characters that keys can't type, for the message. */
  async #paste(
    text: string,
    { untypeable, signal }: { readonly untypeable: string; readonly signal: AbortSignal },
  ): Promise<SentText> {
    const before = await this.#clipboard.setForPaste(text, { untypeable, signal });
    try {
      await this.#pressKeys([editingKeys.PASTE], signal);
    } catch (error) {
      // The caller reports the error; the abandoned paste may still reach the field.
      const { lost } = this.#connection;
      await pause(pasteDelayMs, lost);
      await this.#clipboard.write(before ?? '', lost).catch(() => undefined);
      throw error;
    }
    return { restoreClipboard: (end) => this.#clipboard.write(before ?? '', end) };
  }

  async pressAndroidKey({ keyCode, metaState }: AndroidKey, signal: AbortSignal): Promise<void> {
    const modifiers = modifierKeyCodes(metaState);
    if (modifiers.length === 0) {
      await this.#pressKeys([keyCode], signal);
      return;
    }
    if (await this.#pressCombination([...modifiers, keyCode], signal)) return;
    throw new HandsetError(
      'unsupported',
      `Keys with Ctrl, Shift or Alt need Android 13 or later, or the scrcpy server, which isn't running: ${this.#scrcpyProblem}`,
    );
  }

  async rotate(): Promise<void> {
    await Promise.reject(unsupportedError('rotation', this.#scrcpyProblem));
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    // Where it can't be read, the text is copied all the same; the second reading rejects.
    const before = await this.#clipboard.read(signal).catch(() => null);
    await this.#pressKeys([how === 'copy' ? editingKeys.COPY : editingKeys.CUT], signal);
    const after = await this.#clipboard.read(signal);
    return after === before ? null : after;
  }

  async clearField(units: number, signal: AbortSignal): Promise<void> {
    if (await this.#pressCombination([editingKeys.CTRL_LEFT, editingKeys.A], signal)) {
      await this.#pressKeys([keyCodes.DEL], signal);
    } else if (units > 0) {
      // MOVE_END goes only to the end of the line, so deletes on both sides; surplus keys change
      // nothing.
      const before = new Array<number>(units).fill(keyCodes.DEL);
      const after = new Array<number>(units).fill(editingKeys.FORWARD_DEL);
      await this.#pressKeys([editingKeys.MOVE_END, ...before, ...after], signal);
    }
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    if (await this.#pressCombination([editingKeys.CTRL_LEFT, editingKeys.MOVE_END], signal)) return;
    // Pages down first, since MOVE_END alone only goes to the end of its line.
    const { PAGE_DOWN, MOVE_END } = editingKeys;
    await this.#pressKeys([PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, MOVE_END], signal);
  }

  async openPanel(panel: StatusBarPanel, signal: AbortSignal): Promise<void> {
    await runCommand(this.#connection, openPanel(panel), signal);
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    return await this.#clipboard.read(signal);
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    await this.#clipboard.write(text, signal);
  }

  async #pressKeys(
    codes: readonly number[],
    signal: AbortSignal,
    options: PressKeyCodesOptions = {},
  ): Promise<void> {
    await this.#runInput(pressKeyCodes(codes, options), signal);
  }

  /**
   * Waits for a command that has begun, also when the call is cancelled: the phone can't be stopped,
   * and would go on with it during the next call.
   */
  async #runInput(command: Command<null>, signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal, command.purpose);
    await runCommand(this.#connection, command, new AbortController().signal);
    throwIfCancelled(signal, command.purpose);
  }

  /** False where the phone has no key combinations: before Android 13. */
  async #pressCombination(codes: readonly number[], signal: AbortSignal): Promise<boolean> {
    try {
      await this.#pressKeys(codes, signal, { combination: true });
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
  throw new HandsetError('cancelled', `The call was canceled while ${purpose}.`);
}

/**
 * Delays between the attempts to cancel a swipe: its `input` may be just starting, and with no
 * finger down a cancellation has no effect. Android drops the rest of a swipe that was cancelled.
 */
const cancelDelaysMs = [0, 500, 1_000];

interface RunningSwipe {
  /** Settles when the phone's `input` has ended. */
  readonly playing: Promise<unknown>;
  readonly from: Point;
  readonly signal: AbortSignal;
}

/**
 * Lifts the finger of a swipe by the phone's own `input` when the call is cancelled; possible from
 * Android 10 on. Resolves when there is nothing more to do; never rejects.
 */
export async function liftOnCancel(
  connection: AdbConnection,
  { playing, from, signal }: RunningSwipe,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  void playing.then(end, end);
  await abortable(playing, signal).catch(() => undefined);
  for (const afterMs of cancelDelaysMs) {
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
  readonly #scrcpyProblem: string;

  constructor(connection: AdbConnection, scrcpyProblem: string) {
    this.#connection = connection;
    this.#scrcpyProblem = scrcpyProblem;
  }

  /** The text that the clipboard holds, or null. Rejects with `unsupported`. */
  async read(signal: AbortSignal): Promise<string | null> {
    try {
      return await runCommand(this.#connection, readClipboard, signal);
    } catch (error) {
      throw this.#withReason(error);
    }
  }

  /** Sets the text. Rejects with `unsupported`, also when the clipboard then holds something else. */
  async write(text: string, signal: AbortSignal): Promise<void> {
    try {
      await runCommand(this.#connection, writeClipboard(text), signal);
    } catch (error) {
      throw this.#withReason(error);
    }
    // Some builds accept the command without an error, and do not keep the text.
    if ((await this.read(signal)) !== (text === '' ? null : text)) {
      throw unsupportedError('clipboard', this.#scrcpyProblem, { why: noClipboard });
    }
  }

  /**
   * Sets a text for pasting and returns the text before, or null. Rejects with `unsupported`;
   * `untypeable` names the characters that have no key.
   */
  async setForPaste(
    text: string,
    options: { readonly untypeable: string; readonly signal: AbortSignal },
  ): Promise<string | null> {
    const { untypeable, signal } = options;
    try {
      const before = await this.read(signal);
      await this.#replace(before, text, signal);
      return before;
    } catch (thrown) {
      const cause = toHandsetError(thrown);
      if (cause.code !== 'unsupported') throw cause;
      const detail = `Text with ${untypeable}`;
      throw unsupportedError('unicodeText', this.#scrcpyProblem, {
        detail,
        why: noClipboard,
        cause,
      });
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

  #withReason(thrown: unknown): unknown {
    const cause = toHandsetError(thrown);
    return cause.code === 'unsupported'
      ? unsupportedError('clipboard', this.#scrcpyProblem, { why: noClipboard, cause })
      : cause;
  }
}

/** `unsupported` for what needs the scrcpy server: what it is, why not by the shell, why not by the server. */
function unsupportedError(
  ability: CapabilityName,
  scrcpyProblem: string,
  options: { readonly detail?: string; readonly why?: string; readonly cause?: unknown } = {},
): HandsetError {
  const { what, shell } = capabilities[ability];
  const { detail = what, why = shell.note, cause } = options;
  return new HandsetError(
    'unsupported',
    `${detail}: not possible right now. The phone's own commands can't do it (${why}), and the scrcpy server isn't running: ${scrcpyProblem}`,
    { cause },
  );
}
