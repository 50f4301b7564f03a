import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Point, Size } from '../../core/geometry.ts';
import { moved, straightened } from '../../core/gestures/by-hand.ts';
import type { StrokePoint } from '../../core/gestures/gesture.ts';
import { swipe } from '../../core/gestures/swipe.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { Turned } from '../adb/control-messages.ts';
import type { DirectInput } from '../adb/direct-input.ts';
import { pause } from '../waits/deadline.ts';

/** What one finger does at one moment. */
interface FingerStep extends Point {
  readonly pointerId: number;
  readonly action: 'down' | 'move' | 'up';
  /** When the person did it, on `performance.now`'s clock. */
  readonly atMs: number;
  /** The screen's size at that moment. */
  readonly area: Size;
}

/** A turn of the wheel at a place. */
interface WheelTurn extends Point, Turned {
  readonly area: Size;
}

/**
 * A person's hands on one phone, for as long as they hold it, by one way to act. Device pixels of
 * the current rotation. Each method rejects with what the phone's acting methods reject with.
 */
export interface Hands {
  /** Aborts when these can do no more, and other hands are needed. */
  readonly ended: AbortSignal;
  /** Whether a finger or a key is down. */
  readonly holds: boolean;
  /** Resolves when the next thing may come; `taken` when it is known that the phone took it. */
  touch(step: FingerStep): Promise<{ readonly taken: Promise<void> }>;
  wheel(turn: WheelTurn): Promise<void>;
  key(key: AndroidKey, action: 'down' | 'up'): Promise<void>;
  /** Lifts every finger and key that is down. Never rejects. */
  letGo(): Promise<void>;
}

/** A touch that waited for its turn is not made shorter: a long press stays one. Less than this is not seen. */
const hurryMs = 20;

/** Hands through the scrcpy server: what they do is done at once. */
export class DirectHands implements Hands {
  readonly #input: DirectInput;
  readonly #signal: AbortSignal;
  /** By how much each finger that is down is late. */
  readonly #lateMs = new Map<number, number>();

  constructor(input: DirectInput, signal: AbortSignal) {
    this.#input = input;
    this.#signal = signal;
  }

  get ended(): AbortSignal {
    return this.#input.ended;
  }

  get holds(): boolean {
    return this.#input.holds;
  }

  async touch(step: FingerStep): Promise<{ readonly taken: Promise<void> }> {
    const { pointerId, action, atMs } = step;
    const lateMs = performance.now() - atMs;
    if (action === 'down') this.#lateMs.set(pointerId, lateMs);
    const aheadMs = (this.#lateMs.get(pointerId) ?? lateMs) - lateMs;
    if (action === 'up' && aheadMs > hurryMs) await pause(aheadMs, this.#signal);
    await this.#input.touch(step);
    return { taken: action === 'up' ? this.#input.heard() : Promise.resolve() };
  }

  async wheel(turn: WheelTurn): Promise<void> {
    await this.#input.wheel(turn, turn);
  }

  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    await this.#input.key(key, action);
  }

  async letGo(): Promise<void> {
    await this.#input.letGo();
  }
}

/** What one notch of a wheel moves, as a share of the screen's height; and as long as that takes. */
const notch = 0.1;
const wheelMs = 250;
/** As far as one swipe may go, so that it begins and ends on the screen and not at its edge. */
const farthest = 0.35;

/**
 * Hands by the phone's own commands, which know whole gestures only: a touch is collected until
 * the last finger leaves, and then played in the time that it took.
 */
export class ShellHands implements Hands {
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

  get holds(): boolean {
    return this.#down.size > 0;
  }

  async touch(step: FingerStep): Promise<{ readonly taken: Promise<void> }> {
    this.#collect(step);
    if (step.action === 'up' && !this.holds) await this.#play(step);
    return { taken: Promise.resolve() };
  }

  /** As the finger would that scrolls by it. */
  async wheel({ x, y, right, down, area }: WheelTurn): Promise<void> {
    const far = (notches: number, length: number): number =>
      Math.max(-farthest, Math.min(farthest, notches * notch)) * length;
    const by = { x: -far(right, area.width), y: -far(down, area.height) };
    const from = moved(area, { x, y }, { x: -by.x / 2, y: -by.y / 2 });
    await this.#phone.performGesture(swipe(from, moved(area, from, by), wheelMs), this.#signal);
  }

  /** `input` presses and releases; a key that is held is pressed again and again. */
  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    if (action === 'down') await this.#phone.pressAndroidKey(key, this.#signal);
  }

  async letGo(): Promise<void> {
    this.#down.clear();
    this.#strokes = [];
    await Promise.resolve();
  }

  #collect({ pointerId, action, x, y, atMs }: FingerStep): void {
    if (this.#strokes.length === 0) this.#startMs = atMs;
    // Two points of a stroke never share their time.
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
      await this.#phone.performGesture(straightened({ strokes }, area), this.#signal);
    }
  }
}
