import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Point } from '../../core/geometry.ts';
import { HandsetError } from '../../core/errors.ts';
import {
  type TouchStep,
  type Turned,
  joined,
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
  get holds(): boolean {
    return this.#fingers.size + this.#keys.size > 0;
  }

  /** A finger that goes down, moves or goes up; a move or up of one that is not down is ignored. */
  async touch(step: TouchStep): Promise<void> {
    const { pointerId, action } = step;
    if (action !== 'down' && !this.#fingers.has(pointerId)) return;
    if (this.#fingers.size === maxFingers && !this.#fingers.has(pointerId)) throw tooMany();
    // Stays in the map until the up is sent, so that `releaseAll` lifts it after any failure.
    this.#fingers.set(pointerId, step);
    await this.#session.stream(touchMessage(step), this.#signal);
    if (action === 'up') this.#fingers.delete(pointerId);
  }

  async wheel(at: Point, turned: Turned): Promise<void> {
    await this.#session.stream(wheelMessage(at, turned), this.#signal);
  }

  /** A key that goes down, repeats while held, or goes up; an up of one that is not down is ignored. */
  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    const repeated = this.#keys.get(key.keyCode);
    if (action === 'up' && repeated === undefined) return;
    const repeat = action === 'up' || repeated === undefined ? 0 : repeated + 1;
    this.#keys.set(key.keyCode, repeat);
    await this.#session.stream(keyMessage(key, action, repeat), this.#signal);
    if (action === 'up') this.#keys.delete(key.keyCode);
  }

  /** Waits until the phone would have refused what was sent; rejects with `input-denied` if it did. */
  async heard(): Promise<void> {
    await this.#session.heard(this.#signal);
  }

  /** Releases every finger and key that is down. Never rejects. */
  async letGo(): Promise<void> {
    const fingers = [...this.#fingers.values()];
    const keys = [...this.#keys.keys()].map((keyCode) =>
      keyMessage({ keyCode, metaState: 0 }, 'up'),
    );
    this.#fingers.clear();
    this.#keys.clear();
    await this.#session.lift(fingers);
    if (keys.length === 0) return;
    const always = new AbortController().signal;
    await this.#session.stream(joined(keys), always).catch(() => undefined);
  }
}

function tooMany(): HandsetError {
  return new HandsetError('invalid-argument', `A phone takes ${maxFingers} fingers at once.`);
}
