import { FileError } from '../../files.ts';

type Errno = FileError['errno'];

/** Linux's number and bionic's strerror text of each error a file can raise. */
const errors = {
  ENOENT: { number: 2, text: 'No such file or directory' },
  EACCES: { number: 13, text: 'Permission denied' },
  EEXIST: { number: 17, text: 'File exists' },
  ENOTDIR: { number: 20, text: 'Not a directory' },
  EISDIR: { number: 21, text: 'Is a directory' },
  EROFS: { number: 30, text: 'Read-only file system' },
} as const satisfies Record<Errno, { number: number; text: string }>;

/** The number the sync protocol sends for this error. */
export function errnoNumber(errno: Errno): number {
  return errors[errno].number;
}

/** Android's words, such as `No such file or directory`. */
export function errnoText(errno: Errno): string {
  return errors[errno].text;
}

/** What happened while `action` ran: its result, or the file error it threw. Other errors pass. */
export function attempt<Result>(action: () => Result): { value: Result } | { errno: Errno } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof FileError) return { errno: error.errno };
    throw error;
  }
}
