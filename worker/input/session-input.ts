import type { Point, Size } from '#core/geometry.ts';
import { swipeGesture } from '#core/gestures/build-gesture.ts';
import type { StrokePoint } from '#core/gestures/gesture.ts';
import { straightenGesture, translateOnScreen } from '#core/gestures/shell-gesture.ts';
import type { AndroidKey } from '#core/input/keys.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { WheelNotches } from '../adb/scrcpy/control-messages.ts';
import type { DirectInput } from '../adb/input/scrcpy-input.ts';
import type { UserFingerStep } from '../steps/step-recorder.ts';
import { pause } from '../waits/deadline.ts';

/** A turn of the mouse wheel at a point. */
interface WheelTurn extends Point, WheelNotches {
  readonly area: Size;
}

/**
 * The user's input on one phone during one session, through one input backend. Device pixels of
 * the current rotation. Each method rejects as the input methods of the phone do.
 */
export interface SessionInput {
  /** Aborts when this backend can do no more, and another is needed. */
  readonly ended: AbortSignal;
  /** Whether a finger or a key is down. */
  readonly isPressing: boolean;
  /** Resolves when the next event may come; `accepted` resolves when the phone is known to have accepted it. */
  touch(step: UserFingerStep): Promise<{ readonly accepted: Promise<void> }>;
  wheel(turn: WheelTurn): Promise<void>;
  key(key: AndroidKey, action: 'down' | 'up'): Promise<void>;
  /** Releases every finger and key that is down. Never rejects. */
  releaseAll(): Promise<void>;
}

/** A delayed touch keeps its duration, so that a long press stays one. Shorter differences than this do not matter. */
const minDelayMs = 20;

/** Input through the scrcpy server, event by event. */
class DirectSessionInput implements SessionInput {
  readonly #phone: AdbPhone;
  readonly #input: DirectInput;
  readonly #signal: AbortSignal;
  /** The delay with which each finger went down, in ms. */
  readonly #lateMs = new Map<number, number>();
  /** When the first finger of the touch went down. */
  #startMs = 0;

  constructor(phone: AdbPhone, input: DirectInput, signal: AbortSignal) {
    this.#phone = phone;
    this.#input = input;
    this.#signal = signal;
  }

  get ended(): AbortSignal {
    return this.#input.ended;
  }

  get isPressing(): boolean {
    return this.#input.isPressing;
  }

  async touch(step: UserFingerStep): Promise<{ readonly accepted: Promise<void> }> {
    const { finger, action, atMs } = step;
    const nowMs = performance.now();
    const lateMs = nowMs - atMs;
    if (action === 'down' && !this.isPressing) this.#startMs = nowMs;
    if (action === 'down') this.#lateMs.set(finger, lateMs);
    const aheadMs = (this.#lateMs.get(finger) ?? lateMs) - lateMs;
    if (action === 'up' && aheadMs > minDelayMs) await pause(aheadMs, this.#signal);
    await this.#input.touch(step);
    return { accepted: action === 'up' ? this.#waitForRefusal() : Promise.resolve() };
  }

  async #waitForRefusal(): Promise<void> {
    await this.#input.waitForRefusal();
    await this.#phone.assertInputArrived(this.#startMs, this.#signal);
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

  async touch(step: UserFingerStep): Promise<{ readonly accepted: Promise<void> }> {
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

  #collect({ finger, action, x, y, atMs }: UserFingerStep): void {
    if (this.#strokes.length === 0) this.#startMs = atMs;
    // Two points of a stroke need different times.
    const after = (this.#down.get(finger)?.at(-1)?.timeMs ?? -1) + 1;
    const point = { x, y, timeMs: Math.max(after, Math.round(atMs - this.#startMs)) };
    if (action === 'down') {
      const stroke = [point];
      this.#down.set(finger, stroke);
      this.#strokes.push(stroke);
      return;
    }
    this.#down.get(finger)?.push(point);
    if (action === 'up') this.#down.delete(finger);
  }

  async #play({ area }: UserFingerStep): Promise<void> {
    const strokes = this.#strokes;
    this.#strokes = [];
    if (strokes.length > 0) {
      await this.#phone.performGesture(straightenGesture({ strokes }, area), this.#signal);
    }
  }
}

/** The input through the backend that the phone has now; until it ends, or the signal aborts. */
export async function openSessionInput(phone: AdbPhone, ended: AbortSignal): Promise<SessionInput> {
  const direct = await phone.directInput(ended);
  return direct === null
    ? new ShellSessionInput(phone, ended)
    : new DirectSessionInput(phone, direct, ended);
}
