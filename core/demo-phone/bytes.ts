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
