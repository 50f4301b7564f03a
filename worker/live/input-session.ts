import { androidKey, buttonKey, keyWithModifiers, type AndroidKey } from '#core/input/keys.ts';
import type { Point, Size } from '#core/geometry.ts';
import {
  straightenGesture,
  toDevicePixel,
  translateOnScreen,
} from '#core/gestures/shell-gesture.ts';
import type { StrokePoint } from '#core/gestures/gesture.ts';
import { swipeGesture } from '#core/gestures/build-gesture.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { WheelNotches } from '../adb/control-messages.ts';
import type { DirectInput } from '../adb/scrcpy-input.ts';
import { pause } from '../waits/deadline.ts';
import { HandsetError } from '#core/errors.ts';
import type { SentText } from '#core/phone.ts';
import { typedByKeys } from '../adb/phone-input.ts';
import type { InputQueue, InputRequest, QueuedInput } from './input-queue.ts';
import type { InputRecorder } from './input-recorder.ts';
import type { ScreenSizeCache } from './screen-size-cache.ts';

/** An event of one finger. */
interface FingerStep extends Point {
  readonly pointerId: number;
  readonly action: 'down' | 'move' | 'up';
  /** When the user made it, by `performance.now`. */
  readonly atMs: number;
  /** The screen's size at that time. */
  readonly area: Size;
}

/** A turn of the mouse wheel at a point. */
interface WheelTurn extends Point, WheelNotches {
  readonly area: Size;
}

/**
 * The user's input on one phone during one session, through one input backend. Device pixels of
 * the current rotation. Each method rejects as the input methods of the phone do.
 */
interface SessionInput {
  /** Aborts when this backend can do no more, and another is needed. */
  readonly ended: AbortSignal;
  /** Whether a finger or a key is down. */
  readonly isPressing: boolean;
  /** Resolves when the next event may come; `accepted` resolves when the phone is known to have accepted it. */
  touch(step: FingerStep): Promise<{ readonly accepted: Promise<void> }>;
  wheel(turn: WheelTurn): Promise<void>;
  key(key: AndroidKey, action: 'down' | 'up'): Promise<void>;
  /** Releases every finger and key that is down. Never rejects. */
  releaseAll(): Promise<void>;
}

/** A delayed touch keeps its duration, so that a long press stays one. Shorter differences than this do not matter. */
const minDelayMs = 20;

/** Input through the scrcpy server, event by event. */
class DirectSessionInput implements SessionInput {
  readonly #input: DirectInput;
  readonly #signal: AbortSignal;
  /** The delay with which each finger went down, in ms. */
  readonly #lateMs = new Map<number, number>();

  constructor(input: DirectInput, signal: AbortSignal) {
    this.#input = input;
    this.#signal = signal;
  }

  get ended(): AbortSignal {
    return this.#input.ended;
  }

  get isPressing(): boolean {
    return this.#input.isPressing;
  }

  async touch(step: FingerStep): Promise<{ readonly accepted: Promise<void> }> {
    const { pointerId, action, atMs } = step;
    const lateMs = performance.now() - atMs;
    if (action === 'down') this.#lateMs.set(pointerId, lateMs);
    const aheadMs = (this.#lateMs.get(pointerId) ?? lateMs) - lateMs;
    if (action === 'up' && aheadMs > minDelayMs) await pause(aheadMs, this.#signal);
    await this.#input.touch(step);
    return { accepted: action === 'up' ? this.#input.waitForRefusal() : Promise.resolve() };
  }

  async wheel(turn: WheelTurn): Promise<void> {
    await this.#input.wheel(turn, turn);
  }

  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    await this.#input.key(key, action);
  }

  async releaseAll(): Promise<void> {
    await this.#input.releaseAll();
  }
}

/** How far one wheel notch scrolls, as a share of the screen's height, and how long that takes. */
const notchShare = 0.1;
const wheelMs = 250;
/** The longest swipe for a wheel turn, as a share of the screen: it should not start or end at the edge. */
const maxSwipeShare = 0.35;

/**
 * Input through the phone's shell commands, which know whole gestures only: touches are collected
 * until the last finger goes up, and then played in their original time.
 */
class ShellSessionInput implements SessionInput {
  readonly #phone: AdbPhone;
  readonly #signal: AbortSignal;
  readonly #down = new Map<number, StrokePoint[]>();
  #strokes: StrokePoint[][] = [];
  #startMs = 0;

  constructor(phone: AdbPhone, signal: AbortSignal) {
    this.#phone = phone;
    this.#signal = signal;
  }

  get ended(): AbortSignal {
    return this.#phone.connection.lost;
  }

  get isPressing(): boolean {
    return this.#down.size > 0;
  }

  async touch(step: FingerStep): Promise<{ readonly accepted: Promise<void> }> {
    this.#collect(step);
    if (step.action === 'up' && !this.isPressing) await this.#play(step);
    return { accepted: Promise.resolve() };
  }

  /** Scrolls by a swipe in the opposite direction. */
  async wheel({ x, y, right, down, area }: WheelTurn): Promise<void> {
    const swipeLength = (notches: number, length: number): number =>
      Math.max(-maxSwipeShare, Math.min(maxSwipeShare, notches * notchShare)) * length;
    const by = { x: -swipeLength(right, area.width), y: -swipeLength(down, area.height) };
    const from = translateOnScreen(area, { x, y }, { x: -by.x / 2, y: -by.y / 2 });
    await this.#phone.performGesture(
      swipeGesture(from, translateOnScreen(area, from, by), wheelMs),
      this.#signal,
    );
  }

  /** `input` presses and releases at once; a key that is held is pressed repeatedly. */
  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    if (action === 'down') await this.#phone.pressAndroidKey(key, this.#signal);
  }

  async releaseAll(): Promise<void> {
    this.#down.clear();
    this.#strokes = [];
    await Promise.resolve();
  }

  #collect({ pointerId, action, x, y, atMs }: FingerStep): void {
    if (this.#strokes.length === 0) this.#startMs = atMs;
    // Two points of a stroke need different times.
    const after = (this.#down.get(pointerId)?.at(-1)?.timeMs ?? -1) + 1;
    const point = { x, y, timeMs: Math.max(after, Math.round(atMs - this.#startMs)) };
    if (action === 'down') {
      const stroke = [point];
      this.#down.set(pointerId, stroke);
      this.#strokes.push(stroke);
      return;
    }
    this.#down.get(pointerId)?.push(point);
    if (action === 'up') this.#down.delete(pointerId);
  }

  async #play({ area }: FingerStep): Promise<void> {
    const strokes = this.#strokes;
    this.#strokes = [];
    if (strokes.length > 0) {
      await this.#phone.performGesture(straightenGesture({ strokes }, area), this.#signal);
    }
  }
}

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
  readonly recorder: InputRecorder;
}

type TouchInput = Extract<InputRequest, { kind: 'touch' }>;
type WheelInput = Extract<InputRequest, { kind: 'wheel' }>;
type KeyInput = Extract<InputRequest, { kind: 'key' }>;
type ButtonInput = Extract<InputRequest, { kind: 'button' }>;
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
    const { phone, onBeforeSend, recorder } = this.#options;
    // Otherwise restoring the clipboard later would overwrite the text that is copied now.
    if (input.kind === 'copy') await this.#typing.restore();
    onBeforeSend();
    switch (input.kind) {
      case 'copy':
        recorder.key(keyWithModifiers(input.how === 'copy' ? 'C' : 'X', ['ctrl']));
        return await phone.copySelection(input.how, ended);
      case 'text':
        recorder.text(phone, input.text);
        await this.#typing.type(input.text, ended);
        return null;
      case 'button':
        await this.#pressButton(input.button, ended);
        return null;
      case 'key':
        await this.#sendKey(input, sessionInput);
        return null;
      case 'wheel':
        await this.#wheel(input, sessionInput, ended);
        return null;
    }
  }

  async #pressButton(button: ButtonInput['button'], ended: AbortSignal): Promise<void> {
    const { phone, recorder } = this.#options;
    if (button === 'rotate') {
      recorder.rotate(phone.lastSize);
      await phone.rotate(ended);
    } else {
      recorder.key(buttonKey(button));
      await phone.pressAndroidKey(buttonKey(button), ended);
    }
  }

  async #sendKey(input: KeyInput, sessionInput: SessionInput): Promise<void> {
    const key = androidKey(input.code, input);
    if (key === null) {
      throw new HandsetError('unsupported', `The phone has no key for ${input.code}.`);
    }
    if (input.phase === 'down') this.#options.recorder.key(key);
    await sessionInput.key(key, input.phase);
  }

  async #touch(
    { input, atMs }: { readonly input: TouchInput; readonly atMs: number },
    sessionInput: SessionInput,
    ended: AbortSignal,
  ): Promise<{ readonly accepted: Promise<void> }> {
    const { finger: pointerId, phase: action } = input;
    const { recorder, phone } = this.#options;
    if (action === 'cancel') {
      recorder.cancelTouch();
      await sessionInput.releaseAll();
      return { accepted: Promise.resolve() };
    }
    if (action === 'down' && !sessionInput.isPressing) this.#area = await this.#areaNow(ended);
    const area = this.#options.screenSizes.knownSize(this.#options.pictureSize()) ?? this.#area;
    if (area === null) return { accepted: Promise.resolve() };
    if (action === 'down' && !sessionInput.isPressing)
      await recorder.beforeTouch(phone, area, ended);
    this.#options.onBeforeSend();
    const step = { pointerId, action, atMs, area, ...toDevicePixel(area, input) };
    const sent = await sessionInput.touch(step);
    recorder.touch(step);
    return sent;
  }

  async #wheel(input: WheelInput, sessionInput: SessionInput, ended: AbortSignal): Promise<void> {
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

async function openSessionInput(phone: AdbPhone, ended: AbortSignal): Promise<SessionInput> {
  const direct = await phone.directInput(ended);
  return direct === null
    ? new ShellSessionInput(phone, ended)
    : new DirectSessionInput(direct, ended);
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
