import { HandsetError } from '../../core/errors.ts';
import { unlessAborted } from './deadline.ts';

/** Lets one piece of work run at a time, in the order of asking. */
export class Turns {
  /** Settles, without an error, when all that was asked for before has. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs the work after all that was asked for before it has settled, however it settled. Rejects
   * with `cancelled`, and never starts the work, when the signal is aborted before its turn.
   */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const turn = this.#waitFor(before, signal).then(work);
    // A turn that was given up does not let the next one overtake the work that still runs.
    this.#last = Promise.allSettled([before, turn]);
    return await turn;
  }

  async #waitFor(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      await unlessAborted(before, signal);
    } catch (cause) {
      throw new HandsetError('cancelled', 'The call was cancelled while it waited its turn.', {
        cause,
      });
    }
  }
}
