import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { unlessAborted } from '../waits/deadline.ts';

/** A program on the phone that prints until it is ended. */
interface Program {
  readonly stdout: ReadableStream<Uint8Array>;
  /** Null where the phone's adbd merges it into stdout. */
  readonly stderr: ReadableStream<Uint8Array> | null;
  kill(): void;
}

/** For messages; a usage that follows a complaint helps nobody. */
const mostWords = 2_000;

/**
 * Runs the line and hands on what it prints, until it ends by itself or the signal is aborted,
 * which ends it on the phone too. Resolves with what it printed to stderr. Rejects as soon as the
 * signal is aborted, and with what Tango says when there is no such service.
 */
export async function followLog(
  adb: Adb,
  { line, onBytes }: { readonly line: string; readonly onBytes: (bytes: Uint8Array) => void },
  signal: AbortSignal,
): Promise<string> {
  const starting = start(adb, line);
  const kill = (): void => void starting.then((program) => program.kill()).catch(() => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const { stdout, stderr } = await unlessAborted(starting, signal);
    const decoder = new TextDecoder();
    let words = '';
    const reading = Promise.all([
      readAll(stdout, onBytes),
      stderr &&
        readAll(stderr, (bytes) => {
          if (words.length < mostWords) words += decoder.decode(bytes, { stream: true });
        }),
    ]);
    await unlessAborted(reading, signal);
    return words;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

async function start(adb: Adb, line: string): Promise<Program> {
  const { shellProtocol, noneProtocol } = adb.subprocess;
  if (!shellProtocol) {
    const process = await noneProtocol.spawn(line);
    return { stdout: process.output, stderr: null, kill: () => void quietly(process.kill()) };
  }
  const process = await shellProtocol.spawn(line);
  // How it ended does not matter; it rejects when it is killed.
  process.exited.catch(() => undefined);
  const { stdout, stderr } = process;
  return { stdout, stderr, kill: () => void quietly(process.kill()) };
}

/** A phone that is gone has closed everything already. */
async function quietly(closing: unknown): Promise<void> {
  await Promise.resolve(closing).catch(() => undefined);
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): Promise<void> {
  for await (const bytes of stream) onBytes(bytes);
}
