/** Finds all that is in folders of the phone, and writes it as a ZIP file. */
import { makeZip } from 'client-zip';
import { HandsetError } from '#core/errors.ts';
import { type FileFailure, type PhoneFile, pathIn } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { numberedName, safeName } from './file-names.ts';
import { type CheckedReader, listFolder, statFile } from './phone-files.ts';
import { maxFolderEntries } from './sync-reader.ts';

/**
 * Gives each file its path in a ZIP file: relative, of names that any system can unpack, and no two alike, also where
 * upper and lower case count as the same.
 */
export class ZipNames {
  readonly #taken = new Set<string>();
  /** From which number on a path may be free, by the path without one: thousands of names may become the same. */
  readonly #numbers = new Map<string, number>();

  /** The path of what the phone calls `name`, in a folder with this path, which ends with a slash or is empty. */
  add(folder: string, name: string): string {
    const safe = safeName(name.replaceAll('\\', '_'));
    const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();
    const start = keyOf(folder + safe);
    for (let number = this.#numbers.get(start) ?? 0; ; number++) {
      const path = `${folder}${number === 0 ? safe : numberedName(safe, number)}`;
      if (this.#taken.has(keyOf(path))) continue;
      this.#taken.add(keyOf(path));
      this.#numbers.set(start, number + 1);
      return path;
    }
  }
}

/** A file or folder to take, with its path on the phone, and in a ZIP file. */
interface FoundFile {
  readonly path: string;
  /** A folder's ends with a slash. */
  readonly zipPath: string;
  readonly file: PhoneFile;
}

/** What some paths hold, down to the last folder. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly totalBytes: number;
  /** What can't be read, and links to folders, which could lead in circles. */
  readonly failures: readonly FileFailure[];
}

/** Finds all that is in these files and folders. Rejects as `listFolder` does for what is not about one path. */
export async function findFiles(
  connection: AdbConnection,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<FoundFiles> {
  const names = new ZipNames();
  const files: FoundFile[] = [];
  const failures: FileFailure[] = [];
  const add = (path: string, inFolder: string, file: PhoneFile): void => {
    const isLinkToFolder = file.isLink && file.kind === 'folder' && inFolder !== '';
    if (file.kind === 'other' || isLinkToFolder) {
      const reason = file.problem ?? (isLinkToFolder ? 'A link to a folder' : 'Not a regular file');
      failures.push({ path, reason });
      return;
    }
    if (files.length >= maxFolderEntries)
      throw new HandsetError('command-failed', `There are more than ${maxFolderEntries} files.`, {
        hint: 'Choose fewer folders at a time.',
      });
    const zipPath = names.add(inFolder, file.name) + (file.kind === 'folder' ? '/' : '');
    files.push({ path, zipPath, file });
  };
  for (const path of paths)
    await collect(failures, path, async () =>
      add(path, '', await statFile(connection, path, signal)),
    );
  // What is found is looked into in turn.
  for (const { path, zipPath, file } of files) {
    if (file.kind !== 'folder') continue;
    await collect(failures, path, async () => {
      const listing = await listFolder(connection, path, signal);
      for (const each of listing.files) add(pathIn(path, each.name), zipPath, each);
    });
  }
  const totalBytes = files.reduce((sum, { file }) => sum + (file.sizeBytes ?? 0), 0);
  return { files, totalBytes, failures };
}

/** Does something with one path; what fails for this path alone is added to the failures. */
async function collect(
  failures: FileFailure[],
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    failures.push({ path, reason: reasonFor(error) });
  }
}

/** Why one file failed; rethrows what concerns all. */
function reasonFor(error: unknown): string {
  if (error instanceof HandsetError && error.code === 'command-failed') return error.message;
  throw error;
}

/** What was left out of a ZIP file is listed in it, and in the result. */
const failuresName = 'Not downloaded.txt';
/** DOS time, which ZIP files have, begins in 1980. */
const firstZipMs = Date.UTC(1980, 0, 2);

/** What goes into a ZIP file; failures are added to the list. */
interface ZipContent {
  readonly files: FoundFiles['files'];
  readonly failures: FileFailure[];
}

/** A ZIP file of what was found, in pieces. Close the reader afterwards. */
export function zipFiles(reader: CheckedReader, content: ZipContent): AsyncIterable<Uint8Array> {
  return makeZip(zipEntries(reader, content));
}

async function* zipEntries(reader: CheckedReader, { files, failures }: ZipContent) {
  for (const { path, zipPath, file } of files) {
    const lastModified = new Date(Math.max(file.modifiedEpochMs, firstZipMs));
    if (file.kind === 'folder') {
      yield { name: zipPath, lastModified };
      continue;
    }
    const pieces = reader.read(path, file);
    let first: IteratorResult<Uint8Array, void>;
    try {
      first = await pieces.next();
    } catch (error) {
      // A file that can't be opened has no place in the ZIP file.
      failures.push({ path, reason: reasonFor(error) });
      continue;
    }
    yield { name: zipPath, lastModified, input: restOf(path, pieces, { first, failures }) };
  }
  if (failures.length === 0) return;
  const input = failures.map(({ path, reason }) => `${path}\n  ${reason}\n`).join('');
  yield { name: failuresName, input };
}

/** The content of a file whose first piece was read. If it fails later, the ZIP file has a part of it, and says so. */
async function* restOf(
  path: string,
  pieces: AsyncGenerator<Uint8Array, void>,
  { first, failures }: { first: IteratorResult<Uint8Array, void>; failures: FileFailure[] },
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
  } catch (error) {
    failures.push({ path, reason: `Only a part is in the ZIP file. ${reasonFor(error)}` });
  }
}
