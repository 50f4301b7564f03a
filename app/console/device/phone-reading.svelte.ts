import { toWire, type WireError } from '#core/errors.ts';

/** What a section reads of the phone, and reads again when it may have changed. */
export class PhoneReading<Value> {
  /** As last read; null before the first time. */
  value = $state.raw<Value | null>(null);
  /** Why the last reading failed; null if it did not. */
  error = $state.raw<WireError | null>(null);
  readonly #read: (signal: AbortSignal) => Promise<Value>;
  #running = new AbortController();

  constructor(read: (signal: AbortSignal) => Promise<Value>) {
    this.#read = read;
  }

  /** Reads anew, in place of a reading that runs. Never rejects. */
  async refresh(): Promise<void> {
    this.dispose();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.error = null;
    try {
      this.value = await this.#read(signal);
    } catch (thrown) {
      if (!signal.aborted) this.error = toWire(thrown);
    }
  }

  /** Ends the reading that runs. */
  dispose(): void {
    this.#running.abort();
  }
}
