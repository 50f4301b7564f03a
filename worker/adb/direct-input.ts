import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Point } from '../../core/geometry.ts';
import { HandsetError } from '../../core/errors.ts';
import {
  type TouchStep,
  type WheelNotches,
  concatMessages,
  keyMessage,
  touchMessage,
  wheelMessage,
} from './control-messages.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** The most fingers that Android tells apart reliably and scrcpy accepts. */
const maxFingers = 10;

/**
 * The person's input through the scrcpy server: every event is sent at once, in the order of the
 * calls. Each method resolves when the message is written, and rejects as `ScrcpySession.perform` does.
 * Device pixels of the current rotation.
 */
export class DirectInput {
  readonly #session: ScrcpySession;
  readonly #signal: AbortSignal;
  readonly #fingers = new Map<number, TouchStep>();
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
  async touch(step: TouchStep): Promise<void> {
    const { pointerId, action } = step;
    if (action !== 'down' && !this.#fingers.has(pointerId)) return;
    if (this.#fingers.size === maxFingers && !this.#fingers.has(pointerId)) throw tooManyFingers();
    // Stays in the map until the up is sent, so that `releaseAll` lifts it after any failure.
    this.#fingers.set(pointerId, step);
    await this.#session.sendEvents(touchMessage(step), this.#signal);
    if (action === 'up') this.#fingers.delete(pointerId);
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
  return new HandsetError('invalid-argument', `A phone takes ${maxFingers} fingers at once.`);
}
