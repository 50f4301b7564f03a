import type { ReadableStream } from '@yume-chan/stream-extra';
import { reasonIn } from '#core/commands/command.ts';
import { readerProtocol } from '#core/commands/element-reader.ts';
import { HandsetError } from '#core/errors.ts';
import { withLimits } from '../../../waits/deadline.ts';
import { TurnQueue } from '../../../waits/turn-queue.ts';
import type { AdbConnection } from '../../transport/connection.ts';
import { maxReaderAnswerLength, maxReaderRows } from '../../transport/limits.ts';
import { linesOf } from '../../transport/lines.ts';
import { type PhoneProgram, pushProgram, startProgram } from '../../transport/phone-program.ts';
import { ProgramLog } from '../../transport/program-log.ts';

/** Starting Android's runtime takes half a second on a phone, several on a busy one. */
const startDeadlineMs = 5_000;
/** Beyond the time that an answer may wait for a quiet screen. Such programs need up to a second in a heavy app (mobilecli#286). */
const answerDeadlineMs = 3_000;

/** Marks the readers of this console in the phone's list of processes. */
const consoleMark = `handset-reader-${crypto.randomUUID()}`;

/** Loads the dex of the reader, packed by gzip. */
export type ReaderLoader = (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** The rows of a reading. */
interface ReadRows {
  readonly rows: readonly string[];
  /** Aborts when something has changed since, or the program has ended, but not when UiAutomation was released. */
  readonly changed: AbortSignal;
}

/** What a request waits for. */
interface PendingAnswer {
  readonly id: string;
  readonly rows: string[];
  length: number;
  resolve(rows: readonly string[]): void;
  reject(error: HandsetError): void;
}

/**
 * The element reader while it runs on the phone. Every method rejects with
 * `unsupported` and the reader's own words, with the detail `automation-taken` when another program has
 * Android's UiAutomation, and with `timeout`, `phone-lost`; it has ended then.
 */
export class ReaderProcess {
  readonly #connection: AdbConnection;
  readonly #program: PhoneProgram;
  readonly #log = new ProgramLog();
  readonly #turns = new TurnQueue();
  #lastId = 0;
  /** The requests without an answer, in their order, in which they are answered. */
  readonly #pending: PendingAnswer[] = [];
  /** Those of the readings after which nothing has changed, by their number. */
  readonly #unchanged = new Map<number, AbortController>();
  #ended = false;
  #apiLevel = 0;

  private constructor(connection: AdbConnection, program: PhoneProgram) {
    this.#connection = connection;
    this.#program = program;
    const [stdout, ...others] = program.outputs;
    for (const output of others) void this.#log.read(output).then(() => this.stop());
    if (stdout) void this.#readLines(stdout);
  }

  /** Loads the reader's dex, sends it to the phone and starts it. Rejects with `cancelled` too, and as `load` does. */
  static async start(
    connection: AdbConnection,
    load: ReaderLoader,
    signal: AbortSignal,
  ): Promise<ReaderProcess> {
    let reader: ReaderProcess | undefined;
    try {
      const limits = { ...limitsOf(connection, startDeadlineMs), signal };
      return await withLimits(limits, async (ended) => {
        const dex = await unpackDex(await load(ended));
        const path = await pathFor(dex);
        // A connection that is lost without a word leaves its reader on the phone, with UiAutomation.
        const endLast = `pkill -f '[h]${consoleMark.slice(1)}' 2>/dev/null`;
        const line = `${endLast}; CLASSPATH=${path} app_process / handset.ElementReader ${consoleMark}`;
        await pushProgram(connection.adb, path, dex, ended);
        ended.throwIfAborted();
        reader = new ReaderProcess(connection, await startProgram(connection.adb, line));
        // Nobody waits for it any more.
        if (ended.aborted) reader.stop();
        const [ready = ''] = await reader.#answer('');
        const [, protocol, apiLevel] = ready.split('\t');
        reader.#apiLevel = Number(apiLevel);
        if (protocol === String(readerProtocol)) return reader;
        throw readerError(`it speaks another protocol (${ready.slice(0, 40)})`);
      });
    } catch (error) {
      reader?.stop();
      throw error;
    }
  }

  /** The phone's API level. */
  get apiLevel(): number {
    return this.#apiLevel;
  }

  /** The rows of the screen once nothing has changed for `quietMs`, after `maxMs` at the latest. */
  async read(quietMs: number, maxMs: number): Promise<ReadRows> {
    // Others wait for it: the program would read early for the next request.
    return await this.#turns.runExclusive(this.#connection.lost, async () => {
      const id = ++this.#lastId;
      const changed = new AbortController();
      this.#unchanged.set(id, changed);
      // The program takes whole numbers only.
      const request = `read ${id} ${Math.ceil(quietMs)} ${Math.ceil(maxMs)}`;
      const deadlineMs = answerDeadlineMs + (quietMs > 0 ? maxMs : 0);
      const rows = await this.#ask(request, id, deadlineMs);
      return { rows, changed: changed.signal };
    });
  }

  /** Leaves Android's UiAutomation to other programs, until the next reading; one that waits now reads at once. */
  async release(): Promise<void> {
    const id = ++this.#lastId;
    await this.#ask(`release ${id}`, id, answerDeadlineMs);
    // Nobody will tell any more.
    for (const reading of this.#unchanged.keys()) if (reading < id) this.#unchanged.delete(reading);
  }

  /** Whether the program has ended, as some phones' programs do when they are to let go. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Ends the program; requests without an answer are rejected with this reason. */
  stop(reason = this.#log.endReason || 'it ended'): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#program.kill().catch(() => undefined);
    for (const { reject } of this.#pending.splice(0)) reject(readerError(reason));
    this.#markChanged(this.#lastId);
  }

  async #ask(request: string, id: number, deadlineMs: number): Promise<readonly string[]> {
    if (this.#ended) throw readerError(this.#log.endReason || 'it ended');
    try {
      return await withLimits(limitsOf(this.#connection, deadlineMs), async () => {
        // Together: when the write fails, stop() rejects the answer, which must not go unhandled.
        const [rows] = await Promise.all([
          this.#answer(String(id)),
          this.#program.write(new TextEncoder().encode(`${request}\n`)),
        ]);
        return rows;
      });
    } catch (error) {
      // Also where another program has UiAutomation: each attempt to connect leaves a thread in Android's class.
      this.stop();
      throw error;
    }
  }

  /** Tells that something has changed since the readings up to this one. */
  #markChanged(lastId: number): void {
    for (const [id, changed] of this.#unchanged) {
      if (id > lastId) continue;
      this.#unchanged.delete(id);
      changed.abort();
    }
  }

  /** The rows up to the end of the answer with this id. */
  #answer(id: string): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ id, rows: [], length: 0, resolve, reject });
    });
  }

  async #readLines(stdout: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const line of linesOf(stdout, maxReaderAnswerLength)) this.#takeLine(line);
    } catch (error) {
      // Others: the phone is lost, which the connection reports, or the reader was stopped.
      if (error instanceof HandsetError) this.stop(reasonIn(error.message));
    }
    this.stop();
  }

  #takeLine(line: string): void {
    const [kind = '', id = '', code = '', message = ''] = line.split('\t', 4);
    const pending = this.#pending[0];
    switch (kind) {
      case 'ready':
      case 'screen':
      case 'window':
      case 'node':
        if (!pending) return;
        pending.rows.push(line);
        pending.length += line.length;
        if (pending.rows.length > maxReaderRows)
          this.stop(`it sent more than ${maxReaderRows} rows`);
        else if (pending.length > maxReaderAnswerLength)
          this.stop(`it sent more than ${maxReaderAnswerLength} characters`);
        else if (kind === 'ready') this.#pending.shift()?.resolve(pending.rows);
        return;
      case 'changed':
        this.#markChanged(Number(id));
        return;
      case 'end':
        if (pending?.id === id) this.#pending.shift()?.resolve(pending.rows);
        return;
      case 'error':
        if (pending?.id === id) this.#pending.shift()?.reject(readerError(reasonIn(message), code));
        return;
      default:
        // Before Android 7 its stderr arrives here too.
        this.#log.addLine(line);
    }
  }
}

/** The dex in these bytes, also where a host has unpacked them already. */
async function unpackDex(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const gzipSignature = [0x1f, 0x8b];
  if (gzipSignature.some((byte, i) => bytes[i] !== byte)) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** The path for this dex on the phone: its own, so that no version of Handset overwrites another's. */
async function pathFor(dex: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', dex));
  const name = [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `/data/local/tmp/handset-element-reader-${name.join('')}.dex`;
}

/** Work lasts while the phone is there, and for so long at most. */
function limitsOf({ lost }: AdbConnection, deadlineMs: number): Parameters<typeof withLimits>[0] {
  return { signal: lost, lost, deadlineMs, purpose: 'reading the elements of the screen' };
}

function readerError(reason: string, code = ''): HandsetError {
  return new HandsetError('unsupported', `The element reader on the phone failed: ${reason}.`, {
    ...(code === 'taken' && { detail: 'automation-taken' }),
  });
}
