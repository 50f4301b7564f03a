import { HandsetError, describeThrown } from '#core/errors.ts';
import { pause } from '../waits/deadline.ts';
import { type OpenVideo, type RecordingFolder, storageFull } from './recording-folder.ts';

/** Where recordings are written: the origin's private file system, which asks the user nothing. */
const rootName = 'recordings';
/** Bytes that are kept free, so that a video can be completed when the disk is full: the index of two hours at 60 frames a second. */
const reserveBytes = 8_000_000;
/** How long the browser may still read a video that was downloaded. */
const downloadMs = 60_000;
/** A worker that has just been replaced may hold its files this long after its lock. */
const heldMs = 5_000;

const lockName = (id: string): string => `handset-recording-${id}`;

/**
 * Creates a folder. Rejects with `storage-full`, and with `unsupported` where the browser gives this page
 * no file system.
 */
export async function createOriginFolder(): Promise<RecordingFolder> {
  const id = crypto.randomUUID();
  // Held before the folder exists: other tabs delete folders without a lock.
  const releaseLock = await holdLock(lockName(id));
  try {
    const root = await openRoot({ create: true });
    const folder = await root.getDirectoryHandle(id, { create: true });
    const reserve = await openReserve(folder).catch(async (error: unknown) => {
      await root.removeEntry(id, { recursive: true }).catch(() => undefined);
      throw error;
    });
    const remove = async (): Promise<void> => {
      await pause(downloadMs, new AbortController().signal);
      await root.removeEntry(id, { recursive: true }).catch(() => undefined);
      releaseLock();
    };
    return new OriginFolder(folder, reserve, remove);
  } catch (error) {
    releaseLock();
    throw toStorageError(error);
  }
}

function toStorageError(error: unknown): unknown {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? storageFull('There is no room for a recording', error) : error;
}

/** Deletes what tabs that crashed or were closed have left, and what open ones leave later. Never rejects. */
export async function removeLeftRecordings(): Promise<void> {
  try {
    const root = await openRoot({ create: false });
    for await (const id of root.keys()) {
      // The lock of a worker that has just been replaced is released a moment later.
      const remove = async (): Promise<void> => {
        const removeEntry = () => root.removeEntry(id, { recursive: true });
        await removeEntry().catch(async () => {
          await pause(heldMs, new AbortController().signal);
          await removeEntry();
        });
      };
      navigator.locks.request(lockName(id), remove).catch(() => undefined);
    }
  } catch {
    // There are none, or this browser has no such file system.
  }
}

async function openRoot(options: { create: boolean }): Promise<FileSystemDirectoryHandle> {
  try {
    const origin = await navigator.storage.getDirectory();
    return await origin.getDirectoryHandle(rootName, options);
  } catch (cause) {
    const error = toStorageError(cause);
    if (error instanceof HandsetError) throw error;
    const message = `The browser doesn't let this page store a recording: ${describeThrown(cause)}.`;
    throw new HandsetError('unsupported', message, {
      hint: "Allow this page to store data in the browser's site settings, or use a current Chrome or Edge.",
      cause,
    });
  }
}

/** Resolves when the lock is held; the result releases it. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => new Promise<void>((release) => resolve(release)));
  });
}

/** A file that takes room until it is emptied. Rejects with `storage-full`. */
async function openReserve(folder: FileSystemDirectoryHandle): Promise<FileSystemSyncAccessHandle> {
  const file = await folder.getFileHandle('reserve', { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    writeAll(handle, new Uint8Array(reserveBytes), 0);
    return handle;
  } catch (cause) {
    handle.close();
    throw storageFull('There is no room for a recording', cause);
  }
}

/** On a full disk Chromium does not throw but returns another number: fewer bytes, or 4294967288. */
function writeAll(
  handle: FileSystemSyncAccessHandle,
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
): void {
  const written = handle.write(bytes, { at });
  if (written !== bytes.length)
    throw new Error(`The browser wrote only ${written} of ${bytes.length} bytes.`);
}

class OriginFolder implements RecordingFolder {
  readonly remove: () => Promise<void>;
  readonly #folder: FileSystemDirectoryHandle;
  readonly #reserve: FileSystemSyncAccessHandle;
  #videoCount = 0;
  #isFull = false;

  constructor(
    folder: FileSystemDirectoryHandle,
    reserve: FileSystemSyncAccessHandle,
    remove: () => Promise<void>,
  ) {
    this.#folder = folder;
    this.#reserve = reserve;
    this.remove = remove;
  }

  async createVideo(onFull: () => void): Promise<OpenVideo> {
    const { file, handle } = await this.#openFile(`${++this.#videoCount}.mp4`);
    return {
      write: (bytes, position) => {
        try {
          writeAll(handle, bytes, position);
        } catch (error) {
          if (this.#isFull) throw error;
          this.#isFull = true;
          this.#reserve.truncate(0);
          onFull();
          writeAll(handle, bytes, position);
        }
      },
      close: async () => {
        handle.close();
        return await file.getFile();
      },
    };
  }

  async #openFile(name: string) {
    try {
      const file = await this.#folder.getFileHandle(name, { create: true });
      return { file, handle: await file.createSyncAccessHandle() };
    } catch (error) {
      throw toStorageError(error);
    }
  }

  close(): void {
    this.#reserve.truncate(0);
    this.#reserve.close();
  }
}
