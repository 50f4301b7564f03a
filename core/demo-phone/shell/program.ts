import type { System } from '../system.ts';
import { concat } from '../bytes.ts';
import type { Terminal } from '../terminal.ts';

/** Everything a running program can use. `system.files` needs absolute paths; convert arguments with `path`. */
export interface ProgramContext {
  readonly system: System;
  /** The name by which it was called, and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** The variables that are set before its name, such as `CLASSPATH=…`. */
  readonly assignments: ReadonlyMap<string, string>;
  /** The working directory. */
  readonly directory: string;
  readonly stdin: Input;
  readonly pid: number;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
  /** The terminal that stdout is; undefined for a pipe, a file or a session without one. */
  readonly terminal: Terminal | undefined;
  /** Writes to stdout; rejects with `BrokenPipe` after the reader has closed. */
  out(data: string | Uint8Array): Promise<void>;
  /** Writes to stderr. */
  err(text: string): Promise<void>;
  /** Writes to the session's terminal, even if stdout is redirected. */
  tty(data: string | Uint8Array): Promise<void>;
  /** Converts an argument to an absolute path. */
  path(argument: string): string;
  /** Waits as long as a real phone would take; returns at once at latency `none`. Rejects with `Aborted`. */
  simulateLatency(milliseconds: number): Promise<void>;
  /** Waits at every latency. Rejects with `Aborted` when the host disconnects. */
  delay(milliseconds: number): Promise<void>;
}

/** Thrown by a program to end with this message on stderr, after its name. */
export class UsageError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A program that implements one or several commands of the phone's shell. */
export interface Program {
  readonly names: readonly string[];
  /** A builtin of mksh: a closed pipe ends the shell, not only the program. */
  readonly isBuiltin?: true;
  /** Resolves with the exit code. A `FileError` or `UsageError` that it throws is printed as toybox does. */
  main(context: ProgramContext): Promise<number>;
}

/** Accepts bytes; resolves when there is room for more. Rejects with `BrokenPipe` after the reader has closed. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** The streams of a program. */
export interface Streams {
  readonly stdin: Input;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The terminal of the session, `/dev/tty`, even if stdout is redirected. */
  readonly tty: Sink;
  /** The terminal itself, if the session has one. */
  readonly terminal?: Terminal | undefined;
}

/** A byte stream that several readers may read in turn: one that stops early leaves the rest to the next. */
export class Input implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #pending: Uint8Array | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Resolves with the next chunk, undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) return pending;
    const result = await this.#source.next();
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
      if (end < chunk.length) this.#pending = chunk.subarray(end);
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
