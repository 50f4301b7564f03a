import { type DBSchema, openDB } from 'idb';
import { maxNewRefs, refOfNumber, shortRefs } from '#core/screen/snapshots.ts';
import { withLimits } from '../waits/deadline.ts';

interface RefDatabase extends DBSchema {
  counters: { key: 'next-ref'; value: number };
}

/** How many numbers are reserved at once; enough for any screen. */
const blockSize = maxNewRefs;

/** How long a reservation may take; calls wait for it. */
const reservationDeadlineMs = 2_000;
const neverAborts = new AbortController().signal;

/** A block of numbers that nothing else uses. */
interface Block {
  next: number;
  readonly end: number;
}

/**
 * Provides refs that no element had before, neither in another tab nor before this worker was
 * started. The numbers are reserved in IndexedDB, a block at a time.
 */
export class RefNumbers {
  readonly #blocks: Block[] = [];
  #reservation: Promise<void> | undefined;
  /** The end of the last block; undefined before the first. */
  #lastEnd: number | undefined;

  /** Resolves when enough refs for one screen are reserved. */
  async ready(): Promise<void> {
    while (this.#blocks.reduce((sum, { next, end }) => sum + end - next, 0) < maxNewRefs) {
      this.#reservation ??= this.#reserve().finally(() => (this.#reservation = undefined));
      await this.#reservation;
    }
  }

  /** A ref that was never used before. Throws `RangeError` unless `ready` was awaited for each screen. */
  next(): string {
    const [block] = this.#blocks;
    if (block === undefined) throw new RangeError('No refs are reserved.');
    const ref = refOfNumber(block.next);
    block.next += 1;
    if (block.next === block.end) this.#blocks.shift();
    return ref;
  }

  async #reserve(): Promise<void> {
    const limits = {
      signal: neverAborts,
      lost: neverAborts,
      deadlineMs: reservationDeadlineMs,
      purpose: 'reserving refs',
    };
    const begin = await withLimits(limits, () => this.#takeFromDatabase()).catch(
      () =>
        // Without IndexedDB, as in some private windows, a collision with another worker is possible but unlikely.
        this.#lastEnd ?? Math.floor(Math.random() * shortRefs),
    );
    this.#lastEnd = begin + blockSize;
    this.#blocks.push({ next: begin, end: this.#lastEnd });
  }

  /** Reserves a block for this worker, in one transaction; returns its first number. */
  async #takeFromDatabase(): Promise<number> {
    const database = await openDB<RefDatabase>('handset-refs', 1, {
      upgrade: (created) => void created.createObjectStore('counters'),
    });
    const transaction = database.transaction('counters', 'readwrite');
    const stored = (await transaction.store.get('next-ref')) ?? 0;
    // A new worker starts over with short refs once all were used, because no agent remembers the old ones.
    const begin = this.#lastEnd === undefined ? stored % shortRefs : stored;
    await transaction.store.put(begin + blockSize, 'next-ref');
    await transaction.done;
    database.close();
    return begin;
  }
}
