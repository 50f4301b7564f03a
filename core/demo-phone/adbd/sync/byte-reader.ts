import type { Pipe } from '../wire/pipe.ts';

/** The host closed in the middle of a request. */
export class EndOfStream extends Error {
  override readonly name = 'EndOfStream';
}

/** Reads a pipe in pieces of asked-for sizes. */
export class ByteReader {
  readonly #pipe: Pipe;
  #rest = new Uint8Array(0);

  constructor(pipe: Pipe) {
    this.#pipe = pipe;
  }

  /** Exactly so many bytes, the caller's own. Rejects with EndOfStream when the pipe ends before. */
  async bytes(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const result = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (this.#rest.length === 0) this.#rest = await this.#nextChunk();
      const taken = this.#rest.subarray(0, length - filled);
      result.set(taken, filled);
      filled += taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return result;
  }

  /** So many little-endian 32-bit numbers. */
  async numbers(count: number): Promise<number[]> {
    const bytes = await this.bytes(count * 4);
    const view = new DataView(bytes.buffer);
    return Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
  }

  async text(length: number): Promise<string> {
    return new TextDecoder().decode(await this.bytes(length));
  }

  async #nextChunk(): Promise<Uint8Array<ArrayBuffer>> {
    const chunk = await this.#pipe.read();
    if (chunk === undefined) throw new EndOfStream('the host closed the socket');
    return chunk;
  }
}
