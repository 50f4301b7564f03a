import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import {
  type LogStart,
  type StreamedLine,
  LogStreamReader,
  streamLogs,
  readProcesses,
} from '../../core/commands/log-stream.ts';
import { firstLine } from '../../core/commands/command.ts';
import { HandsetError, describeThrown } from '../../core/errors.ts';
import type { LogBatch } from '../../core/link/phone-log.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import { runCommand } from '../adb/run-command.ts';
import { pause, unlessAborted } from '../waits/deadline.ts';
import { LogBatches } from './log-batches.ts';
import { ProcessNames } from './process-names.ts';

/** The pause before logcat is restarted: a phone where it keeps ending should not be busy with that. */
const beforeRestartMs = 1_000;
/** After this many starts without a single line, the phone counts as having no log. */
const mostFutileStarts = 3;

/**
 * Streams the phone's log, first the lines that it keeps and then new ones, until the signal aborts.
 * When logcat ends it is restarted, and a line in the log says so. Rejects with `phone-lost`, and
 * with `command-failed` and logcat's message when it does not run at all.
 */
export async function watchLog(
  phone: AdbPhone,
  tell: (batch: LogBatch) => void,
  signal: AbortSignal,
): Promise<void> {
  const log = new WatchedLog(phone, tell, signal);
  try {
    await log.run();
  } catch (error) {
    // When the phone is unplugged, the stream breaks before the connection is known to have ended.
    if (phone.connection.lost.aborted) throw phone.connection.lost.reason;
    if (!signal.aborted) throw error;
  } finally {
    log.end();
  }
}

class WatchedLog {
  readonly #phone: AdbPhone;
  readonly #ended: AbortSignal;
  readonly #batches: LogBatches;
  readonly #names: ProcessNames;
  readonly #resume = new Resume();
  #futileStarts = 0;

  constructor(phone: AdbPhone, tell: (batch: LogBatch) => void, signal: AbortSignal) {
    this.#phone = phone;
    this.#ended = AbortSignal.any([signal, phone.connection.lost]);
    this.#batches = new LogBatches(tell);
    this.#names = new ProcessNames(
      () => runCommand(phone.connection, readProcesses, signal),
      (named) => this.#batches.name(named),
    );
  }

  /** Rejects when the signal is aborted, the phone is lost, or it has no log. */
  async run(): Promise<never> {
    for (;;) {
      const words = await this.#follow();
      if (this.#futileStarts >= mostFutileStarts) throw noLog(words);
      await pause(beforeRestartMs, this.#ended);
      this.#ended.throwIfAborted();
      this.#batches.add([{ ...restarted(words), process: null }]);
    }
  }

  end(): void {
    this.#batches.end();
  }

  /** Follows the log until logcat ends; resolves to its last message. */
  async #follow(): Promise<string> {
    const reader = new LogStreamReader();
    this.#futileStarts++;
    const line = streamLogs(this.#resume.start());
    const onBytes = (bytes: Uint8Array): void => this.#take(reader.push(bytes));
    const { adb } = this.#phone.connection;
    const words = await followLog(adb, { line, onBytes }, this.#ended).catch((error: unknown) => {
      if (this.#ended.aborted) throw error;
      return describeThrown(error);
    });
    this.#take(reader.end());
    return firstLine(words);
  }

  #take(lines: readonly StreamedLine[]): void {
    const fresh = this.#resume.fresh(lines);
    if (fresh.some(({ time }) => time !== '')) this.#futileStarts = 0;
    this.#batches.add(fresh.map((line) => ({ ...line, process: this.#names.nameOf(line) })));
    void this.#names.ask();
  }
}

/** The line in the log about the restart. */
function restarted(words: string): StreamedLine {
  const said = words === '' ? '' : `, saying: ${words}`;
  const text = `The phone's logcat ended${said}. It was started again.`;
  return { time: '', pid: 0, tid: 0, level: 'W', tag: 'Handset', text };
}

function noLog(words: string): HandsetError {
  const said = words === '' ? 'it said nothing' : `it said: ${words}`;
  return new HandsetError('command-failed', `The phone does not show its log; ${said}.`, {
    hint: 'Some phones keep no log until Developer options > Logger buffer sizes is set to more than off.',
  });
}

/** The number of earlier lines to start with: useful to look back on, and a second over USB. */
const lastLines = 5_000;

/** The position where the stream broke off, so that the next one continues without repeating a line. */
export class Resume {
  #time = '';
  /** Lines with that time that were passed on. */
  #told = 0;
  /** How many of those the next stream will repeat. */
  #again = 0;

  /** Where the next stream should start. */
  start(): LogStart {
    this.#again = this.#told;
    return this.#time === '' ? { lastLines } : { since: this.#time };
  }

  /** The lines that are new. */
  fresh(lines: readonly StreamedLine[]): readonly StreamedLine[] {
    return lines.filter(({ time }) => this.#isFresh(time));
  }

  #isFresh(time: string): boolean {
    if (this.#again > 0 && time === this.#time) {
      this.#again--;
      return false;
    }
    this.#again = 0;
    this.#told = time === this.#time ? this.#told + 1 : 1;
    this.#time = time;
    return true;
  }
}

/** A program on the phone that prints until it is killed. */
interface Program {
  readonly stdout: ReadableStream<Uint8Array>;
  /** Null where the phone's adbd merges it into stdout. */
  readonly stderr: ReadableStream<Uint8Array> | null;
  kill(): void;
}

/** For messages, in characters: usage text after an error is of no use. */
const mostWords = 2_000;

/**
 * Runs the line and passes on its output, until it ends or the signal aborts, which kills it on the
 * phone. Resolves to its stderr. Rejects as soon as the signal aborts, and with Tango's error when
 * the phone has no such service.
 */
async function followLog(
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
  // The exit code does not matter; the promise rejects when the program is killed.
  process.exited.catch(() => undefined);
  const { stdout, stderr } = process;
  return { stdout, stderr, kill: () => void quietly(process.kill()) };
}

/** Ignores errors: on a lost phone everything is closed already. */
async function quietly(closing: unknown): Promise<void> {
  await Promise.resolve(closing).catch(() => undefined);
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): Promise<void> {
  for await (const bytes of stream) onBytes(bytes);
}
