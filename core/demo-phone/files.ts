/** The demo phone's files: a small in-memory tree with Unix modes. */

export interface FileStat {
  /** Type and permission bits, as in `st_mode`. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly modifiedS: number;
}

/** Linux's number and bionic's strerror text of each error that a file can raise. */
const errors = {
  ENOENT: { number: 2, text: 'No such file or directory' },
  EACCES: { number: 13, text: 'Permission denied' },
  EEXIST: { number: 17, text: 'File exists' },
  ENOTDIR: { number: 20, text: 'Not a directory' },
  EISDIR: { number: 21, text: 'Is a directory' },
  EROFS: { number: 30, text: 'Read-only file system' },
} as const;

/** What a file operation throws, with what programs of the phone say of it. */
export class FileError extends Error {
  readonly errno: keyof typeof errors;
  readonly path: string;

  constructor(errno: keyof typeof errors, path: string) {
    super(`${errno} ${path}`);
    this.errno = errno;
    this.path = path;
  }

  /** Linux's number. */
  get number(): number {
    return errors[this.errno].number;
  }

  /** Android's words, such as `No such file or directory`. */
  get text(): string {
    return errors[this.errno].text;
  }
}

export interface WriteOptions {
  /** Type and permission bits. */
  readonly mode?: number;
  readonly modifiedS?: number;
  /** The bytes are handed over and changed by nobody any more; else they are copied. */
  readonly isGiven?: boolean;
}

/** Absolute paths; `/sdcard` and `/mnt/sdcard` lead to `/storage/emulated/0`. */
export interface FileSystem {
  stat(path: string): FileStat | undefined;
  list(path: string): readonly string[];
  read(path: string): Uint8Array<ArrayBuffer>;
  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: WriteOptions): void;
  makeDirectory(path: string): void;
  remove(path: string): void;
}
