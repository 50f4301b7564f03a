import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  realpath,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { HandsetError } from '#core/errors.ts';
import type { StreamOpening } from '#core/relay/bridge-end.ts';
import type { FileTarget } from '#core/relay/frames.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import { errorCode } from '../errors.ts';

/** Bytes read from a file at a time. */
const chunkBytes = 256 * 1024;
/** UTF-16 units of a path in the folder; macOS allows 1,024 bytes with the folder's own. */
const maxPathLength = 800;
/** Bytes of a file's size, which is sent before the file. */
const sizeBytes = 8;

/**
 * The folder on this computer that agents may use by way of a console: they read files in it and create new ones.
 * Nothing outside of it is reached, also through links, nothing hidden, and no file that is there is changed.
 */
export class FilesFolder {
  readonly #folder: string | null;

  /** Null for no folder: every request is then refused. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Serves a stream of a console until it has ended; never rejects. */
  async serve({ target, stream, accept }: StreamOpening<FileTarget>): Promise<void> {
    try {
      if (target.name === 'file-read') await this.#read(target.path, stream, accept);
      else await this.#write(target.path, stream, accept);
      stream.end();
    } catch (error) {
      stream.end(error instanceof HandsetError ? error : fileError(error));
    }
  }

  async #read(path: string, stream: RelayStream, accept: () => void): Promise<void> {
    const { root, segments } = await this.#locate(path);
    const real = await realpath(join(root, ...segments)).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? noSuchFile(path) : error;
    });
    assertInside(root, real, path);
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { size } = await assertFile(file, path);
      accept();
      await stream.write(encodeSize(size));
      for (let at = 0; at < size;) {
        const buffer = new Uint8Array(Math.min(chunkBytes, size - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0)
          throw new HandsetError('command-failed', `${path} became shorter while it was read.`);
        await stream.write(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  /**
   * Writes to a hidden file beside it, which gets its name when it is complete and only if that is still free.
   * Removes the folders that it made if it fails.
   */
  async #write(path: string, stream: RelayStream, accept: () => void): Promise<void> {
    const { root, segments } = await this.#locate(path);
    const wanted = join(root, ...segments);
    const made: string[] = [];
    try {
      const folder = await existingFolder(root, dirname(wanted), { path, made });
      const target = join(folder, segments.at(-1) ?? '');
      if (await exists(target)) throw alreadyThere(path);
      const partial = join(folder, `.handset-${randomUUID()}.part`);
      const file = await open(partial, 'wx', 0o600);
      try {
        accept();
        await receive(file, stream);
        await file.close();
        await link(partial, target).catch((error: unknown) => {
          throw errorCode(error) === 'EEXIST' ? alreadyThere(path) : error;
        });
      } finally {
        await file.close().catch(() => undefined);
        await unlink(partial).catch(() => undefined);
      }
    } catch (error) {
      // A folder in which another file has been made meanwhile is not empty, and stays.
      for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
      throw error;
    }
  }

  /** The folder without links, and the names of the path. Throws `unsupported` without a folder, `invalid-argument` for another path. */
  async #locate(
    path: string,
  ): Promise<{ readonly root: string; readonly segments: readonly string[] }> {
    if (this.#folder === null) throw noFolder();
    if (path.length > maxPathLength) throw tooLong(path);
    const segments = path.split('/');
    if (!segments.every(isPlainName)) throw notInside(path);
    return { root: await realpath(this.#folder), segments };
  }
}

/** Whether it is the name of a file that is not hidden, on every operating system. */
function isPlainName(name: string): boolean {
  // Names of devices, of alternate streams and with a dot at the end mean something else on Windows.
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  return (
    /^[^.\\/:*?"<>|\p{Cc}][^\\/:*?"<>|\p{Cc}]*$/u.test(name) && !/[. ]$/.test(name) && !isDevice
  );
}

/** The folder of a new file, without links and inside the root; one that is not there is made, and added to `made`. */
async function existingFolder(
  root: string,
  folder: string,
  file: { readonly path: string; readonly made: string[] },
): Promise<string> {
  if (folder === root) return root;
  const parent = await existingFolder(root, dirname(folder), file);
  const real = await realpath(folder).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    const made = join(parent, folder.slice(dirname(folder).length + 1));
    await mkdir(made);
    file.made.push(made);
    return made;
  });
  assertInside(root, real, file.path);
  return real;
}

function assertInside(root: string, real: string, path: string): void {
  const isInside = real.startsWith(root.endsWith(sep) ? root : root + sep);
  const isHidden = real
    .slice(root.length)
    .split(sep)
    .some((name) => name.startsWith('.'));
  if (!isInside || isHidden) throw notInside(path);
}

async function assertFile(file: FileHandle, path: string): Promise<{ readonly size: number }> {
  const facts = await file.stat();
  if (!facts.isFile()) throw new HandsetError('invalid-argument', `${path} is not a file.`);
  return facts;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** Receives the size, then the file. Rejects if the console ends the stream before all is there. */
async function receive(file: FileHandle, stream: RelayStream): Promise<void> {
  let head: Uint8Array = new Uint8Array(0);
  let left: number | null = null;
  while (left !== 0) {
    let bytes: Uint8Array | null = await stream.read();
    if (bytes === null) throw new HandsetError('cancelled', 'The file did not arrive whole.');
    if (left === null) {
      head = Buffer.concat([head, bytes]);
      if (head.length < sizeBytes) continue;
      left = decodeSize(head);
      bytes = head.subarray(sizeBytes);
    }
    if (bytes.length > left)
      throw new HandsetError('bad-frame', 'A file was sent longer than announced.');
    await file.writeFile(bytes);
    left -= bytes.length;
  }
}

function encodeSize(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size));
  return bytes;
}

function decodeSize(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
}

function noFolder(): HandsetError {
  return new HandsetError('unsupported', 'The bridge was started without a folder for files.', {
    hint: 'Start it with `--files DIR`, a folder in which agents may read files and make new ones.',
  });
}

function tooLong(path: string): HandsetError {
  const message = `A path of ${path.length} characters is too long for a file; at most ${maxPathLength} are allowed.`;
  return new HandsetError('invalid-argument', message);
}

function notInside(path: string): HandsetError {
  return new HandsetError(
    'invalid-argument',
    `${JSON.stringify(path)} is no name of a file in the folder for files.`,
    {
      hint: 'Give a name such as photo.jpg or reports/log.txt: relative to the folder, with slashes, not hidden.',
    },
  );
}

function noSuchFile(path: string): HandsetError {
  return new HandsetError(
    'invalid-argument',
    `There is no file ${JSON.stringify(path)} in the folder for files.`,
  );
}

function alreadyThere(path: string): HandsetError {
  return new HandsetError(
    'invalid-argument',
    `${JSON.stringify(path)} is already there; files are never replaced.`,
    {
      hint: 'Choose another name.',
    },
  );
}

/** The system's word for what went wrong, without the path, which only this computer's user should know. */
function fileError(error: unknown): HandsetError {
  const code = errorCode(error);
  const words: Readonly<Record<string, string>> = {
    EACCES: 'Permission denied',
    EPERM: 'Permission denied',
    ENOSPC: 'No space left on the computer',
    ENAMETOOLONG: 'The name is too long',
    ENOENT: 'The folder for files is gone',
    ENOTDIR: 'A part of the path is not a folder',
    ELOOP: 'It is a link',
  };
  const reason = typeof code === 'string' ? (words[code] ?? code) : 'An unknown error';
  return new HandsetError('command-failed', `The file couldn't be used: ${reason}.`, {
    cause: error,
  });
}
