import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import type { Command, CommandOutput } from '../../core/commands/command.ts';
import { readHierarchy } from '../../core/commands/hierarchy.ts';
import { HandsetError, describeThrown, toHandsetError } from '../../core/errors.ts';
import type { HierarchyReading } from '../../core/phone.ts';
import { orCancelled, pause, withLimits } from '../waits/deadline.ts';
import { Turns } from '../waits/turns.ts';
import type { AdbConnection } from './connection.ts';

/** More than any screenshot (a raw 4K picture has 33 MB); limits a phone that never stops sending. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Runs one command and reads what it printed. Rejects with what its parser documents, and with
 * `phone-lost`, `timeout`, `cancelled` or `protocol`. Cut-off output is never parsed.
 */
export async function runCommand<Result>(
  connection: AdbConnection,
  command: Command<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { purpose, line, deadlineMs } = command;
  const limits = { signal, lost: connection.lost, deadlineMs, purpose };
  const collected = withLimits(limits, (ended) => collect(connection.adb, line, ended));
  const output = await collected.catch((error: unknown) => {
    throw error instanceof HandsetError ? error : failedService(purpose, error);
  });
  return command.parse(output);
}

async function collect(adb: Adb, line: string, signal: AbortSignal): Promise<CommandOutput> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) {
    // Before Android 7: one stream for both outputs, no exit code.
    const process = await adb.subprocess.noneProtocol.spawn(line, signal);
    const stdout = await readAll(process.output);
    await process.exited;
    signal.throwIfAborted();
    return { stdout, stderr: '', exitCode: null };
  }
  const process = await shell.spawn(line, signal);
  const [stdout, stderr, exitCode] = await Promise.all([
    readAll(process.stdout),
    readAll(process.stderr),
    process.exited,
  ]);
  return { stdout, stderr: new TextDecoder().decode(stderr), exitCode };
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxOutputBytes) throw tooMuch();
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function tooMuch(): HandsetError {
  const limit = maxOutputBytes / 1024 / 1024;
  return new HandsetError('protocol', `The phone sent more than ${limit} MB for one command.`, {
    hint: 'Ask for less, such as fewer lines of its log.',
  });
}

function failedService(purpose: string, error: unknown): HandsetError {
  return new HandsetError('protocol', `The phone broke off ${purpose}: ${describeThrown(error)}.`, {
    hint: 'Try again; if it stays, unplug the phone and plug it in again.',
    cause: error,
  });
}

/** One reading, and the number of callers that wait for it. */
interface Reading<Result> {
  readonly result: Promise<Result>;
  /** Aborted when no caller waits for it any more. */
  readonly unwanted: AbortController;
  readers: number;
}

/**
 * A reading that many callers may need at the same time. One runs at a time, and all who ask while
 * it runs share the next one: nobody gets a result from before the request, and however many ask,
 * each waits for two readings at most.
 */
export class SharedReading<Result> {
  readonly #purpose: string;
  readonly #read: (unwanted: AbortSignal) => Promise<Result>;
  readonly #turns = new Turns();
  /** The reading that has not begun yet; null when no caller waits for one. */
  #next: Reading<Result> | null = null;

  /**
   * `purpose` is for messages: `taking a screenshot`. `read` gets a signal that aborts when no caller
   * waits for it any more; the next reading begins when it has settled.
   */
  constructor(purpose: string, read: (unwanted: AbortSignal) => Promise<Result>) {
    this.#purpose = purpose;
    this.#read = read;
  }

  /** The result of a reading that begins after this call; rejects as that does, or with `cancelled` for this caller alone. */
  async read(signal: AbortSignal): Promise<Result> {
    const reading = (this.#next ??= this.#queue());
    reading.readers++;
    try {
      return await orCancelled(reading.result, { signal, purpose: this.#purpose });
    } finally {
      if (--reading.readers === 0) {
        reading.unwanted.abort();
        if (this.#next === reading) this.#next = null;
      }
    }
  }

  #queue(): Reading<Result> {
    const unwanted = new AbortController();
    const result = this.#turns.take(unwanted.signal, () => {
      this.#next = null;
      return this.#read(unwanted.signal);
    });
    return { result, unwanted, readers: 0 };
  }
}

/** On some phones uiautomator finds no root in about one of five dumps, so a failed dump is repeated. */
const dumpTries = 3;
const betweenTriesMs = 300;

/** After a screen never became idle, how long dumps are compressed at once instead of waiting 10 s again. */
const restlessMs = 10_000;

/** Runs `uiautomator dump` on one phone, again where it is known to fail. */
export class HierarchyDump {
  readonly #connection: AdbConnection;
  #restlessUntil = 0;

  constructor(connection: AdbConnection) {
    this.#connection = connection;
  }

  /**
   * The elements of the screen. A dump that has begun runs to its end, even when no caller waits for
   * it any more: the phone can't stop it. Rejects with `dump-failed`, `bad-hierarchy`, `timeout`.
   */
  async read(unwanted: AbortSignal): Promise<HierarchyReading> {
    const toItsEnd = new AbortController().signal;
    let compressed = performance.now() < this.#restlessUntil;
    for (let tries = 1; ; tries++) {
      try {
        const nonce = crypto.randomUUID().replaceAll('-', '');
        const command = readHierarchy({ nonce, compressed });
        return await runCommand(this.#connection, command, toItsEnd);
      } catch (thrown) {
        const error = toHandsetError(thrown);
        if (error.code !== 'dump-failed' || unwanted.aborted) throw error;
        const restless = error.detail === 'never-idle';
        if (tries === dumpTries || (restless && compressed)) throw error;
        if (restless) {
          compressed = true;
          this.#restlessUntil = performance.now() + restlessMs;
        } else await pause(betweenTriesMs, unwanted);
      }
    }
  }
}
