import { concat } from './text.ts';

/** Takes bytes; the promise settles when there is room for more. Rejects with `PipeClosed` when nobody reads. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Where a program reads from and writes to. */
export interface Streams {
  readonly stdin: Input;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The terminal of the session, whatever stdout leads to; `/dev/tty`. */
  readonly tty: Sink;
}

/** Nobody reads what is written (SIGPIPE). */
export class PipeClosed extends Error {}

/** The host closed the socket, or the phone was unplugged. */
export class Stopped extends Error {}

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

/** Bytes a writer may be ahead of its reader, as in Linux (pipe(7)). */
const capacity = 65_536;

/** `|`: lets two programs that run at the same time pass bytes on, with back-pressure. */
export class Pipe {
  /** Where the second program reads from. */
  readonly output = new Input(this.drain());
  private readonly chunks: Uint8Array[] = [];
  private held = 0;
  private writerDone = false;
  private readerDone = false;
  private readonly waiting: (() => void)[] = [];

  /** The writer's end. Rejects with `PipeClosed` when nobody reads. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.readerDone) throw new PipeClosed();
    // A copy: the writer may use its buffer again.
    this.chunks.push(bytes.slice());
    this.held += bytes.length;
    this.tellAll();
    while (this.isFull) await this.change();
  }

  /** The writer is done. */
  endWriting(): void {
    this.writerDone = true;
    this.tellAll();
  }

  /** The reader is done. */
  endReading(): void {
    this.readerDone = true;
    this.tellAll();
  }

  private get isFull(): boolean {
    return this.held > capacity && !this.readerDone;
  }

  private async *drain(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.chunks.shift();
      if (chunk !== undefined) {
        this.held -= chunk.length;
        this.tellAll();
        yield chunk;
      } else if (this.writerDone) {
        return;
      } else {
        await this.change();
      }
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private tellAll(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}

/** Resolves after that time; rejects with `Stopped` as soon as the signal aborts. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Stopped());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
