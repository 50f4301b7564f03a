import { FileError, isDirectory, type FileSystem } from '../files.ts';
import { type Input, createInput, nullSink, type Sink, type Streams } from './program.ts';
import type { Redirect } from './parse.ts';
import { concat } from '../bytes.ts';

/** A file or device open for writing. */
interface OpenFile {
  readonly sink: Sink;
  /** Stores the written bytes in the file. */
  close(): void;
}

/** Opens the target of `>` or `>>`; it is created or truncated immediately. Throws `FileError`. */
function openForWriting(
  path: string,
  append: boolean,
  context: { readonly files: FileSystem; readonly streams: Streams },
): OpenFile {
  const device = deviceAt(path, context.streams);
  if (device) return { sink: device, close: () => {} };
  const { files } = context;
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

/** The devices that are the session's own streams. */
function deviceAt(path: string, streams: Streams): Sink | undefined {
  if (path === '/dev/null') return nullSink;
  if (path === '/dev/tty') return streams.tty;
  if (path === '/dev/stdout') return streams.stdout;
  if (path === '/dev/stderr') return streams.stderr;
  return undefined;
}

/** A redirect with its target expanded to a path or a number. */
interface ExpandedRedirect {
  readonly from: Redirect['from'];
  readonly kind: Redirect['kind'];
  /** Absolute path; for `copy` a descriptor. */
  readonly target: string;
}

/** Streams after redirection; `close` must be called when the command has ended. */
export interface RedirectedStreams {
  readonly streams: Streams;
  close(): void;
}

/** Applies redirects from left to right. Throws `FileError`; nothing stays open then. */
export function redirect(
  redirects: readonly ExpandedRedirect[],
  streams: Streams,
  files: FileSystem,
): RedirectedStreams {
  const sinks = new Map<number, Sink>([
    [1, streams.stdout],
    [2, streams.stderr],
  ]);
  const open: OpenFile[] = [];
  let stdin = streams.stdin;
  for (const { from, kind, target } of redirects) {
    if (kind === 'read') {
      stdin = openForReading(target, streams, files);
    } else if (kind === 'copy') {
      sinks.set(from, sinks.get(Number(target)) ?? nullSink);
    } else {
      const file = openForWriting(target, kind === 'append', { files, streams });
      open.push(file);
      sinks.set(from, file.sink);
    }
  }
  const { stdout, stderr } = streams;
  return {
    streams: {
      ...streams,
      stdin,
      stdout: sinks.get(1) ?? stdout,
      stderr: sinks.get(2) ?? stderr,
    },
    close: () => {
      for (const file of open) file.close();
    },
  };
}

function openForReading(path: string, streams: Streams, files: FileSystem): Input {
  if (path === '/dev/null') return createInput();
  if (path === '/dev/tty' || path === '/dev/stdin') return streams.stdin;
  return createInput(files.read(path));
}
