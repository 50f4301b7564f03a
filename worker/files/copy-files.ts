import { HandsetError } from '#core/errors.ts';
import type { CopyProgress, FileSource, PhoneFiles } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import type { OpenStream } from '../adb/transport/server-transport.ts';
import { readComputerFile, writeComputerFile } from './computer-files.ts';
import { limitReports } from './limit-reports.ts';
import { fetchFile, listFolder, type IncomingFile } from './phone-files.ts';
import { installApk, pushFile, type OutgoingFile } from './transfers.ts';

/** Copies files between this phone and an agent, or the folder that the bridge was started with, by `openStream`. */
export function createPhoneFiles(connection: AdbConnection, openStream: OpenStream): PhoneFiles {
  const outgoing = async (
    { source, name, onProgress }: OutgoingCopy,
    signal: AbortSignal,
  ): Promise<OutgoingFile> => ({
    file: { name, lastModified: Date.now(), ...(await contentOf(source, openStream, signal)) },
    onProgress: ({ sentBytes, totalBytes }) => onProgress(sentBytes, totalBytes),
  });
  return {
    list: (path, signal) => listFolder(connection, path, signal),
    async read({ path, maxBytes }, signal) {
      const { stream, sizeBytes } = await fetchFile(connection, path, signal);
      if (sizeBytes !== null && sizeBytes > maxBytes) {
        await stream.cancel();
        throw tooLarge(path, sizeBytes, maxBytes);
      }
      return await readAll(stream, { path, maxBytes });
    },
    async fetch({ path, saveAs, onProgress }, signal) {
      const file = await fetchFile(connection, path, signal);
      const { sizeBytes } = file;
      if (sizeBytes === null)
        throw new HandsetError('unsupported', `The phone doesn't say how large ${path} is.`);
      const stream = withProgress(file, sizeBytes, onProgress);
      await writeComputerFile(openStream, { path: saveAs, sizeBytes, stream }, signal);
      return sizeBytes;
    },
    async send({ folder, ...copy }, signal) {
      return await pushFile(connection, { ...(await outgoing(copy, signal)), folder }, signal);
    },
    async install({ computerFile, onProgress }, signal) {
      const copy = { source: { computerFile }, name: computerFile, onProgress };
      await installApk(connection, await outgoing(copy, signal), signal);
    },
  };
}

interface OutgoingCopy {
  readonly source: FileSource;
  readonly name: string;
  readonly onProgress: CopyProgress;
}

async function contentOf(
  source: FileSource,
  openStream: OpenStream,
  signal: AbortSignal,
): Promise<Pick<OutgoingFile['file'], 'size' | 'stream'>> {
  if ('bytes' in source) {
    const blob = new Blob([new Uint8Array(source.bytes)]);
    return { size: blob.size, stream: () => blob.stream() };
  }
  const { sizeBytes, stream } = await readComputerFile(openStream, source.computerFile, signal);
  return { size: sizeBytes, stream: () => stream };
}

/** The whole content; rejects where it is larger after all. */
async function readAll(
  stream: ReadableStream<Uint8Array>,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge(path, length, maxBytes);
    }
    chunks.push(new Uint8Array(next.value));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function tooLarge(path: string, bytes: number, maxBytes: number): HandsetError {
  return new HandsetError(
    'invalid-argument',
    `${path} has ${bytes} bytes; a reply holds at most ${maxBytes}.`,
    { hint: 'Give save_as, for a file in the folder that the bridge was started with (--files).' },
  );
}

function withProgress(
  { stream }: IncomingFile,
  totalBytes: number,
  onProgress: CopyProgress,
): ReadableStream<Uint8Array> {
  const report = limitReports(onProgress);
  let doneBytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        doneBytes += chunk.length;
        report(doneBytes, totalBytes);
        controller.enqueue(chunk);
      },
    }),
  );
}
