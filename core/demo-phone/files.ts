/** The demo phone's files: a small in-memory tree with Unix modes. */

export interface FileStat {
  /** Type and permission bits, as in `st_mode`. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly modifiedS: number;
}

/** Errors are `FileError` with the Unix name, so that programs can print the phone's own words. */
export class FileError extends Error {
  readonly errno: 'ENOENT' | 'EACCES' | 'EISDIR' | 'ENOTDIR' | 'EROFS' | 'EEXIST';
  constructor(errno: FileError['errno'], path: string) {
    super(`${errno} ${path}`);
    this.errno = errno;
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
