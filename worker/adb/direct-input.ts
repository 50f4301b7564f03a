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

/** As many fingers as Android tells apart reliably, and as scrcpy takes. */
const maxFingers = 10;

/**
 * A person's hands on the phone through the scrcpy server: every event goes at once, and the order
 * of calling is the phone's. Each method resolves when the phone has it, and rejects as
 * `ScrcpySession.act` does. Device pixels of the current rotation.
 */
export class DirectInput {
  readonly #session: ScrcpySession;
  readonly #signal: AbortSignal;
  readonly #fingers = new Map<number, TouchStep>();
  /** How often each key that is down has been repeated. */
  readonly #keys = new Map<number, number>();

  constructor(session: ScrcpySession, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
  }

  /** Aborts when nothing can be sent any more: the server has ended, or the phone is gone. */
  get ended(): AbortSignal {
    return this.#session.ended;
  }

  /** Whether a finger or a key is down. */
  get holds(): boolean {
    return this.#fingers.size + this.#keys.size > 0;
  }

  /** A finger that comes, moves or leaves; one that is not down can't move or leave, which is no error. */
  async touch(step: TouchStep): Promise<void> {
    const { pointerId, action } = step;
    if (action !== 'down' && !this.#fingers.has(pointerId)) return;
    if (this.#fingers.size === maxFingers && !this.#fingers.has(pointerId)) throw tooMany();
    // Kept down until it is known to be up: whatever goes wrong, it is lifted.
    this.#fingers.set(pointerId, step);
    await this.#session.stream(touchMessage(step), this.#signal);
    if (action === 'up') this.#fingers.delete(pointerId);
  }

  async wheel(at: Point, turned: Turned): Promise<void> {
    await this.#session.stream(wheelMessage(at, turned), this.#signal);
  }

  /** A key that goes down, again when it is held, or up; one that is not down can't go up. */
  async key(key: AndroidKey, action: 'down' | 'up'): Promise<void> {
    const repeated = this.#keys.get(key.keyCode);
    if (action === 'up' && repeated === undefined) return;
    const repeat = action === 'up' || repeated === undefined ? 0 : repeated + 1;
    this.#keys.set(key.keyCode, repeat);
    await this.#session.stream(keyMessage(key, action, repeat), this.#signal);
    if (action === 'up') this.#keys.delete(key.keyCode);
  }

  /** Waits until the phone would have refused what was sent; rejects with `input-denied`. */
  async heard(): Promise<void> {
    await this.#session.heard(this.#signal);
  }

  /** Lifts every finger and key that is down. Never rejects. */
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
