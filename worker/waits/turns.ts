import { HandsetError } from '../../core/errors.ts';

/**
 * Lets one piece of work run at a time, or as many as it is made for. Whoever asks (`who`) gets
 * turns in rotation, so that many requests of one never delay another by more than one turn.
 */
export class Turns {
  readonly #atOnce: number;
  #running = 0;
  /** What waits, by who asked, the oldest first. Whose turn is next stands first: a Map keeps its order. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** `atOnce`: how many pieces of work may run at a time. */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce;
  }

  /**
   * Runs the work when its turn comes; the work of one `who` runs in the order of asking. Rejects
   * with `cancelled`, and never starts the work, when the signal is aborted before its turn.
   */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>, who = ''): Promise<Result> {
    await this.#turnOf(who, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      // Those who came while this ran go first.
      this.#putLast(who);
      this.#beginNext();
    }
  }

  #turnOf(who: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(who) ?? new Set();
      const leave = (): void => {
        signal.removeEventListener('abort', giveUp);
        own.delete(begin);
        if (own.size === 0) this.#waiting.delete(who);
      };
      const begin = (): void => {
        leave();
        resolve();
      };
      const giveUp = (): void => {
        leave();
        const message = 'The call was cancelled while it waited its turn.';
        reject(new HandsetError('cancelled', message, { cause: signal.reason }));
      };
      this.#waiting.set(who, own.add(begin));
      signal.addEventListener('abort', giveUp);
      if (signal.aborted) giveUp();
      else this.#beginNext();
    });
  }

  #beginNext(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#running >= this.#atOnce) return;
    const [who, [begin]] = first;
    this.#running++;
    this.#putLast(who);
    begin?.();
  }

  #putLast(who: string): void {
    const own = this.#waiting.get(who);
    if (own === undefined) return;
    this.#waiting.delete(who);
    this.#waiting.set(who, own);
  }
}
