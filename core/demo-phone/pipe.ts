/** Rejects a write after the reader has closed the pipe (EPIPE, SIGPIPE). */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** Linux's pipe capacity, bytes: the most that adbd buffers between itself and a program. */
export const pipeCapacity = 64 * 1024;

/**
 * A byte queue between a writer and a reader with back-pressure, like the kernel's pipes and
 * socket buffers.
 */
export class Pipe implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #capacity: number;
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #buffered = 0;
  #ended = false;
  #wakeReader: () => void = () => undefined;
  #wakeWriters: (() => void)[] = [];

  /** `capacity` in bytes: writers wait while more than that is buffered. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Enqueues the bytes without a copy; resolves when there is room again, or the pipe is destroyed. */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.#ended) return;
    this.#chunks.push(bytes);
    this.#buffered += bytes.length;
    this.#wakeReader();
    while (this.#buffered > this.#capacity) {
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
    }
  }

  /** Enqueues a copy, so that the writer may reuse its buffer. Rejects with BrokenPipe after the pipe has ended. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#ended) throw new BrokenPipe('nobody reads');
    await this.push(bytes.slice());
  }

  /** No more bytes will come; the reader still gets what is buffered. */
  end(): void {
    this.#ended = true;
    this.#wakeReader();
  }

  /** Ends the pipe and discards what is buffered. */
  destroy(): void {
    this.#chunks.length = 0;
    this.#buffered = 0;
    this.end();
    this.#releaseWriters();
  }

  /** Resolves with the next chunk, as it was pushed; undefined after the last. One reader at a time. */
  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#chunks.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
    const chunk = this.#chunks.shift();
    this.#buffered -= chunk?.length ?? 0;
    if (this.#buffered <= this.#capacity) this.#releaseWriters();
    return chunk;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (;;) {
      const chunk = await this.read();
      if (chunk === undefined) return;
      yield chunk;
    }
  }

  #releaseWriters(): void {
    const writers = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of writers) wake();
  }
}
