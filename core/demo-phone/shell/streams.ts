import { concat } from '../bytes.ts';

/** Takes bytes; the promise settles when there is room for more. Rejects with `BrokenPipe` when nobody reads. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Where a program reads from and writes to. */
export interface Streams {
  readonly stdin: Input;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The terminal of the session, whatever stdout leads to; `/dev/tty`. */
  readonly tty: Sink;
}

/** Bytes to read. Several readers may take turns: one that stops early leaves the rest to the next. */
export class Input implements AsyncIterable<Uint8Array> {
  private readonly source: AsyncIterator<Uint8Array>;
  private left: Uint8Array | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const left = this.left;
    this.left = undefined;
    if (left !== undefined) return left;
    const result = await this.source.next();
    return result.done === true ? undefined : result.value;
  }

  /** Everything up to the end. */
  async readAll(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return concat(chunks);
  }

  /** One line with its newline; the last one may lack it; undefined at the end. */
  async readLine(): Promise<Uint8Array | undefined> {
    const chunks: Uint8Array[] = [];
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) {
      const end = chunk.indexOf(0x0a) + 1;
      chunks.push(end === 0 ? chunk : chunk.subarray(0, end));
      if (end === 0) continue;
      if (end < chunk.length) this.left = chunk.subarray(end);
      return concat(chunks);
    }
    return chunks.length === 0 ? undefined : concat(chunks);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }
}

/** An input that holds these bytes. */
export function inputOf(...chunks: readonly Uint8Array[]): Input {
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  return new Input(all());
}

/** Swallows everything; `/dev/null`. */
export const nowhere: Sink = async () => {};

/** Keeps everything it is given. */
export function collector(): { readonly sink: Sink; collected(): Uint8Array<ArrayBuffer> } {
  const chunks: Uint8Array[] = [];
  return {
    sink: async (bytes) => {
      // A copy: the writer may use its buffer again.
      chunks.push(bytes.slice());
    },
    collected: () => concat(chunks),
  };
}
