import { AdbSyncError, type AdbSync } from '@yume-chan/adb';
import { ReadableStream } from '@yume-chan/stream-extra';
import { fileExists, installApp, removeFile, scanMedia } from '#core/commands/files.ts';
import { describeThrown, HandsetError, toHandsetError } from '#core/errors.ts';
import type { Transfer } from '#core/link/phone-status.ts';
import { type CopyProgress, pathIn } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { protocolError } from '../adb/transport/packet-stream.ts';
import { refusedByPhone } from '../adb/transport/phone-program.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import { pause, type WorkLimits, withLimits } from '../waits/deadline.ts';
import { numberedName, safeName } from './file-names.ts';
import { limitReports } from './limit-reports.ts';
import { stallTimeoutMs, statFile } from './phone-files.ts';
import { describeEnd } from './sync-reader.ts';

/** A file to send, such as a File that the user chose, or any stream with a name and a size; and the listener for its progress. */
export interface OutgoingFile {
  readonly file: Pick<File, 'name' | 'size' | 'lastModified' | 'stream'>;
  onProgress(progress: Omit<Transfer, 'id'>): void;
}

const transferDeadlineMs = 24 * 60 * 60_000;
/** How long to wait for a socket to close: the phone may be gone. */
const closingMs = 2_000;
/** How long the phone may take to remove a partial file, after writing what it has buffered. */
const removingMs = 5_000;
const pollMs = 100;
/** The size of the chunks, and so the granularity of the progress. */
const chunkBytes = 256 * 1024;

/**
 * Copies a file to this path on the phone, replacing what is there, and never buffers more than a
 * chunk of it. The rest of a failed or cancelled transfer is removed. Rejects with `command-failed`
 * and the phone's message, `invalid-argument` when the computer can't read the file, `timeout` when
 * the phone accepts nothing any more, `cancelled` or `phone-lost`.
 */
export async function sendFile(
  connection: AdbConnection,
  { outgoing, path }: { readonly outgoing: OutgoingFile; readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  const purpose = 'sending the file';
  const limits = { signal, lost: connection.lost, deadlineMs: transferDeadlineMs, purpose };
  let sync: AdbSync | undefined;
  try {
    sync = await openSync(connection, { ...limits, deadlineMs: stallTimeoutMs });
    const opened = sync;
    const sentBytes = await withLimits(limits, () => writeFile(opened, outgoing, path));
    const { sizeBytes } = await statFile(connection, path, signal);
    if (sizeBytes !== null && sizeBytes !== sentBytes && sizeBytes !== sentBytes % 2 ** 32)
      throw protocolError(`It kept ${sizeBytes} of ${sentBytes} bytes.`);
  } catch (thrown) {
    const error = toTransferError(thrown);
    // The phone keeps the file open until the session is closed.
    const removed = closeQuietly(sync).then(() => removeUnfinished(connection, path));
    // A silent phone would only make the caller wait longer.
    if (error.code !== 'timeout') await removed;
    throw error;
  }
  await closeQuietly(sync);
}

/** Rejects at the limits; a session that opens later is closed. */
async function openSync(connection: AdbConnection, limits: WorkLimits): Promise<AdbSync> {
  const opening = connection.adb.sync();
  try {
    return await withLimits(limits, () => opening);
  } catch (error) {
    void opening.then(closeQuietly).catch(() => undefined);
    throw error;
  }
}

/**
 * Waits until the phone has removed the partial file, and removes it otherwise. Removing it earlier
 * would make the phone remove the next file of that name in its place.
 */
async function removeUnfinished(connection: AdbConnection, path: string): Promise<void> {
  const neverAborts = new AbortController().signal;
  const endMs = performance.now() + removingMs;
  while (await runCommand(connection, fileExists(path), neverAborts).catch(() => false)) {
    if (performance.now() > endMs) break;
    await pause(pollMs, neverAborts);
  }
  await removeQuietly(connection, path);
}

/** Removes a file of ours; errors are ignored, for example of a lost phone. */
async function removeQuietly(connection: AdbConnection, path: string): Promise<void> {
  const neverAborts = new AbortController().signal;
  await runCommand(connection, removeFile(path), neverAborts).catch(() => undefined);
}

/** Resolves with the number of bytes that were sent. */
async function writeFile(sync: AdbSync, outgoing: OutgoingFile, path: string): Promise<number> {
  const source = new FileSource(outgoing);
  const mtime = Math.floor(outgoing.file.lastModified / 1000);
  // Tango waits for the phone without limit when the file can't be read to its end.
  await Promise.race([
    sync.write({ filename: path, file: source.stream, permission: 0o644, mtime }),
    source.failed,
  ]);
  return source.finish();
}

/** The bytes of a file as a stream, with reports of progress and stalling. */
class FileSource {
  readonly stream: ReadableStream<Uint8Array>;
  /** Rejects when the file can't be read, or the phone accepts no more bytes. */
  readonly failed: Promise<never>;
  readonly #outgoing: OutgoingFile;
  readonly #report: CopyProgress;
  #fail: (error: unknown) => void = () => undefined;
  #buffered: Uint8Array = new Uint8Array(0);
  #sentBytes = 0;
  #stallTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(outgoing: OutgoingFile) {
    this.#outgoing = outgoing;
    this.#report = limitReports((sentBytes, totalBytes) =>
      outgoing.onProgress({ stage: 'sending', sentBytes, totalBytes }),
    );
    this.failed = new Promise((_, reject) => {
      this.#fail = (error) => {
        clearTimeout(this.#stallTimer);
        reject(toHandsetError(error));
      };
    });
    this.failed.catch(() => undefined);
    const reader = outgoing.file.stream().getReader();
    this.stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        this.#resetStallTimer();
        if (this.#buffered.length === 0 && !(await this.#read(reader))) return controller.close();
        const chunk = this.#buffered.subarray(0, chunkBytes);
        this.#buffered = this.#buffered.subarray(chunkBytes);
        this.#sentBytes += chunk.length;
        this.#report(this.#sentBytes, outgoing.file.size);
        controller.enqueue(chunk);
      },
      cancel: async (reason) => {
        clearTimeout(this.#stallTimer);
        await reader.cancel(reason);
      },
    });
  }

  /** False at the end of the file. */
  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
    try {
      const { done, value } = await reader.read();
      if (!done) this.#buffered = value;
      return !done;
    } catch (error) {
      const failure = unreadable(this.#outgoing.file, error);
      this.#fail(failure);
      throw failure;
    }
  }

  /** Reports the end: the phone has accepted everything. Returns the number of bytes. */
  finish(): number {
    clearTimeout(this.#stallTimer);
    this.#report(this.#sentBytes, this.#outgoing.file.size);
    return this.#sentBytes;
  }

  #resetStallTimer(): void {
    clearTimeout(this.#stallTimer);
    this.#stallTimer = setTimeout(() => this.#fail(stalled()), stallTimeoutMs);
  }
}

function unreadable({ name }: OutgoingFile['file'], cause: unknown): HandsetError {
  const reason = describeThrown(cause).replace(/\.$/, '');
  return new HandsetError('invalid-argument', `${name} couldn't be read: ${reason}.`, {
    hint: "Check that it still exists and hasn't changed since you chose it. A folder can't be sent.",
    cause,
  });
}

function stalled(): HandsetError {
  const seconds = stallTimeoutMs / 1000;
  return new HandsetError('timeout', `The phone hasn't accepted any data for ${seconds} s.`, {
    hint: 'Disconnect it, connect it again and retry.',
  });
}

/** Translates an error; Tango's AdbSyncError carries the phone's message. */
function toTransferError(thrown: unknown): HandsetError {
  if (thrown instanceof HandsetError) return thrown;
  if (thrown instanceof AdbSyncError) return refusedByPhone(thrown);
  const message = `The phone stopped receiving the file: ${describeEnd(thrown)}.`;
  return new HandsetError('protocol', message, {
    hint: "Try again. If that doesn't help, disconnect the phone and connect it again.",
    cause: thrown,
  });
}

/** Closing waits for the phone, which may be gone. */
async function closeQuietly(sync: AdbSync | undefined): Promise<void> {
  const closing = Promise.resolve(sync?.dispose()).catch(() => undefined);
  await Promise.race([closing, pause(closingMs, new AbortController().signal)]);
}

/**
 * Installs an app or updates it, keeping its data. Resolves to the phone's message; rejects with
 * `command-failed` and that message, and as `sendFile` does. When it is cancelled during the
 * installation, the app may be installed all the same.
 */
export async function installApk(
  connection: AdbConnection,
  outgoing: OutgoingFile,
  signal: AbortSignal,
): Promise<string> {
  // The package manager can't read shared storage. The file's own name is not needed.
  const path = `/data/local/tmp/handset-${crypto.randomUUID()}.apk`;
  await sendFile(connection, { outgoing, path }, signal);
  try {
    const { size, name } = outgoing.file;
    outgoing.onProgress({ stage: 'installing', sentBytes: size, totalBytes: size });
    return await runCommand(connection, installApp({ path, name }), signal);
  } finally {
    await removeQuietly(connection, path);
  }
}

/** The most names to try for a file whose name exists already. */
const maxNames = 1_000;

/**
 * Copies a file into a folder of the phone without replacing another, and makes it visible to the phone's apps.
 * Resolves to its path; rejects as `sendFile` does.
 */
export async function pushFile(
  connection: AdbConnection,
  { folder, ...outgoing }: OutgoingFile & { readonly folder: string },
  signal: AbortSignal,
): Promise<string> {
  const name = safeName(outgoing.file.name);
  for (let number = 0; number < maxNames; number++) {
    const path = pathIn(folder, number === 0 ? name : numberedName(name, number));
    if (await runCommand(connection, fileExists(path), signal)) continue;
    await sendFile(connection, { outgoing, path }, signal);
    await showToApps(connection, path, signal);
    return path;
  }
  throw new HandsetError(
    'command-failed',
    `The phone has ${maxNames} files called ${name} in ${folder}.`,
    { hint: 'Rename the file, then try again.' },
  );
}

/**
 * Makes the file visible to apps. A failure is ignored, since the file is already copied; a
 * cancellation removes the file.
 */
async function showToApps(
  connection: AdbConnection,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runCommand(connection, scanMedia([path]), signal);
  } catch (error) {
    if (!signal.aborted) return;
    await removeQuietly(connection, path);
    throw error;
  }
}
