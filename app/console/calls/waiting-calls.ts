import type { Call } from '#core/call.ts';

/** Most calls that wait to be stored: their pictures are in memory meanwhile, and storage may be slower than agents for hours. */
const maxWaiting = 200;

/** Calls that wait to be stored, each in its latest version. */
export class WaitingCalls {
  readonly #calls = new Map<string, Call>();

  /** Adds a call, or replaces its earlier version. Returns `full`, and forgets a new call, where too many wait. */
  put(key: string, call: Call): 'added' | 'replaced' | 'full' {
    const isKnown = this.#calls.has(key);
    if (!isKnown && this.#calls.size >= maxWaiting) return 'full';
    this.#calls.set(key, call);
    return isKnown ? 'replaced' : 'added';
  }

  /** Removes a call, to store it; undefined where none with this key waits. */
  take(key: string): Call | undefined {
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    return call;
  }
}
