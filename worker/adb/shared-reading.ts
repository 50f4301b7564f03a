import { orCancelled } from '../waits/deadline.ts';
import { Turns } from '../waits/turns.ts';

/** One reading and those who wait for it. */
interface Reading<Result> {
  readonly result: Promise<Result>;
  /** Aborts when nobody waits for it any more. */
  readonly unwanted: AbortController;
  readers: number;
}

/**
 * One thing of the phone that many may want to read at the same time. One reading runs at a time,
 * and all who ask meanwhile share the next one: nobody gets what was read before they asked, and
 * however many ask, each waits for two readings at most.
 */
export class SharedReading<Result> {
  readonly #purpose: string;
  readonly #read: (unwanted: AbortSignal) => Promise<Result>;
  readonly #turns = new Turns();
  /** The reading that has not begun yet; null where nobody waits for one. */
  #next: Reading<Result> | null = null;

  /**
   * `purpose` is for messages: `taking a screenshot`. `read` gets a signal that aborts when nobody
   * waits for it any more; the next reading begins when it has settled.
   */
  constructor(purpose: string, read: (unwanted: AbortSignal) => Promise<Result>) {
    this.#purpose = purpose;
    this.#read = read;
  }

  /** The result of a reading that begins after this; rejects as that does, and with `cancelled`, which leaves the others theirs. */
  async read(signal: AbortSignal): Promise<Result> {
    const reading = (this.#next ??= this.#queue());
    reading.readers++;
    try {
      return await orCancelled(reading.result, { signal, purpose: this.#purpose });
    } finally {
      if (--reading.readers === 0) {
        reading.unwanted.abort();
        if (this.#next === reading) this.#next = null;
      }
    }
  }

  #queue(): Reading<Result> {
    const unwanted = new AbortController();
    const result = this.#turns.take(unwanted.signal, () => {
      this.#next = null;
      return this.#read(unwanted.signal);
    });
    return { result, unwanted, readers: 0 };
  }
}
