import { concat } from '../bytes.ts';

/** Accepts bytes; resolves when there is room for more. Rejects with `BrokenPipe` after the reader has closed. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** The streams of a program. */
export interface Streams {
  readonly stdin: Input;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The terminal of the session, `/dev/tty`, even if stdout is redirected. */
  readonly tty: Sink;
}

/** A byte stream that several readers may read in turn: one that stops early leaves the rest to the next. */
export class Input implements AsyncIterable<Uint8Array> {
  private readonly source: AsyncIterator<Uint8Array>;
  private pending: Uint8Array | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Resolves with the next chunk, undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const pending = this.pending;
    this.pending = undefined;
    if (pending !== undefined) return pending;
    const result = await this.source.next();
    return result.done === true ? undefined : result.value;
  }

  /** Reads everything up to the end. */
  async readAll(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return concat(chunks);
  }

  /** Reads one line with its newline, which the last line may lack; undefined at the end. */
  async readLine(): Promise<Uint8Array | undefined> {
    const chunks: Uint8Array[] = [];
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) {
      const end = chunk.indexOf(0x0a) + 1;
      chunks.push(end === 0 ? chunk : chunk.subarray(0, end));
      if (end === 0) continue;
      if (end < chunk.length) this.pending = chunk.subarray(end);
      return concat(chunks);
    }
    return chunks.length === 0 ? undefined : concat(chunks);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }
}

/** Creates an input of these bytes. */
export function createInput(...chunks: readonly Uint8Array[]): Input {
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  return new Input(all());
}

/** Discards everything, like `/dev/null`. */
export const nullSink: Sink = async () => {};

/** Creates a sink that collects the written bytes. */
export function createCollector(): {
  readonly sink: Sink;
  collectedBytes(): Uint8Array<ArrayBuffer>;
} {
  const chunks: Uint8Array[] = [];
  return {
    sink: async (bytes) => {
      // A copy: the writer may reuse its buffer.
      chunks.push(bytes.slice());
    },
    collectedBytes: () => concat(chunks),
  };
}
