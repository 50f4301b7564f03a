import { HandsetError, describeThrown } from '#core/errors.ts';
import { pause } from '../waits/deadline.ts';
import { storageFull } from './storage-full.ts';

/** A file in a folder of the origin, while it is written. */
export interface OriginFile {
  /** Throws when there is no room. */
  write(bytes: Uint8Array<ArrayBuffer>, position: number): void;
  truncate(length: number): void;
  /** Ends the writing; resolves with the file. */
  close(): Promise<File>;
}

/** Files for the page to read, which last until `remove`, and no longer than the worker. */
export interface OriginFolder {
  /** Rejects with `storage-full`. */
  createFile(name: string): Promise<OriginFile>;
  /** Deletes the files after a while in which the browser may still read them. */
  remove(afterMs: number): Promise<void>;
}

/** Where they are: the origin's private file system, which asks the user nothing. */
const rootName = 'recordings';
/** A worker that has just been replaced may hold its files this long after its lock. */
const heldMs = 5_000;

const lockName = (id: string): string => `handset-recording-${id}`;

/**
 * Creates a folder. Rejects with `storage-full`, and with `unsupported` where the browser gives this page
 * no file system.
 */
export async function createOriginFolder(): Promise<OriginFolder> {
  const id = crypto.randomUUID();
  // Held before the folder exists: other tabs delete folders without a lock.
  const releaseLock = await holdLock(lockName(id));
  try {
    const root = await openRoot({ create: true });
    const folder = await root.getDirectoryHandle(id, { create: true });
    return {
      createFile: async (name) => await createFile(folder, name),
      remove: async (afterMs) => {
        await pause(afterMs, new AbortController().signal);
        await root.removeEntry(id, { recursive: true }).catch(() => undefined);
        releaseLock();
      },
    };
  } catch (error) {
    releaseLock();
    throw toStorageError(error);
  }
}

async function createFile(folder: FileSystemDirectoryHandle, name: string): Promise<OriginFile> {
  try {
    const file = await folder.getFileHandle(name, { create: true });
    const handle = await file.createSyncAccessHandle();
    return {
      write: (bytes, position) => writeAll(handle, bytes, position),
      truncate: (length) => handle.truncate(length),
      close: async () => {
        handle.close();
        return await file.getFile();
      },
    };
  } catch (error) {
    throw toStorageError(error);
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
    throw storageFull(`The browser wrote only ${written} of ${bytes.length} bytes`);
}

function toStorageError(error: unknown): unknown {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? storageFull('There is no room for a file', error) : error;
}

/** Deletes what tabs that crashed or were closed have left, and what open ones leave later. Never rejects. */
export async function removeLeftFolders(): Promise<void> {
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
    const message = `The browser doesn't let this page store a file: ${describeThrown(cause)}.`;
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
