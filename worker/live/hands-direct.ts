import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { DirectInput } from '../adb/direct-input.ts';
import { pause } from '../waits/deadline.ts';
import type { FingerStep, Hands, WheelTurn } from './hands.ts';

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
