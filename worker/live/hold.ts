import { androidKey, buttonKey } from '../../core/acting/person-keys.ts';
import { HandsetError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry.ts';
import { toDevicePixel } from '../../core/gestures/by-hand.ts';
import type { SentText } from '../../core/phone.ts';
import { typedByKeys } from '../adb/actor.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { InputRequest, InputQueue, QueuedInput } from './hands-queue.ts';
import { type SessionInput, DirectSessionInput, ShellSessionInput } from './hands.ts';
import type { ScreenSizeCache } from './touch-space.ts';

/** A finger or key without an event for this long is released: agents wait for it. */
const maxHoldMs = 60_000;
/** How long a paste may take to reach the field, before the clipboard is restored. */
const pasteDelayMs = 500;

/** The phone, its queued input, and the listener. */
interface InputSessionOptions {
  readonly phone: AdbPhone;
  readonly queue: InputQueue;
  readonly screenSizes: ScreenSizeCache;
  /** The size of the live picture, in its own pixels; null without one. */
  pictureSize(): Size | null;
  /** Called before each input is sent to the phone. */
  onBeforeSend(): void;
}

type TouchInput = Extract<InputRequest, { kind: 'touch' }>;
type WheelInput = Extract<InputRequest, { kind: 'wheel' }>;
type KeyInput = Extract<InputRequest, { kind: 'key' }>;
type ButtonInput = Extract<InputRequest, { kind: 'button' }>;
type NonTouchInput = Exclude<InputRequest, TouchInput>;

/** One period of exclusive input by the person: until nothing waits and nothing is down. */
export class InputSession {
  readonly #options: InputSessionOptions;
  readonly #typing: SessionTyping;
  /** The screen's size when the first finger went down. */
  #area: Size | null = null;
  #hasStarted = false;

  constructor(options: InputSessionOptions) {
    this.#options = options;
    this.#typing = new SessionTyping(options.phone);
  }

  /** Whether it got its turn on the phone. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Sends the waiting input to the phone. Rejects when there is no input backend; in every case nothing stays down. */
  async sendQueued(signal: AbortSignal): Promise<void> {
    this.#hasStarted = true;
    const { phone } = this.#options;
    const ended = AbortSignal.any([signal, phone.connection.lost]);
    const sessionInput = await openSessionInput(phone, ended);
    try {
      await this.#sendUntilIdle(sessionInput, AbortSignal.any([ended, sessionInput.ended]));
    } finally {
      await sessionInput.releaseAll();
      await this.#typing.restore();
    }
  }

  async #sendUntilIdle(sessionInput: SessionInput, ended: AbortSignal): Promise<void> {
    const { queue } = this.#options;
    while (!ended.aborted) {
      const next = queue.dequeue();
      if (next !== undefined) await this.#handle(next, sessionInput, ended);
      else if (sessionInput.isPressing) {
        await queue.waitForInput(maxHoldMs, ended);
        if (queue.isEmpty) return;
      } else if (this.#typing.needsRestore) {
        await queue.waitForInput(pasteDelayMs, ended);
        if (queue.isEmpty) await this.#typing.restore();
      } else return;
    }
  }

  /** Never rejects: errors go to the caller that queued the input. */
  async #handle(next: QueuedInput, sessionInput: SessionInput, ended: AbortSignal): Promise<void> {
    try {
      const { input } = next;
      if (input.kind === 'touch') {
        const { accepted } = await this.#touch({ ...next, input }, sessionInput, ended);
        // The next event does not wait for the time within which the phone could refuse this one.
        void accepted.then(() => next.resolve(null), next.reject);
      } else {
        next.resolve(await this.#perform(input, sessionInput, ended));
      }
    } catch (error) {
      next.reject(error);
    }
  }

  /** The copied text, if the input was a copy. */
  async #perform(
    input: NonTouchInput,
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<string | null> {
    const { phone, onBeforeSend } = this.#options;
    // Otherwise restoring the clipboard later would overwrite the text that is copied now.
    if (input.kind === 'copy') await this.#typing.restore();
    onBeforeSend();
    switch (input.kind) {
      case 'copy':
        return await phone.copySelection(input.how, ended);
      case 'text':
        await this.#typing.type(input.text, ended);
        return null;
      case 'button':
        await pressButton(input.button, phone, ended);
        return null;
      case 'key':
        await sendKey(input, sessionInput);
        return null;
      case 'wheel':
        await this.#wheel(input, sessionInput, ended);
        return null;
    }
  }

  async #touch(
    { input, atMs }: { readonly input: TouchInput; readonly atMs: number },
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<{ readonly accepted: Promise<void> }> {
    const { finger: pointerId, phase: action } = input;
    if (action === 'cancel') {
      await sessionInput.releaseAll();
      return { accepted: Promise.resolve() };
    }
    if (action === 'down' && !sessionInput.isPressing) this.#area = await this.#areaNow(ended);
    const area = this.#options.screenSizes.knownSize(this.#options.pictureSize()) ?? this.#area;
    if (area === null) return { accepted: Promise.resolve() };
    this.#options.onBeforeSend();
    return await sessionInput.touch({
      pointerId,
      action,
      atMs,
      area,
      ...toDevicePixel(area, input),
    });
  }

  async #wheel(input: WheelInput, sessionInput: SessionInput, ended: AbortSignal): Promise<void> {
    const area = await this.#areaNow(ended);
    await sessionInput.wheel({ ...input, ...toDevicePixel(area, input), area });
  }

  async #areaNow(ended: AbortSignal): Promise<Size> {
    const { screenSizes, pictureSize } = this.#options;
    return await screenSizes.sizeForTouch(pictureSize(), ended);
  }
}

async function openSessionInput(phone: AdbPhone, ended: AbortSignal): Promise<SessionInput> {
  const direct = await phone.directInput(ended);
  return direct === null
    ? new ShellSessionInput(phone, ended)
    : new DirectSessionInput(direct, ended);
}

async function pressButton(
  button: ButtonInput['button'],
  phone: AdbPhone,
  ended: AbortSignal,
): Promise<void> {
  if (button === 'rotate') await phone.rotate(ended);
  else await phone.pressAndroidKey(buttonKey(button), ended);
}

async function sendKey(input: KeyInput, sessionInput: SessionInput): Promise<void> {
  const key = androidKey(input.code, input);
  if (key === null) {
    throw new HandsetError('unsupported', `The phone has no key for ${input.code}.`);
  }
  await sessionInput.key(key, input.phase);
}

/** Types for the person, and restores the clipboard after pastes when they pause. */
class SessionTyping {
  readonly #phone: AdbPhone;
  /** The first of several pastes: the later ones replaced its text only. */
  #pasted: SentText | null = null;

  constructor(phone: AdbPhone) {
    this.#phone = phone;
  }

  /** Whether the clipboard still holds typed text. */
  get needsRestore(): boolean {
    return this.#pasted !== null;
  }

  /** Rejects as `typeText` does. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    const sent = await this.#phone.typeText(text, signal);
    if (sent !== typedByKeys) this.#pasted ??= sent;
  }

  /** Restores the clipboard. Never rejects: the typed text stays valid. */
  async restore(): Promise<void> {
    const pasted = this.#pasted;
    this.#pasted = null;
    await pasted?.restoreClipboard(this.#phone.connection.lost).catch(() => undefined);
  }
}
