import { HandsetError } from '#core/errors.ts';
import { distance, type Size } from '#core/geometry.ts';
import { touchSlop } from '#core/gestures/recognize-gesture.ts';
import { toDevicePixel } from '#core/gestures/shell-gesture.ts';
import { androidKey, buttonKey, keyWithModifiers } from '#core/input/keys.ts';
import type { ButtonInput, KeyInput, TouchInput, WheelInput } from '#core/link/live.ts';
import type { SentText } from '#core/phone/phone.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import { typedByKeys } from '../adb/input/phone-input.ts';
import type { InputQueue, InputRequest, QueuedInput } from './input-queue.ts';
import type { StepRecorder } from '../steps/step-recorder.ts';
import type { ScreenSizeCache } from './screen-size-cache.ts';
import { openSessionInput, type SessionInput } from './session-input.ts';

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
  readonly recorder: StepRecorder;
}

type NonTouchInput = Exclude<InputRequest, TouchInput>;

/** One period of exclusive input by the user: until nothing waits and nothing is down. */
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
      this.#options.recorder.cancelTouch();
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
        next.resolve(await this.#perform({ ...next, input }, sessionInput, ended));
      }
    } catch (error) {
      next.reject(error);
    }
  }

  /** The copied text, if the input was a copy. */
  async #perform(
    { input, done }: Pick<QueuedInput, 'done'> & { readonly input: NonTouchInput },
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<string | null> {
    const { phone, onBeforeSend, recorder } = this.#options;
    // Otherwise restoring the clipboard later would overwrite the text that is copied now.
    if (input.kind === 'copy') await this.#typing.restore();
    onBeforeSend();
    switch (input.kind) {
      case 'copy':
        recorder.key(keyWithModifiers(input.how === 'copy' ? 'C' : 'X', ['ctrl']), done);
        return await phone.copySelection(input.how, ended);
      case 'text':
        recorder.text(phone, input.text, done);
        await this.#typing.type(input.text, ended);
        return null;
      case 'button':
        await this.#pressButton(input.button, done, ended);
        return null;
      case 'key':
        await this.#sendKey(input, done, sessionInput);
        return null;
      case 'wheel':
        await this.#wheel({ ...input, done }, sessionInput, ended);
        return null;
    }
  }

  async #pressButton(
    button: ButtonInput['button'],
    done: Promise<unknown>,
    ended: AbortSignal,
  ): Promise<void> {
    const { phone, recorder } = this.#options;
    if (button === 'rotate') {
      recorder.rotate(phone.lastSize, done);
      await phone.rotate(ended);
    } else {
      recorder.key(buttonKey(button), done);
      await phone.pressAndroidKey(buttonKey(button), ended);
    }
  }

  async #sendKey(
    input: KeyInput,
    done: Promise<unknown>,
    sessionInput: SessionInput,
  ): Promise<void> {
    const key = androidKey(input.code, input);
    if (key === null) {
      throw new HandsetError('unsupported', `The phone has no key for ${input.code}.`);
    }
    if (input.action === 'down') this.#options.recorder.key(key, done);
    await sessionInput.key(key, input.action);
  }

  async #touch(
    { input, atMs, done }: Omit<QueuedInput, 'input'> & { readonly input: TouchInput },
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<{ readonly accepted: Promise<void> }> {
    const { finger, action } = input;
    const { recorder } = this.#options;
    if (action === 'cancel') {
      recorder.cancelTouch();
      await sessionInput.releaseAll();
      return { accepted: Promise.resolve() };
    }
    if (action === 'down' && !sessionInput.isPressing) this.#area = await this.#areaNow(ended);
    const area = this.#options.screenSizes.knownSize(this.#options.pictureSize()) ?? this.#area;
    if (area === null) return { accepted: Promise.resolve() };
    if (action === 'down' && !sessionInput.isPressing)
      await this.#holdForRecorder(input, area, ended);
    this.#options.onBeforeSend();
    const step = { finger, action, atMs, area, ...toDevicePixel(area, input) };
    try {
      const sent = await sessionInput.touch(step);
      recorder.touch(step, done);
      return sent;
    } catch (error) {
      // If the phone has missed a part of a gesture, the gesture is not recorded.
      recorder.cancelTouch();
      throw error;
    }
  }

  /**
   * Holds a touch back until the recorder knows what lies below it, but not once the finger moves: the phone has
   * to see that as it happens. A tap that is already complete waits, and the input after it waits too.
   */
  async #holdForRecorder(down: TouchInput, area: Size, ended: AbortSignal): Promise<void> {
    const { recorder, phone, queue } = this.#options;
    const moved = new AbortController();
    const start = toDevicePixel(area, down);
    let isLifted = false;
    const stopWatching = queue.watch((next) => {
      if (isLifted || next.kind !== 'touch') return;
      if (next.action === 'up') {
        isLifted = next.finger === down.finger;
        return;
      }
      const isNear =
        next.finger === down.finger &&
        next.action !== 'cancel' &&
        distance(start, toDevicePixel(area, next)) <= touchSlop(area);
      if (!isNear) moved.abort();
    });
    await recorder.beforeTouch(
      phone,
      { size: area, at: start },
      AbortSignal.any([ended, moved.signal]),
    );
    stopWatching();
  }

  async #wheel(
    input: WheelInput & Pick<QueuedInput, 'done'>,
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<void> {
    const area = await this.#areaNow(ended);
    const turn = { ...input, ...toDevicePixel(area, input), area };
    this.#options.recorder.wheel(this.#options.phone, turn);
    await sessionInput.wheel(turn);
  }

  async #areaNow(ended: AbortSignal): Promise<Size> {
    const { screenSizes, pictureSize } = this.#options;
    return await screenSizes.sizeForTouch(pictureSize(), ended);
  }
}

/** Types the user's text; once the user pauses, restores the clipboard that pasting replaced. */
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
