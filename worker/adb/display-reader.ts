import { readDisplay } from '#core/commands/display.ts';
import { rotateSize, sameSize, type Rotation, type Size } from '#core/geometry.ts';
import type { Display } from '#core/phone.ts';
import type { AdbConnection } from './connection.ts';
import { SharedReading, runAgainAfter } from './run-command.ts';

/** How old a reading may be that is not waited for again, and how old without a new one beside it. */
const maxAgeMs = { used: 60_000, fresh: 10_000 } as const;

/** Reads the size and density of one phone's display, which take longer than its elements. */
export class DisplayReader {
  /** The last reading; null before the first, and once the display may be another. */
  last: Display | null = null;
  #readAtMs = -Infinity;
  readonly #connection: AdbConnection;
  readonly #reading: SharedReading<Display>;

  constructor(connection: AdbConnection) {
    this.#connection = connection;
    this.#reading = new SharedReading(readDisplay.purpose, async (abandoned) => {
      this.last = await runAgainAfter('command-failed', connection, readDisplay, abandoned);
      this.#readAtMs = performance.now();
      return this.last;
    });
  }

  /** Rejects with `command-failed`. */
  async read(signal: AbortSignal): Promise<Display> {
    return await this.#reading.read(signal);
  }

  /** As `read`, or the last reading, where `checkSize` has been called since. */
  async readUnlessKnown(signal: AbortSignal): Promise<Display> {
    const ageMs = performance.now() - this.#readAtMs;
    if (this.last === null || ageMs > maxAgeMs.used) return await this.read(signal);
    if (ageMs > maxAgeMs.fresh) this.read(this.#connection.lost).catch(() => undefined);
    return this.last;
  }

  /** Compares the last reading with the display's size in its rotation: the phone may have been folded. */
  checkSize(size: Size, rotation: Rotation): void {
    if (this.last && !sameSize(size, rotateSize(this.last.naturalSize, rotation))) this.last = null;
  }
}
