import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { type Command, type CommandOutput, defaultOutputBytes } from '#core/commands/command.ts';
import { HandsetError, describeThrown, toHandsetError, type ErrorCode } from '#core/errors.ts';
import { cancellable, withLimits } from '../../waits/deadline.ts';
import { TurnQueue } from '../../waits/turn-queue.ts';
import type { AdbConnection } from './connection.ts';

/**
 * Runs one command and reads what it printed. Rejects with what its parser documents, and with
 * `phone-lost`, `timeout`, `cancelled` or `protocol`. Cut-off output is never parsed.
 */
export async function runCommand<Result>(
  connection: AdbConnection,
  command: Command<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { purpose, line, deadlineMs, maxOutputBytes = defaultOutputBytes } = command;
  const limits = { signal, lost: connection.lost, deadlineMs, purpose };
  // Tango never removes its listener, so it gets a signal of its own: the limits' signal would be kept, with the
  // socket's streams, for as long as the phone is connected, and in Node forever.
  const over = new AbortController();
  const collecting = withLimits(limits, () =>
    collectOutput(connection.adb, { line: line.text, maxOutputBytes }, over.signal),
  );
  const output = await collecting
    .catch((error: unknown) => {
      throw error instanceof HandsetError ? error : serviceFailed(purpose, error);
    })
    // Output that is not read any more must not go on.
    .finally(() => over.abort());
  return command.parse(output);
}

/** As `runCommand`; null when the phone gives no usable answer: for `timeout` and `protocol`. */
export async function runOrNull<Result>(
  connection: AdbConnection,
  command: Command<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  try {
    return await runCommand(connection, command, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    if (error.code !== 'timeout' && error.code !== 'protocol') throw error;
    return null;
  }
}

/** As `runCommand`, and once more when that fails with this code. */
export async function runAgainAfter<Result>(
  failure: ErrorCode,
  ...run: [AdbConnection, Command<Result>, AbortSignal]
): Promise<Result> {
  try {
    return await runCommand(...run);
  } catch (thrown) {
    if (toHandsetError(thrown).code !== failure) throw thrown;
    return await runCommand(...run);
  }
}

async function collectOutput(
  adb: Adb,
  { line, maxOutputBytes }: { readonly line: string; readonly maxOutputBytes: number },
  signal: AbortSignal,
): Promise<CommandOutput> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) {
    // Before Android 7: one stream for both outputs, no exit code.
    const process = await adb.subprocess.noneProtocol.spawn(line, signal);
    // `exited` rejects first when the signal is aborted.
    const [stdout] = await Promise.all([readAll(process.output, maxOutputBytes), process.exited]);
    signal.throwIfAborted();
    return { stdout, stderr: '', exitCode: null };
  }
  const process = await shell.spawn(line, signal);
  const [stdout, stderr, exitCode] = await Promise.all([
    readAll(process.stdout, maxOutputBytes),
    readAll(process.stderr, maxOutputBytes),
    process.exited,
  ]);
  return { stdout, stderr: new TextDecoder().decode(stderr), exitCode };
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  maxOutputBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxOutputBytes) throw outputTooLarge(maxOutputBytes);
    chunks.push(chunk);
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

function outputTooLarge(maxOutputBytes: number): HandsetError {
  const limit = maxOutputBytes / 1024;
  const size = limit < 1024 ? `${limit} kB` : `${limit / 1024} MB`;
  return new HandsetError('protocol', `The phone sent more than ${size} for one command.`, {
    hint: 'Try again, or request less, such as fewer log lines.',
  });
}

/** What a command's stream failed with, which is no error of ours. */
export function serviceFailed(purpose: string, error: unknown): HandsetError {
  return new HandsetError(
    'protocol',
    `The phone closed the ADB stream while ${purpose}: ${describeThrown(error)}.`,
    {
      hint: "Try again. If that doesn't help, disconnect the phone and connect it again.",
      cause: error,
    },
  );
}

/** One reading, and the number of callers that wait for it. */
interface PendingReading<Result> {
  readonly result: Promise<Result>;
  /** Aborted when no caller waits for it any more. */
  readonly abandoned: AbortController;
  readers: number;
  /** When it began, as `performance.now()`; null before that. */
  startMs: number | null;
}

/**
 * A reading that many callers may need at the same time. One runs at a time, and all who ask while
 * it runs share the next one, unless the one that runs will do for them: nobody gets a result from
 * before the request, and however many ask, each waits for two readings at most.
 */
export class SharedReading<Result> {
  readonly #purpose: string;
  readonly #read: (abandoned: AbortSignal) => Promise<Result>;
  readonly #turns: TurnQueue;
  #running: PendingReading<Result> | null = null;
  /** The reading that has not begun yet; null when no caller waits for one. */
  #next: PendingReading<Result> | null = null;

  /**
   * `purpose` is for messages: `taking a screenshot`. `read` gets a signal that aborts when no caller
   * waits for it any more; the next reading begins when it has settled. With `turns`, it takes turns
   * with others.
   */
  constructor(
    purpose: string,
    read: (abandoned: AbortSignal) => Promise<Result>,
    turns = new TurnQueue(),
  ) {
    this.#purpose = purpose;
    this.#read = read;
    this.#turns = turns;
  }

  /**
   * The result of a reading that begins after this call, or of one that is running when `willDo` accepts
   * the time at which it began. Rejects as that does, or with `cancelled` for this caller alone.
   */
  async read(
    signal: AbortSignal,
    willDo: (startMs: number) => boolean = () => false,
  ): Promise<Result> {
    const running = this.#running;
    const joins = running !== null && running.readers > 0 && willDo(running.startMs ?? Infinity);
    const reading = joins ? running : (this.#next ??= this.#queue());
    reading.readers++;
    try {
      return await cancellable(reading.result, { signal, purpose: this.#purpose });
    } finally {
      if (--reading.readers === 0) {
        reading.abandoned.abort();
        if (this.#next === reading) this.#next = null;
      }
    }
  }

  #queue(): PendingReading<Result> {
    const abandoned = new AbortController();
    const result = this.#turns.runExclusive(abandoned.signal, async () => {
      this.#running = reading;
      this.#next = null;
      reading.startMs = performance.now();
      try {
        return await this.#read(abandoned.signal);
      } finally {
        this.#running = null;
      }
    });
    const reading: PendingReading<Result> = { result, abandoned, readers: 0, startMs: null };
    return reading;
  }
}
