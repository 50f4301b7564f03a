import { type DBSchema, openDB } from 'idb';
import { maxNewRefs, refOfNumber, shortRefs } from '#core/screen/snapshots.ts';

interface RefDatabase extends DBSchema {
  counters: { key: 'next-ref'; value: number };
}

/** How many numbers one reservation takes; enough for any one screen. */
const blockSize = maxNewRefs;

/** A block of numbers that nothing else uses. */
interface Block {
  next: number;
  readonly end: number;
}

/**
 * Gives out refs that no element had before: not in another tab, and not before this worker was
 * started. The numbers are reserved in IndexedDB, a block at a time.
 */
export class RefNumbers {
  readonly #blocks: Block[] = [];
  #reservation: Promise<void> | undefined;
  #hasReserved = false;

  /** Resolves when there are enough refs for one screen. */
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
    const begin = await this.#takeFromDatabase().catch(() =>
      // Without IndexedDB, such as in some private windows, a collision is only unlikely.
      Math.floor(Math.random() * shortRefs),
    );
    this.#hasReserved = true;
    this.#blocks.push({ next: begin, end: begin + blockSize });
  }

  /** Reserves a block for this worker, in one transaction; returns its first number. */
  async #takeFromDatabase(): Promise<number> {
    const database = await openDB<RefDatabase>('handset-refs', 1, {
      upgrade: (created) => void created.createObjectStore('counters'),
    });
    const transaction = database.transaction('counters', 'readwrite');
    const stored = (await transaction.store.get('next-ref')) ?? 0;
    // A new worker begins again with short refs when all of them were used: no agent remembers those.
    const begin = this.#hasReserved ? stored : stored % shortRefs;
    await transaction.store.put(begin + blockSize, 'next-ref');
    await transaction.done;
    database.close();
    return begin;
  }
}
