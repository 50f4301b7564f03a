import type { LogBatch, LogLine, ProcessName } from '#core/link/phone-status.ts';
import {
  logStreamLine,
  LogStreamParser,
  readLocalTime,
  type LogStreamStart,
  type StreamedLogLine,
} from '#core/commands/logcat.ts';
import { readProcesses } from '#core/commands/processes.ts';
import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { reasonIn } from '#core/commands/command.ts';
import type { ShellText } from '#core/commands/shell-text.ts';
import { describeThrown, HandsetError } from '#core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import { abortable, pause } from '../waits/deadline.ts';

/** Time between two batches: fast for a reader, infrequent enough for the page. */
const batchIntervalMs = 60;
/** The most lines of one batch; with the pause before it, about 16,000 lines a second. */
const maxBatchLines = 1_000;
/** The most lines that wait: the log's last lines at the start, and a second of a flood. */
const maxQueuedLines = 10_000;

/** Collects lines and sends them in batches; when they come too fast for the page, the oldest are dropped. */
export class LogBatches {
  readonly #send: (batch: LogBatch) => void;
  #queuedLines: LogLine[] = [];
  #names: ProcessName[] = [];
  /** The phone's local time minus UTC on the computer; null until `setPhoneTime`. */
  #phoneAheadMs: number | null = null;
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(send: (batch: LogBatch) => void) {
    this.#send = send;
  }

  /** Adds lines in order and numbers them, so that dropped lines leave a gap. */
  add(lines: readonly Omit<LogLine, 'number'>[]): void {
    for (const line of lines) this.#queuedLines.push({ number: ++this.#number, ...line });
    if (this.#queuedLines.length > maxQueuedLines)
      this.#queuedLines = this.#queuedLines.slice(-maxQueuedLines);
    this.#scheduleSend();
  }

  /** Adds names of processes whose lines had none; they may be sent before the last of those lines. */
  addNames(names: readonly ProcessName[]): void {
    this.#names.push(...names);
    this.#scheduleSend();
  }

  /** Tells the phone's local time of now, as if it were UTC. */
  setPhoneTime(epochMs: number): void {
    this.#phoneAheadMs = epochMs - Date.now();
  }

  /** Sends what is left, and nothing after it. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    while (this.#queuedLines.length > 0) this.#sendBatch();
  }

  #scheduleSend(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sendBatch();
      if (this.#queuedLines.length > 0) this.#scheduleSend();
    }, batchIntervalMs);
  }

  #sendBatch(): void {
    const lines = this.#queuedLines.slice(0, maxBatchLines);
    this.#queuedLines = this.#queuedLines.slice(maxBatchLines);
    const names = this.#names;
    this.#names = [];
    this.#send({ lines, processNames: names, phoneAheadMs: this.#phoneAheadMs });
  }
}

/** ActivityManager's log line for a new process of an app: `Start proc 4210:com.a.b/u0a142 for …`. */
const processStartLine = /^Start proc (?<pid>\d+):(?<name>[^/\s]+)\//;
/** What the log says of a process that ends, by tag: a crash of Java code, a death, a crash of native code. */
const processEndLines: Readonly<Record<string, RegExp>> = {
  AndroidRuntime: /^Process: (?<name>\S+), PID: (?<pid>\d+)/,
  ActivityManager: /^Process (?<name>\S+) \(pid (?<pid>\d+)\) has died/,
  DEBUG: /^pid: (?<pid>\d+), .* >>> (?<name>\S+) <<</,
};
/** Time between two readings of all processes, which cost the phone about 100 ms. */
const readIntervalMs = 3_000;

/** The names of the processes in the log, as far as they are known. */
export class ProcessNames {
  readonly #names = new Map<number, string>([[0, 'kernel']]);
  /** Processes whose lines were sent without a name. */
  readonly #unnamed = new Set<number>();
  /** Processes that ended before their name was read; the log may still tell it. */
  readonly #nameless = new Set<number>();
  readonly #read: () => Promise<ReadonlyMap<number, string>>;
  readonly #onNamed: (named: readonly ProcessName[]) => void;
  #nextReadingAtMs = 0;
  #reading = false;

  /** `read` asks the phone; `onNamed` gets the names of processes that `nameOf` did not know. */
  constructor(
    read: () => Promise<ReadonlyMap<number, string>>,
    onNamed: (named: readonly ProcessName[]) => void,
  ) {
    this.#read = read;
    this.#onNamed = onNamed;
  }

  /** The name of a line's process; null when it is unknown, and then `readMissing` will read it. */
  nameOf(line: StreamedLogLine): string | null {
    this.#parseName(line);
    const name = this.#names.get(line.pid);
    if (name !== undefined) return name;
    if (!this.#nameless.has(line.pid)) this.#unnamed.add(line.pid);
    return null;
  }

  /** Reads the processes the first time, later if a name is missing and at most every few seconds. Never rejects. */
  async readMissing(): Promise<void> {
    const now = performance.now();
    const isNeeded = this.#nextReadingAtMs === 0 || this.#unnamed.size > 0;
    if (this.#reading || !isNeeded || now < this.#nextReadingAtMs) return;
    this.#reading = true;
    try {
      this.#recordRunning(await this.#read());
    } catch {
      // The log is useful without names; its reader will notice a lost phone first.
    } finally {
      this.#reading = false;
      this.#nextReadingAtMs = performance.now() + readIntervalMs;
    }
  }

  /** Records the names of all running processes, as an id may belong to another process now. */
  #recordRunning(running: ReadonlyMap<number, string>): void {
    for (const [pid, name] of running) this.#names.set(pid, name);
    const unnamed = [...this.#unnamed];
    for (const pid of unnamed) if (!running.has(pid)) this.#nameless.add(pid);
    this.#reportNamed(unnamed);
  }

  /** Learns the name of a process that this line tells of. */
  #parseName({ tag, text }: StreamedLogLine): void {
    const started = tag === 'ActivityManager' ? processStartLine.exec(text) : null;
    const { pid, name } = (started ?? processEndLines[tag]?.exec(text))?.groups ?? {};
    if (pid === undefined || name === undefined) return;
    const id = Number(pid);
    this.#names.set(id, name);
    const wasNameless = this.#nameless.delete(id);
    // A new process may reuse the id of one that ended without a name.
    if (this.#unnamed.has(id) || (wasNameless && started === null)) this.#reportNamed([id]);
  }

  #reportNamed(pids: readonly number[]): void {
    for (const pid of pids) this.#unnamed.delete(pid);
    const named = pids.flatMap((pid) => {
      const name = this.#names.get(pid);
      return name === undefined ? [] : [{ pid, name }];
    });
    if (named.length > 0) this.#onNamed(named);
  }
}

/** How long the first lines wait for the names of their processes, which otherwise appear a moment later. */
const firstNamesMs = 300;
/** The pause before logcat is restarted: a phone where it keeps ending should not be busy with that. */
const beforeRestartMs = 1_000;
/** After this many starts without a single line, the phone counts as having no log. */
const maxFutileStarts = 3;

/**
 * Streams the phone's log, first the lines that it keeps and then new ones, until the signal aborts.
 * When logcat ends it is restarted, and a line in the log says so. Rejects with `phone-lost`, and
 * with `command-failed` and logcat's message when it does not run at all.
 */
export async function watchLog(
  phone: AdbPhone,
  onBatch: (batch: LogBatch) => void,
  signal: AbortSignal,
): Promise<void> {
  const log = new LogWatch(phone, onBatch, signal);
  try {
    await log.followUntilEnd();
  } catch (error) {
    // When the phone is unplugged, the stream breaks before the connection is known to have ended.
    if (phone.connection.lost.aborted) throw phone.connection.lost.reason;
    if (!signal.aborted) throw error;
  } finally {
    log.end();
  }
}

class LogWatch {
  readonly #phone: AdbPhone;
  readonly #ended: AbortSignal;
  readonly #batches: LogBatches;
  readonly #names: ProcessNames;
  readonly #resumePosition = new ResumePosition();
  #futileStarts = 0;

  constructor(phone: AdbPhone, onBatch: (batch: LogBatch) => void, signal: AbortSignal) {
    this.#phone = phone;
    this.#ended = AbortSignal.any([signal, phone.connection.lost]);
    this.#batches = new LogBatches(onBatch);
    this.#names = new ProcessNames(
      () => runCommand(phone.connection, readProcesses, signal),
      (named) => this.#batches.addNames(named),
    );
  }

  /** Rejects when the signal is aborted, the phone is lost, or it has no log. */
  async followUntilEnd(): Promise<never> {
    const reading = Promise.all([this.#names.readMissing(), this.#readClock()]);
    await Promise.race([reading, pause(firstNamesMs, this.#ended)]);
    this.#ended.throwIfAborted();
    for (;;) {
      const message = await this.#followOnce();
      if (this.#futileStarts >= maxFutileStarts) throw noLogError(message);
      await pause(beforeRestartMs, this.#ended);
      this.#ended.throwIfAborted();
      this.#batches.add([{ ...restartLine(message), process: null }]);
    }
  }

  end(): void {
    this.#batches.end();
  }

  /** Never rejects: without the clock, the log only lacks the calls. */
  async #readClock(): Promise<void> {
    const time = await runCommand(this.#phone.connection, readLocalTime, this.#ended).catch(
      () => NaN,
    );
    if (!Number.isNaN(time)) this.#batches.setPhoneTime(time);
  }

  /** Follows the log until logcat ends; resolves to its last message. */
  async #followOnce(): Promise<string> {
    const reader = new LogStreamParser();
    this.#futileStarts++;
    const line = logStreamLine(this.#resumePosition.startPosition());
    const onBytes = (bytes: Uint8Array): void => this.#addLines(reader.push(bytes));
    const { adb } = this.#phone.connection;
    const message = await followLog(adb, { line, onBytes }, this.#ended).catch((error: unknown) => {
      if (this.#ended.aborted) throw error;
      return describeThrown(error);
    });
    this.#addLines(reader.end());
    return reasonIn(message);
  }

  #addLines(lines: readonly StreamedLogLine[]): void {
    const newLines = this.#resumePosition.newLines(lines);
    if (newLines.some(({ time }) => time !== '')) this.#futileStarts = 0;
    this.#batches.add(newLines.map((line) => ({ ...line, process: this.#names.nameOf(line) })));
    void this.#names.readMissing();
  }
}

/** The line in the log about the restart. */
function restartLine(message: string): StreamedLogLine {
  const suffix = message === '' ? '' : `, saying: ${message}`;
  const text = `The phone's logcat ended${suffix}. It was started again.`;
  return { time: '', pid: 0, tid: 0, level: 'W', tag: 'Handset', text };
}

function noLogError(message: string): HandsetError {
  const suffix = message === '' ? 'it said nothing' : `it said: ${message}`;
  return new HandsetError('command-failed', `The phone doesn't show its log; ${suffix}.`, {
    hint: 'Some phones keep no log while Developer options > Logger buffer sizes is Off: choose a size.',
  });
}

/** The number of earlier lines to start with: useful to look back on, and a second over USB. */
const lastLines = 5_000;

/** The position where the stream broke off, so that the next one continues without repeating a line. */
export class ResumePosition {
  #time = '';
  /** Lines with that time that were passed on. */
  #sentAtTime = 0;
  /** How many of those the next stream will repeat. */
  #toSkip = 0;

  /** Where the next stream should start. */
  startPosition(): LogStreamStart {
    this.#toSkip = this.#sentAtTime;
    return this.#time === '' ? { lastLines } : { since: this.#time };
  }

  /** The lines that are new. */
  newLines(lines: readonly StreamedLogLine[]): readonly StreamedLogLine[] {
    return lines.filter(({ time }) => this.#isNew(time));
  }

  #isNew(time: string): boolean {
    if (this.#toSkip > 0 && time === this.#time) {
      this.#toSkip--;
      return false;
    }
    this.#toSkip = 0;
    this.#sentAtTime = time === this.#time ? this.#sentAtTime + 1 : 1;
    this.#time = time;
    return true;
  }
}

/** A program on the phone that prints until it is killed. */
interface LogcatProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  /** Null if the phone's adbd merges it into stdout. */
  readonly stderr: ReadableStream<Uint8Array> | null;
  kill(): void;
}

/** For messages, in characters: usage text after an error is of no use. */
const maxErrorLength = 2_000;

/**
 * Runs the line and passes on its output, until it ends or the signal aborts, which kills it on the
 * phone. Resolves to its stderr. Rejects as soon as the signal aborts, and with Tango's error when
 * the phone has no such service.
 */
async function followLog(
  adb: Adb,
  { line, onBytes }: { readonly line: ShellText; readonly onBytes: (bytes: Uint8Array) => void },
  signal: AbortSignal,
): Promise<string> {
  const starting = startLogcat(adb, line.text);
  const kill = (): void => void starting.then((program) => program.kill()).catch(() => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const { stdout, stderr } = await abortable(starting, signal);
    const decoder = new TextDecoder();
    let message = '';
    const reading = Promise.all([
      readAll(stdout, onBytes),
      stderr &&
        readAll(stderr, (bytes) => {
          if (message.length < maxErrorLength) message += decoder.decode(bytes, { stream: true });
        }),
    ]);
    await abortable(reading, signal);
    return message;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

async function startLogcat(adb: Adb, line: string): Promise<LogcatProcess> {
  const { shellProtocol, noneProtocol } = adb.subprocess;
  if (!shellProtocol) {
    const process = await noneProtocol.spawn(line);
    return { stdout: process.output, stderr: null, kill: () => void ignoreErrors(process.kill()) };
  }
  const process = await shellProtocol.spawn(line);
  // The exit code does not matter; the promise rejects when the program is killed.
  process.exited.catch(() => undefined);
  const { stdout, stderr } = process;
  return { stdout, stderr, kill: () => void ignoreErrors(process.kill()) };
}

/** Ignores errors: on a lost phone everything is closed already. */
async function ignoreErrors(closing: unknown): Promise<void> {
  await Promise.resolve(closing).catch(() => undefined);
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): Promise<void> {
  for await (const bytes of stream) onBytes(bytes);
}
