/** Encodes text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Joins the chunks into one new array. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** The stream ended before a read was complete. */
export class EndOfStream extends Error {
  override readonly name = 'EndOfStream';
}

/** Reads a stream in pieces of given sizes. Every read may reject with EndOfStream. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Reads exactly `length` bytes into a new array that the caller owns. */
  async readBytes(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    for (let missing = length; missing > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, missing);
      parts.push(piece);
      missing -= piece.length;
      this.#rest = this.#rest.subarray(piece.length);
    }
    return concat(parts);
  }

  async readView(length: number): Promise<DataView> {
    return new DataView((await this.readBytes(length)).buffer);
  }

  async readText(length: number): Promise<string> {
    return decodeUtf8(await this.readBytes(length));
  }

  async #next(): Promise<Uint8Array> {
    const next = await this.#chunks.next();
    if (next.done === true) throw new EndOfStream('the other side closed the stream');
    return next.value;
  }
}

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
