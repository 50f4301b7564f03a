import { type AdbSync, AdbSyncError } from '@yume-chan/adb';
import { ReadableStream } from '@yume-chan/stream-extra';
import { isThere, removeFile } from '../../core/commands/files.ts';
import { HandsetError, describeThrown, toHandsetError } from '../../core/errors.ts';
import type { Transfer } from '../../core/link/transfer.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';
import { pause, withLimits } from '../waits/deadline.ts';

/** A file that the person chose, and the listener for its progress. */
export interface FileOnItsWay {
  readonly file: File;
  onProgress(progress: Omit<Transfer, 'id'>): void;
}

/** The whole transfer may take hours; a phone that accepts nothing for this long has stalled. */
const stalledMs = 60_000;
const wholeDayMs = 24 * 60 * 60_000;
/** Time between two progress reports. */
const reportMs = 100;
/** How long to wait for a socket to close: the phone may be gone. */
const closingMs = 2_000;
/** How long the phone may take to remove a partial file, after writing what it has buffered. */
const removingMs = 5_000;
const lookEveryMs = 100;
/** The size of the chunks, and so the granularity of the progress. */
const pieceBytes = 256 * 1024;

/**
 * Copies a file to this path on the phone, replacing what is there, and never buffers more than a
 * chunk of it. The rest of a failed or cancelled transfer is removed. Rejects with `command-failed`
 * and the phone's message, `invalid-argument` when the computer can't read the file, `timeout` when
 * the phone accepts nothing any more, `cancelled` or `phone-lost`.
 */
export async function sendFile(
  connection: AdbConnection,
  { given, path }: { readonly given: FileOnItsWay; readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  const purpose = 'sending the file';
  const limits = { signal, lost: connection.lost, deadlineMs: wholeDayMs, purpose };
  let sync: AdbSync | undefined;
  try {
    await withLimits(limits, async (ended) => {
      const opened = await connection.adb.sync();
      // The caller was rejected meanwhile, so this must close it.
      if (ended.aborted) await closeQuietly(opened);
      ended.throwIfAborted();
      sync = opened;
      await write(sync, given, path);
    });
  } catch (thrown) {
    // The phone keeps the file open until then.
    await closeQuietly(sync);
    await removeUnfinished(connection, path);
    throw explain(thrown);
  }
  await closeQuietly(sync);
}

/**
 * Waits until the phone has removed the partial file, and removes it otherwise. Removing it earlier
 * would make the phone remove the next file of that name in its place.
 */
async function removeUnfinished(connection: AdbConnection, path: string): Promise<void> {
  const always = new AbortController().signal;
  const endMs = performance.now() + removingMs;
  while (await runCommand(connection, isThere(path), always).catch(() => false)) {
    if (performance.now() > endMs) break;
    await pause(lookEveryMs, always);
  }
  await removeQuietly(connection, path);
}

/** Removes a file of ours; errors are ignored, for example of a lost phone. */
export async function removeQuietly(connection: AdbConnection, path: string): Promise<void> {
  const always = new AbortController().signal;
  await runCommand(connection, removeFile(path), always).catch(() => undefined);
}

async function write(sync: AdbSync, given: FileOnItsWay, path: string): Promise<void> {
  const source = new FileSource(given);
  const mtime = Math.floor(given.file.lastModified / 1000);
  // Tango waits for the phone without limit when the file can't be read to its end.
  await Promise.race([
    sync.write({ filename: path, file: source.stream, permission: 0o644, mtime }),
    source.failed,
  ]);
  source.done();
}

/** The bytes of a file as a stream, with reports of progress and stalling. */
class FileSource {
  readonly stream: ReadableStream<Uint8Array>;
  /** Rejects when the file can't be read, or the phone accepts no more bytes. */
  readonly failed: Promise<never>;
  readonly #given: FileOnItsWay;
  #fail: (error: unknown) => void = () => undefined;
  #rest: Uint8Array = new Uint8Array(0);
  #sentBytes = 0;
  #reportAtMs = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(given: FileOnItsWay) {
    this.#given = given;
    this.failed = new Promise((_, reject) => {
      this.#fail = (error) => {
        clearTimeout(this.#watch);
        reject(toHandsetError(error));
      };
    });
    this.failed.catch(() => undefined);
    const reader = given.file.stream().getReader();
    this.stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        this.#moved();
        if (this.#rest.length === 0 && !(await this.#read(reader))) return controller.close();
        const piece = this.#rest.subarray(0, pieceBytes);
        this.#rest = this.#rest.subarray(pieceBytes);
        this.#sentBytes += piece.length;
        this.#report();
        controller.enqueue(piece);
      },
      cancel: async (reason) => {
        clearTimeout(this.#watch);
        await reader.cancel(reason);
      },
    });
  }

  /** False at the end of the file. */
  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
    try {
      const { done, value } = await reader.read();
      if (!done) this.#rest = value;
      return !done;
    } catch (error) {
      const failure = unreadable(this.#given.file, error);
      this.#fail(failure);
      throw failure;
    }
  }

  /** Reports the end: the phone has accepted everything. */
  done(): void {
    clearTimeout(this.#watch);
    this.#reportAtMs = 0;
    this.#report();
  }

  #moved(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#fail(stalled()), stalledMs);
  }

  #report(): void {
    const now = performance.now();
    if (now < this.#reportAtMs) return;
    this.#reportAtMs = now + reportMs;
    const { file } = this.#given;
    const sentBytes = this.#sentBytes;
    this.#given.onProgress({ stage: 'sending', sentBytes, totalBytes: file.size });
  }
}

function unreadable(file: File, cause: unknown): HandsetError {
  const words = describeThrown(cause).replace(/\.$/, '');
  return new HandsetError('invalid-argument', `${file.name} could not be read: ${words}.`, {
    hint: 'Is it still there, and unchanged since it was chosen? A folder can’t be sent.',
    cause,
  });
}

function stalled(): HandsetError {
  const seconds = stalledMs / 1000;
  return new HandsetError('timeout', `The phone took nothing of the file for ${seconds} s.`, {
    hint: 'Unplug it, plug it in again and retry.',
  });
}

/** Translates an error; Tango's AdbSyncError carries the phone's message. */
function explain(thrown: unknown): HandsetError {
  if (thrown instanceof HandsetError) return thrown;
  if (thrown instanceof AdbSyncError) return refused(thrown);
  const message = `The phone broke off sending the file: ${describeThrown(thrown)}.`;
  return new HandsetError('protocol', message, {
    hint: 'Try again; if it stays, unplug the phone and plug it in again.',
    cause: thrown,
  });
}

function refused(cause: AdbSyncError): HandsetError {
  const message = `The phone did not take the file; it said: ${cause.message}.`;
  // eslint-disable-next-line house/codes-not-words -- adbd says it in words only
  const isFull = /No space left/.test(cause.message);
  return new HandsetError('command-failed', message, {
    ...(isFull && { hint: 'Free some space on the phone, then try again.' }),
    cause,
  });
}

/** Closing waits for the phone, which may be gone. */
async function closeQuietly(sync: AdbSync | undefined): Promise<void> {
  const closing = Promise.resolve(sync?.dispose()).catch(() => undefined);
  await Promise.race([closing, pause(closingMs, new AbortController().signal)]);
}
