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
const errors = {
  ENOENT: { number: 2, text: 'No such file or directory' },
  EACCES: { number: 13, text: 'Permission denied' },
  EEXIST: { number: 17, text: 'File exists' },
  ENOTDIR: { number: 20, text: 'Not a directory' },
  EISDIR: { number: 21, text: 'Is a directory' },
  EROFS: { number: 30, text: 'Read-only file system' },
} as const;

/** Thrown by file operations; carries the errno and the text that programs print. */
export class FileError extends Error {
  readonly errno: keyof typeof errors;
  readonly path: string;

  constructor(errno: keyof typeof errors, path: string) {
    super(`${errno} ${path}`);
    this.errno = errno;
    this.path = path;
  }

  /** Linux errno number. */
  get number(): number {
    return errors[this.errno].number;
  }

  /** bionic's strerror text, such as `No such file or directory`. */
  get text(): string {
    return errors[this.errno].text;
  }
}

export interface WriteOptions {
  /** Type and permission bits. */
  readonly mode?: number;
  readonly modifiedS?: number;
  /** The file takes ownership of the bytes, and the caller must not change them; otherwise they are copied. */
  readonly isGiven?: boolean;
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
