/** Thrown into who writes after the other side has closed (EPIPE, SIGPIPE). */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** Linux's pipe capacity, bytes: what adbd reads from a program, and holds for it, at a time. */
export const pipeCapacity = 64 * 1024;

/**
 * Bytes on their way from one side to another, with back-pressure: what the kernel's pipes and
 * socket buffers are to real programs.
 */
export class Pipe implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #capacity: number;
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #buffered = 0;
  #ended = false;
  #wakeReader: () => void = () => undefined;
  #wakeWriters: (() => void)[] = [];

  /** `capacity` in bytes: more than that waiting makes the writer wait. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Takes the bytes at once; resolves when there is room again, or the pipe has ended. */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.#ended) return;
    this.#chunks.push(bytes);
    this.#buffered += bytes.length;
    this.#wakeReader();
    while (this.#buffered > this.#capacity) {
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
    }
  }

  /** The same for bytes that the writer may use again. Rejects with BrokenPipe when nobody reads any more. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#ended) throw new BrokenPipe('nobody reads');
    await this.push(bytes.slice());
  }

  /** No more bytes will come; the reader still gets those that wait. */
  end(): void {
    this.#ended = true;
    this.#wakeReader();
  }

  /** Ends the pipe and forgets what waits in it. */
  destroy(): void {
    this.#chunks.length = 0;
    this.#buffered = 0;
    this.end();
    this.#releaseWriters();
  }

  /** The next bytes, as they were pushed; undefined after the last. One reader at a time. */
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
    const waiting = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of waiting) wake();
  }
}
