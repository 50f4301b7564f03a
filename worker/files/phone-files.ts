/** Reads the phone's folders and files. */
import { folderObstacle, refusedFile } from '#core/commands/files.ts';
import { HandsetError } from '#core/errors.ts';
import { type FolderListing, type PhoneFile, baseName, pathIn } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import { abortable, reasonOfEnd, withLimits } from '../waits/deadline.ts';
import { type FileStat, type ListedFile, SyncReader, isType, toSyncError } from './sync-reader.ts';

/** Listing thousands of files takes a second; their links are looked up one by one. */
const listDeadlineMs = 30_000;
const statDeadlineMs = 15_000;
/** A transfer may take hours; a phone that sends or accepts nothing for this long has stalled. MCP clients wait for a minute. */
export const stallTimeoutMs = 30_000;

/** Makes requests of one sync session, which ends with them. Rejects also with `cancelled`, `timeout` and `phone-lost`. */
async function withReader<Result>(
  connection: AdbConnection,
  limits: { readonly purpose: string; readonly deadlineMs: number; readonly signal: AbortSignal },
  work: (reader: SyncReader) => Promise<Result>,
): Promise<Result> {
  const reader = new SyncReader(connection.adb);
  try {
    return await withLimits({ ...limits, lost: connection.lost }, () => work(reader));
  } catch (error) {
    throw toSyncError(error);
  } finally {
    void reader.close();
  }
}

/**
 * What is in a folder, links resolved. Rejects with `command-failed` and the phone's reason, also for a file and
 * for a folder that ADB may not read, which adbd itself lists as empty.
 */
export async function listFolder(
  connection: AdbConnection,
  path: string,
  signal: AbortSignal,
): Promise<FolderListing> {
  const limits = { purpose: 'listing a folder', deadlineMs: listDeadlineMs, signal };
  return await withReader(connection, limits, async (reader) => {
    const listed = await reader.list(path);
    const files: PhoneFile[] = [];
    for (const entry of listed) {
      if (isFileName(entry.name)) files.push(await phoneFileOf(reader, path, entry));
    }
    if (files.length === 0) {
      const obstacle = await runCommand(connection, folderObstacle(path), signal);
      if (obstacle !== null) throw refusedFile(`listing ${path}`, obstacle);
    }
    return { path, files, has32BitSizes: reader.listsShortSizes };
  });
}

/** Not `.` and `..`, nor what no file system has. */
function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/');
}

async function phoneFileOf(
  reader: SyncReader,
  folder: string,
  { name, stat, problem }: ListedFile,
): Promise<PhoneFile> {
  if (stat === null)
    return { name, kind: 'other', isLink: false, sizeBytes: null, modifiedEpochMs: 0, problem };
  const isLink = isType(stat.mode, 'link');
  try {
    const target = isLink ? await reader.stat(pathIn(folder, name)) : stat;
    const kind = kindOf(target);
    const { modifiedEpochMs } = target;
    const sizeBytes = kind === 'file' ? target.sizeBytes : null;
    return { name, kind, isLink, sizeBytes, modifiedEpochMs, problem: null };
  } catch (error) {
    if (!(error instanceof HandsetError) || error.code !== 'command-failed') throw error;
    const { modifiedEpochMs } = stat;
    return { name, kind: 'other', isLink, sizeBytes: null, modifiedEpochMs, problem: brokenLink };
  }
}

const brokenLink = 'The link leads to nothing that ADB may read';

function kindOf({ mode }: FileStat): PhoneFile['kind'] {
  return isType(mode, 'folder') ? 'folder' : isType(mode, 'file') ? 'file' : 'other';
}

/** What a path leads to. Rejects with `command-failed` and the phone's reason. */
export async function statFile(
  connection: AdbConnection,
  path: string,
  signal: AbortSignal,
): Promise<PhoneFile> {
  const limits = { purpose: 'looking for a file', deadlineMs: statDeadlineMs, signal };
  const stat = await withReader(connection, limits, (reader) => reader.stat(path));
  const kind = kindOf(stat);
  const { modifiedEpochMs } = stat;
  const sizeBytes = kind === 'file' ? stat.sizeBytes : null;
  return { name: baseName(path), kind, isLink: false, sizeBytes, modifiedEpochMs, problem: null };
}

/** A file of the phone that is being read. */
export interface IncomingFile {
  readonly name: string;
  /** Null where the phone doesn't tell. */
  readonly sizeBytes: number | null;
  readonly modifiedEpochMs: number;
  /**
   * Its bytes, read only as fast as they are taken. Errors, at the end too, if they are not all that the file had
   * when the reading began: with `command-failed`, `phone-lost`, `timeout`, `protocol` or `cancelled`. Cancel it
   * to stop.
   */
  readonly stream: ReadableStream<Uint8Array>;
}

/** Begins to read a file, following links. Rejects with `command-failed` and the phone's reason, also for what is no file. */
export async function fetchFile(
  connection: AdbConnection,
  path: string,
  signal: AbortSignal,
): Promise<IncomingFile> {
  const { name, kind, sizeBytes, modifiedEpochMs } = await statFile(connection, path, signal);
  if (kind !== 'file') {
    const reason = kind === 'folder' ? 'Is a directory' : 'Not a regular file';
    throw refusedFile(`reading ${path}`, reason);
  }
  const reader = new CheckedReader(connection, signal);
  const pieces = reader.read(path, { sizeBytes, modifiedEpochMs });
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next().catch((error: unknown) => {
          // The reader keeps its session for the next file, even if this one has changed.
          void reader.close();
          throw error;
        });
        if (done !== true) return controller.enqueue(value);
        await reader.close();
        controller.close();
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: 0 },
  );
  return { name, sizeBytes, modifiedEpochMs, stream };
}

/** What a file was before it was read. */
type FileState = Pick<IncomingFile, 'sizeBytes' | 'modifiedEpochMs'>;

/** Reads files one after the other in one session, each checked against what it was before. Close it after use. */
export class CheckedReader {
  readonly #connection: AdbConnection;
  readonly #signal: AbortSignal;
  #reader: SyncReader;

  constructor(connection: AdbConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    this.#reader = new SyncReader(connection.adb);
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }

  /** The bytes of a file that had this state; rejects as the stream of `fetchFile` does. */
  async *read(path: string, before: FileState): AsyncGenerator<Uint8Array, void, undefined> {
    const stalled = new AbortController();
    const { lost } = this.#connection;
    const ended = AbortSignal.any([this.#signal, lost, stalled.signal]);
    const inTime = async <Result>(promise: Promise<Result>): Promise<Result> => {
      const timer = setTimeout(() => stalled.abort(), stallTimeoutMs);
      try {
        return await abortable(promise, ended);
      } finally {
        clearTimeout(timer);
      }
    };
    let isComplete = false;
    try {
      let receivedBytes = 0;
      const pieces = this.#reader.read(path);
      for (;;) {
        const { done, value } = await inTime(pieces.next());
        if (done === true) break;
        receivedBytes += value.length;
        yield value;
      }
      const after = await inTime(this.#reader.stat(path));
      isComplete = true;
      const isSame =
        after.modifiedEpochMs === before.modifiedEpochMs &&
        this.#isSize(before, receivedBytes) &&
        this.#isSize(before, after.sizeBytes ?? receivedBytes);
      if (!isSame) throw changedFile(path, before, receivedBytes);
    } catch (error) {
      const purpose = `reading ${path}`;
      const limits = { signal: this.#signal, lost, deadlineMs: stallTimeoutMs, purpose };
      throw toSyncError(await reasonOfEnd(error, limits, ended));
    } finally {
      // adbd can't be told to stop, so the next file needs another session.
      if (!isComplete) {
        void this.#reader.close();
        this.#reader = new SyncReader(this.#connection.adb);
      }
    }
  }

  #isSize({ sizeBytes }: FileState, bytes: number): boolean {
    // The kernel's files, as those in /proc, tell no size.
    if (sizeBytes === null || sizeBytes === 0 || sizeBytes === bytes) return true;
    return this.#reader.listsShortSizes && sizeBytes === bytes % 2 ** 32;
  }
}

function changedFile(path: string, { sizeBytes }: FileState, receivedBytes: number): HandsetError {
  const sizes = `it had ${sizeBytes ?? 'some'} bytes, and ${receivedBytes} came`;
  const message = `${path} has changed while it was read: ${sizes}.`;
  return new HandsetError('command-failed', message, {
    hint: 'Try again when nothing writes to it.',
  });
}
