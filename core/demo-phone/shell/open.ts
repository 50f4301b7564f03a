import { FileError, type FileSystem } from '../files.ts';
import { concat } from './bytes.ts';
import { nowhere, type Sink, type Streams } from './streams.ts';

/** strerror(3) of bionic. */
const errorTexts = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  EROFS: 'Read-only file system',
  EEXIST: 'File exists',
} as const satisfies Record<FileError['errno'], string>;

/** The words for a file error, as the phone's programs print them. */
export function errorText(error: FileError): string {
  return errorTexts[error.errno];
}

/** A file or device open for writing. */
export interface OpenFile {
  readonly sink: Sink;
  /** Puts what was written into the file. */
  close(): void;
}

/** Opens `>` and `>>`; the file exists (and is empty, unless appended to) at once. Throws `FileError`. */
export function openForWriting(
  path: string,
  append: boolean,
  at: { readonly files: FileSystem; readonly streams: Streams },
): OpenFile {
  const device = deviceAt(path, at.streams);
  if (device) return { sink: device, close: () => {} };
  const { files } = at;
  const stat = files.stat(path);
  if (stat && isDirectory(stat.mode)) throw new FileError('EISDIR', path);
  if (!append || stat === undefined) files.write(path, new Uint8Array());
  const chunks: Uint8Array[] = [];
  return {
    sink: async (bytes) => {
      chunks.push(bytes.slice());
    },
    close: () => {
      if (chunks.length === 0) return;
      const before = append && files.stat(path) ? [files.read(path)] : [];
      files.write(path, concat([...before, ...chunks]));
    },
  };
}

/** The devices that lead to the session itself. */
function deviceAt(path: string, streams: Streams): Sink | undefined {
  if (path === '/dev/null') return nowhere;
  if (path === '/dev/tty') return streams.tty;
  if (path === '/dev/stdout') return streams.stdout;
  if (path === '/dev/stderr') return streams.stderr;
  return undefined;
}

/** Whether `st_mode` is a directory's. */
export function isDirectory(mode: number): boolean {
  return (mode & 0o170000) === 0o040000;
}
