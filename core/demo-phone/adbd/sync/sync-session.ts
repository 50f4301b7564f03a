import { FileError, type FileSystem } from '../../files.ts';
import type { Pipe } from '../wire/pipe.ts';
import type { Socket } from '../wire/socket.ts';
import { chunkMessage } from './messages.ts';

/** One sync session: its files and both directions of its socket. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly socket: Socket;
}

/** FAIL with Android's words; adbd ends the session after it, so this resolves with false. */
export async function fail(session: SyncSession, words: string): Promise<false> {
  await session.socket.write(chunkMessage('FAIL', new TextEncoder().encode(words)));
  return false;
}

type Errno = FileError['errno'];

/** Linux's number and bionic's strerror text of each error a file can raise. */
const errors = {
  ENOENT: { number: 2, text: 'No such file or directory' },
  EACCES: { number: 13, text: 'Permission denied' },
  EEXIST: { number: 17, text: 'File exists' },
  ENOTDIR: { number: 20, text: 'Not a directory' },
  EISDIR: { number: 21, text: 'Is a directory' },
  EROFS: { number: 30, text: 'Read-only file system' },
} as const satisfies Record<Errno, { number: number; text: string }>;

/** The number the sync protocol sends for this error. */
export function errnoNumber(errno: Errno): number {
  return errors[errno].number;
}

/** Android's words, such as `No such file or directory`. */
export function errnoText(errno: Errno): string {
  return errors[errno].text;
}

/** What happened while `action` ran: its result, or the file error it threw. Other errors pass. */
export function attempt<Result>(action: () => Result): { value: Result } | { errno: Errno } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof FileError) return { errno: error.errno };
    throw error;
  }
}

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
