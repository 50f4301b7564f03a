/**
 * Reads files by adbd's sync service (AOSP packages/modules/adb: SYNC.TXT, file_sync_protocol.h,
 * daemon/file_sync_service.cpp). Tango's own does not say which entries of a folder were refused, why a
 * stat failed, nor stop receiving a file.
 */
import { type Adb, AdbFeature, type AdbSocket } from '@yume-chan/adb';
import { BufferedReadableStream } from '@yume-chan/stream-extra';
import { latestEpochMs, reasonIn } from '#core/commands/command.ts';
import { refusedFile } from '#core/commands/files.ts';
import { describeThrown, HandsetError } from '#core/errors.ts';
import { protocolError } from '../adb/transport/packet-stream.ts';

/** What the phone tells of a path. */
export interface FileStat {
  /** Type and permission bits, as in `st_mode`. */
  readonly mode: number;
  /** Null of a link whose target's size an old adbd does not tell. */
  readonly sizeBytes: number | null;
  readonly modifiedEpochMs: number;
}

/** An entry of a folder as it is: a link is not followed. */
export interface ListedFile {
  readonly name: string;
  /** Null if the phone refuses it, for the reason `problem`. */
  readonly stat: FileStat | null;
  readonly problem: string | null;
}

const typeMask = 0o170000;
const types = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;

/** Whether `st_mode` has this type. */
export function isType(mode: number, type: keyof typeof types): boolean {
  return (mode & typeMask) === types[type];
}

/** bionic's strerror texts of the errors that a stat can give, by adbd's numbers, which are Linux's. */
const errorTexts: Readonly<Record<number, string>> = {
  1: 'Operation not permitted',
  2: 'No such file or directory',
  5: 'I/O error',
  13: 'Permission denied',
  20: 'Not a directory',
  36: 'File name too long',
  40: 'Too many symbolic links encountered',
};

/** More than any folder that a person can look through; bounds the memory of a list. */
export const maxFolderEntries = 100_000;
/** The longest path that adbd accepts, in bytes. */
const maxPathBytes = 1024;

/** One session of the sync service, opened at the first request; one request at a time. Close it after use. */
export class SyncReader {
  /** Whether listed sizes have 32 bits only: before Android 11. */
  readonly listsShortSizes: boolean;
  readonly #adb: Adb;
  readonly #hasStat2: boolean;
  #session: { readonly socket: AdbSocket; readonly stream: BufferedReadableStream } | null = null;
  #isClosed = false;

  constructor(adb: Adb) {
    this.#adb = adb;
    this.listsShortSizes = !adb.canUseFeature(AdbFeature.ListV2);
    this.#hasStat2 = adb.canUseFeature(AdbFeature.StatV2);
  }

  /** Ends the session; a request that runs rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  /** The entries of a folder, `.` and `..` included; none also for a folder that can't be read. Rejects with `protocol`. */
  async list(path: string): Promise<readonly ListedFile[]> {
    const is2 = !this.listsShortSizes;
    const stream = await this.#request(is2 ? 'LIS2' : 'LIST', path);
    const files: ListedFile[] = [];
    for (;;) {
      const id = await readId(stream);
      // The message that ends the list is as long as the fixed part of an entry.
      const head = await readView(stream, is2 ? 72 : 16);
      if (id === 'DONE') return files;
      if (id !== (is2 ? 'DNT2' : 'DENT')) throw unexpectedMessage(id);
      const nameLength = head.getUint32(head.byteLength - 4, true);
      const name = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        await stream.readExactly(nameLength),
      );
      files.push({ name, ...(is2 ? stat2Of(head) : { stat: stat1Of(head), problem: null }) });
      if (files.length > maxFolderEntries)
        throw protocolError(`It lists more than ${maxFolderEntries} files in one folder.`);
    }
  }

  /** What a path leads to, of a link its target. Rejects with `command-failed` and the phone's reason. */
  async stat(path: string): Promise<FileStat> {
    if (this.#hasStat2) {
      const stream = await this.#request('STA2', path);
      await expectId(stream, 'STA2');
      const { stat, problem } = stat2Of(await readView(stream, 68));
      if (stat === null) throw refusedFile(`reading ${path}`, problem ?? '');
      return stat;
    }
    const stat = await this.#stat1(path);
    // This version says only that it found nothing.
    if (stat.mode === 0) throw refusedFile(`reading ${path}`, errorTexts[2] ?? '');
    if (!isType(stat.mode, 'link')) return stat;
    // Only a folder is found by the slash.
    const target = await this.#stat1(`${path}/`);
    return target.mode === 0 ? { ...stat, mode: types.file, sizeBytes: null } : target;
  }

  async #stat1(path: string): Promise<FileStat> {
    const stream = await this.#request('STAT', path);
    await expectId(stream, 'STAT');
    return stat1Of(await readView(stream, 12));
  }

  /**
   * The content of a file in pieces, as the phone sends them. Rejects with `command-failed` and the phone's
   * reason. Who does not read it to its end must close the session: adbd can't be told to stop.
   */
  async *read(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    const stream = await this.#request('RECV', path);
    for (;;) {
      const id = await readId(stream);
      const length = (await readView(stream, 4)).getUint32(0, true);
      if (id === 'DONE') return;
      if (id === 'FAIL') {
        const words = new TextDecoder().decode(await stream.readExactly(length));
        // adbd ends the session after it.
        await this.#end();
        throw refusedFile(`reading ${path}`, reasonIn(words.slice(words.lastIndexOf(': ') + 1)));
      }
      if (id !== 'DATA') throw unexpectedMessage(id);
      const pieces = stream.iterateExactly(length);
      for (let next = pieces.next(); next.done !== true; next = pieces.next())
        yield await next.value;
    }
  }

  async #request(id: string, path: string): Promise<BufferedReadableStream> {
    const bytes = new TextEncoder().encode(path);
    if (bytes.length > maxPathBytes) throw refusedFile(`reading ${path}`, errorTexts[36] ?? '');
    const message = new Uint8Array(8 + bytes.length);
    message.set(new TextEncoder().encode(id));
    new DataView(message.buffer).setUint32(4, bytes.length, true);
    message.set(bytes, 8);
    const { socket, stream } = await this.#open();
    const writer = socket.writable.getWriter();
    await writer.write(message);
    writer.releaseLock();
    return stream;
  }

  async #open(): Promise<{ readonly socket: AdbSocket; readonly stream: BufferedReadableStream }> {
    if (this.#session !== null) return this.#session;
    const socket = await this.#adb.createSocket('sync:');
    const session = { socket, stream: new BufferedReadableStream(socket.readable) };
    this.#session = session;
    if (this.#isClosed) await this.#end();
    return session;
  }

  async #end(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    await Promise.allSettled([session.stream.cancel(), session.socket.close()]);
  }
}

async function readId(stream: BufferedReadableStream): Promise<string> {
  return String.fromCharCode(...(await stream.readExactly(4)));
}

async function expectId(stream: BufferedReadableStream, expected: string): Promise<void> {
  const id = await readId(stream);
  if (id !== expected) throw unexpectedMessage(id);
}

async function readView(stream: BufferedReadableStream, length: number): Promise<DataView> {
  const { buffer, byteOffset } = await stream.readExactly(length);
  return new DataView(buffer, byteOffset, length);
}

function unexpectedMessage(id: string): HandsetError {
  return protocolError(`Its sync service sent ${JSON.stringify(id)}.`);
}

/** STAT and DENT: mode, size and time. */
function stat1Of(view: DataView): FileStat {
  const [mode = 0, sizeBytes = 0, seconds = 0] = [0, 4, 8].map((at) => view.getUint32(at, true));
  return { mode, sizeBytes, modifiedEpochMs: seconds * 1000 };
}

/** STA2 and DNT2 after their ids; times are in seconds. */
function stat2Of(view: DataView): Pick<ListedFile, 'stat' | 'problem'> {
  const error = view.getUint32(0, true);
  if (error !== 0) return { stat: null, problem: errorTexts[error] ?? `error ${error}` };
  const seconds = Number(view.getBigInt64(52, true));
  return {
    stat: {
      mode: view.getUint32(20, true),
      sizeBytes: Number(view.getBigUint64(36, true)),
      modifiedEpochMs: Math.max(-latestEpochMs, Math.min(seconds * 1000, latestEpochMs)),
    },
    problem: null,
  };
}

/** What a sync session failed with, for people: its end without an answer is a `protocol` error. */
export function toSyncError(thrown: unknown): HandsetError {
  if (thrown instanceof HandsetError) return thrown;
  return new HandsetError('protocol', `The phone stopped sending: ${describeEnd(thrown)}.`, {
    hint: "Try again. If that doesn't help, disconnect the phone and connect it again.",
    cause: thrown,
  });
}

/** Why a sync session ended, in words. */
export function describeEnd(thrown: unknown): string {
  // Tango's ExactReadableEndedError, which its packages don't export.
  // eslint-disable-next-line handset/no-error-text-matching
  const isEarlyEnd = thrown instanceof Error && thrown.message === 'ExactReadable ended';
  return isEarlyEnd ? 'it closed the stream' : describeThrown(thrown);
}
