import type { FileSystem } from '../files.ts';
import { type OpenFile, openForWriting } from './open.ts';
import { type Input, inputOf, nowhere, type Sink, type Streams } from './streams.ts';
import type { Redirect } from './syntax.ts';

/** A redirect whose target is expanded to a path or a number. */
export interface ReadyRedirect {
  readonly from: Redirect['from'];
  readonly kind: Redirect['kind'];
  /** Absolute path; for `copy` a descriptor or `-`. */
  readonly target: string;
}

/** Streams after redirection; `close` must be called when the command has ended. */
export interface Redirected {
  readonly streams: Streams;
  close(): void;
}

/** Applies redirects from left to right. Throws `FileError`; nothing stays open then. */
export function redirect(
  redirects: readonly ReadyRedirect[],
  streams: Streams,
  files: FileSystem,
): Redirected {
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
      if (from !== 'both' && from > 0) sinks.set(from, sinks.get(Number(target)) ?? nowhere);
      else if (target === '-') stdin = inputOf();
    } else {
      const file = openForWriting(target, kind === 'append', { files, streams });
      open.push(file);
      for (const number of from === 'both' ? [1, 2] : [from]) sinks.set(number, file.sink);
    }
  }
  const { stdout, stderr } = streams;
  return {
    streams: {
      stdin,
      stdout: sinks.get(1) ?? stdout,
      stderr: sinks.get(2) ?? stderr,
      tty: streams.tty,
    },
    close: () => {
      for (const file of open) file.close();
    },
  };
}

function openForReading(path: string, streams: Streams, files: FileSystem): Input {
  if (path === '/dev/null') return inputOf();
  if (path === '/dev/tty' || path === '/dev/stdin') return streams.stdin;
  return inputOf(files.read(path));
}
