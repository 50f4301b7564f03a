/** The client closed its end. */
export class EndOfFile extends Error {
  override readonly name = 'EndOfFile';
}

/** Reads numbers from a stream, big-endian as java.io.DataInputStream. Every read may reject with EndOfFile. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes. */
  async bytes(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#nextChunk();
      const taken = this.#rest.subarray(0, missing);
      parts.push(taken);
      missing -= taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return join(parts, length);
  }

  async unsigned(size: 1 | 2 | 4): Promise<number> {
    const view = await this.#view(size);
    if (size === 1) return view.getUint8(0);
    return size === 2 ? view.getUint16(0) : view.getUint32(0);
  }

  async int16(): Promise<number> {
    return (await this.#view(2)).getInt16(0);
  }

  async int32(): Promise<number> {
    return (await this.#view(4)).getInt32(0);
  }

  async int64(): Promise<bigint> {
    return (await this.#view(8)).getBigInt64(0);
  }

  async #view(length: number): Promise<DataView> {
    const bytes = await this.bytes(length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  async #nextChunk(): Promise<Uint8Array<ArrayBuffer>> {
    const next = await this.#chunks.next();
    if (next.done === true) throw new EndOfFile('the client closed its end');
    return next.value.slice();
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(length);
  let filled = 0;
  for (const part of parts) {
    joined.set(part, filled);
    filled += part.length;
  }
  return joined;
}
