/** Takes files and folders of the phone into files of the browser: one file as it is, more as a ZIP file. */
import { HandsetError } from '#core/errors.ts';
import { type FileFailure, baseName } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { downloadName } from './file-names.ts';
import { limitReports } from './limit-reports.ts';
import { type OriginFolder, createOriginFolder } from './origin-folder.ts';
import { storageFull } from './storage-full.ts';
import { CheckedReader, statFile } from './phone-files.ts';
import { findFiles, zipFiles } from './zip.ts';

/** Files of the phone in a file that the page can read, until `remove`. */
export interface Download {
  readonly file: File;
  /** To save it by: never a path, without invisible characters. */
  readonly name: string;
  readonly failures: readonly FileFailure[];
  /** Deletes the file, after a while in which the browser may still read it. */
  remove(afterMs: number): Promise<void>;
}

interface DownloadRequest {
  readonly paths: readonly string[];
  onProgress(receivedBytes: number, totalBytes: number): void;
}

/**
 * Takes files and folders; several, or a folder, become one ZIP file. Rejects as `fetchFile` does, and with
 * `storage-full` or `unsupported`. Nothing is left of a download that failed or was cancelled.
 */
export async function download(
  connection: AdbConnection,
  { paths, onProgress }: DownloadRequest,
  signal: AbortSignal,
): Promise<Download> {
  const reader = new CheckedReader(connection, signal);
  let folder: OriginFolder | undefined;
  try {
    const source = await openSource(connection, { paths, reader }, signal);
    await checkRoom(source.totalBytes);
    folder = await createOriginFolder();
    const file = await writeDownload(folder, source, onProgress);
    return { file, name: source.name, failures: source.failures, remove: folder.remove };
  } catch (error) {
    await folder?.remove(0);
    throw error;
  } finally {
    await reader.close();
  }
}

/** What is to be written. */
interface DownloadSource extends Pick<Download, 'name' | 'failures'> {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly totalBytes: number;
}

async function openSource(
  connection: AdbConnection,
  { paths, reader }: { readonly paths: readonly string[]; readonly reader: CheckedReader },
  signal: AbortSignal,
): Promise<DownloadSource> {
  const [path = '/'] = paths;
  const only = paths.length === 1 ? await statFile(connection, path, signal) : null;
  if (only !== null && only.kind !== 'folder') {
    const name = downloadName(only.name);
    const totalBytes = only.sizeBytes ?? 0;
    return { pieces: reader.read(path, only), name, totalBytes, failures: [] };
  }
  const { files, totalBytes, failures: notFound } = await findFiles(connection, paths, signal);
  const failures = [...notFound];
  const reason = failures.find((failure) => only !== null && failure.path === path)?.reason;
  if (reason !== undefined) throw new HandsetError('command-failed', reason);
  const subject = only === null ? path.slice(0, path.lastIndexOf('/')) : path;
  const name = `${downloadName(baseName(subject))}.zip`;
  return { pieces: zipFiles(reader, { files, failures }), name, totalBytes, failures };
}

/** Each write costs the browser about a millisecond, whatever its length. */
const writeBytes = 4 * 1024 * 1024;

async function writeDownload(
  folder: OriginFolder,
  { pieces, totalBytes }: DownloadSource,
  onProgress: DownloadRequest['onProgress'],
): Promise<File> {
  const file = await folder.createFile('download');
  const buffer = new Uint8Array(writeBytes);
  const report = limitReports(onProgress);
  let writtenBytes = 0;
  let filled = 0;
  const flush = (): void => {
    file.write(buffer.subarray(0, filled), writtenBytes);
    writtenBytes += filled;
    filled = 0;
  };
  let closed: Promise<File>;
  try {
    for await (const piece of pieces) {
      for (let rest = piece; rest.length > 0;) {
        const part = rest.subarray(0, writeBytes - filled);
        buffer.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
        if (filled === writeBytes) flush();
      }
      report(Math.min(writtenBytes + filled, totalBytes), totalBytes);
    }
    flush();
  } finally {
    // A folder can't be removed while a file in it is open.
    closed = file.close();
  }
  onProgress(totalBytes, totalBytes);
  return await closed;
}

/** Rejects with `storage-full` where the browser says that so much does not fit. */
async function checkRoom(bytes: number): Promise<void> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (bytes > quota - usage) throw storageFull(`There is no room for ${bytes} bytes`);
}
