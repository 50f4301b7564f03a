/** The demo phone's file system interface: an in-memory tree with Unix modes. */

export interface FileStat {
  /** Type and permission bits, as in `st_mode`. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly modifiedS: number;
}

/** Linux errno numbers and bionic's strerror texts of the errors that a file operation can raise. */
const errnoTable = {
  ENOENT: { errnoNumber: 2, strerror: 'No such file or directory' },
  EACCES: { errnoNumber: 13, strerror: 'Permission denied' },
  EEXIST: { errnoNumber: 17, strerror: 'File exists' },
  ENOTDIR: { errnoNumber: 20, strerror: 'Not a directory' },
  EISDIR: { errnoNumber: 21, strerror: 'Is a directory' },
  EROFS: { errnoNumber: 30, strerror: 'Read-only file system' },
} as const;

/** Thrown by file operations; carries the errno and the text that programs print. */
export class FileError extends Error {
  readonly errno: keyof typeof errnoTable;
  readonly path: string;

  constructor(errno: keyof typeof errnoTable, path: string) {
    super(`${errno} ${path}`);
    this.errno = errno;
    this.path = path;
  }

  /** Linux errno number. */
  get errnoNumber(): number {
    return errnoTable[this.errno].errnoNumber;
  }

  /** bionic's strerror text, such as `No such file or directory`. */
  get strerror(): string {
    return errnoTable[this.errno].strerror;
  }
}

export interface WriteOptions {
  /** Type and permission bits. */
  readonly mode?: number;
  readonly modifiedS?: number;
  /** The file takes ownership of the bytes, and the caller must not change them; otherwise they are copied. */
  readonly transferOwnership?: boolean;
}

/** Paths are absolute; `/sdcard` and `/mnt/sdcard` are links to `/storage/emulated/0`. Methods throw FileError. */
export interface FileSystem {
  stat(path: string): FileStat | undefined;
  list(path: string): readonly string[];
  read(path: string): Uint8Array<ArrayBuffer>;
  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: WriteOptions): void;
  makeDirectory(path: string): void;
  remove(path: string): void;
}

/** Converts a path relative to a directory to an absolute one; resolves `.` and `..`. */
export function resolvePath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${directory}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/** The parent directory; `/` for the root. */
export function parentOf(path: string): string {
  return resolvePath('/', `${path}/..`);
}
