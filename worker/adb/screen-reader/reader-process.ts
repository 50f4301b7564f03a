import type { ReadableStream } from '@yume-chan/stream-extra';
import { readerProtocol } from '#core/commands/screen-reader.ts';
import { HandsetError } from '#core/errors.ts';
import { withLimits } from '../../waits/deadline.ts';
import { TurnQueue } from '../../waits/turn-queue.ts';
import type { AdbConnection } from '../connection.ts';
import { type PhoneProgram, pushProgram, startProgram } from '../phone-program.ts';
import { ServerLog } from '../scrcpy-server.ts';

/** Loading the runtime takes half a second on a phone, several on a busy one. */
const startDeadlineMs = 10_000;
/** Beyond the time that an answer may wait for a quiet screen. */
const answerDeadlineMs = 5_000;
/** As many characters as the largest dump that is accepted. */
const maxAnswerLength = 4 * 1024 * 1024;

/** What a request waits for. */
interface PendingAnswer {
  readonly id: string;
  readonly rows: string[];
  length: number;
  resolve(rows: readonly string[]): void;
  reject(error: HandsetError): void;
}

/**
 * The screen reader while it runs on the phone. Every method rejects with
 * `unsupported` and the reader's own words, with the detail `automation-taken` when another program has
 * Android's UiAutomation, and with `timeout`, `phone-lost`; it has ended then.
 */
export class ReaderProcess {
  readonly #connection: AdbConnection;
  readonly #program: PhoneProgram;
  readonly #log = new ServerLog();
  readonly #turns = new TurnQueue();
  #lastId = 0;
  #pending: PendingAnswer | null = null;
  #ended = false;

  private constructor(connection: AdbConnection, program: PhoneProgram) {
    this.#connection = connection;
    this.#program = program;
    const [stdout, ...others] = program.outputs;
    for (const output of others) void this.#log.read(output);
    if (stdout) void this.#readLines(stdout);
  }

  /** Sends the reader's dex to the phone and starts it. Rejects with `cancelled` too. */
  static async start(
    connection: AdbConnection,
    dex: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<ReaderProcess> {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', dex));
    const name = [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
    const path = `/data/local/tmp/handset-screen-reader-${name.join('')}.dex`;
    const line = `CLASSPATH=${path} app_process / handset.ScreenReader`;
    let reader: ReaderProcess | undefined;
    try {
      const limits = { ...limitsOf(connection, startDeadlineMs), signal };
      return await withLimits(limits, async (ended) => {
        await pushProgram(connection.adb, path, dex);
        ended.throwIfAborted();
        reader = new ReaderProcess(connection, await startProgram(connection.adb, line));
        // Nobody waits for it any more.
        if (ended.aborted) reader.stop();
        const [ready = ''] = await reader.#answer('');
        if (ready.split('\t')[1] === String(readerProtocol)) return reader;
        throw readerError(`it speaks another protocol (${ready.slice(0, 40)})`);
      });
    } catch (error) {
      reader?.stop();
      throw error;
    }
  }

  /** Whether it can take no more requests. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The rows of the screen once nothing has changed for `quietMs`, after `maxMs` at the latest. */
  async read(quietMs: number, maxMs: number): Promise<readonly string[]> {
    const id = ++this.#lastId;
    return await this.#ask(`read ${id} ${quietMs} ${maxMs}`, id, answerDeadlineMs + maxMs);
  }

  /** Leaves Android's UiAutomation to other programs, until the next reading. */
  async release(): Promise<void> {
    const id = ++this.#lastId;
    await this.#ask(`release ${id}`, id, answerDeadlineMs);
  }

  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#program.kill().catch(() => undefined);
    this.#pending?.reject(readerError(this.#log.endReason || 'it ended'));
  }

  /** Requests that come while one runs wait for it. */
  async #ask(request: string, id: number, deadlineMs: number): Promise<readonly string[]> {
    return await this.#turns.runExclusive(this.#connection.lost, async () => {
      if (this.#ended) throw readerError(this.#log.endReason || 'it ended');
      try {
        return await withLimits(limitsOf(this.#connection, deadlineMs), async () => {
          const answer = this.#answer(String(id));
          await this.#program.write(new TextEncoder().encode(`${request}\n`));
          return await answer;
        });
      } catch (error) {
        // Also where another program has UiAutomation: each attempt to connect leaves a thread in Android's class.
        this.stop();
        throw error;
      }
    });
  }

  /** The rows up to the end of the answer with this id. */
  #answer(id: string): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      this.#pending = { id, rows: [], length: 0, resolve, reject };
    });
  }

  async #readLines(stdout: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of stdout) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#takeLine(line);
        if (rest.length > maxAnswerLength) break;
      }
    } catch {
      // The phone is lost, which the connection reports, or the reader was stopped.
    }
    this.stop();
  }

  #takeLine(line: string): void {
    const [kind = '', id = '', code = '', message = ''] = line.split('\t', 4);
    const pending = this.#pending;
    switch (kind) {
      case 'ready':
      case 'screen':
      case 'window':
      case 'node':
        if (!pending) return;
        pending.rows.push(line);
        pending.length += line.length;
        if (pending.length > maxAnswerLength) this.stop();
        else if (kind === 'ready') pending.resolve(pending.rows);
        return;
      case 'end':
        if (pending?.id === id) pending.resolve(pending.rows);
        return;
      case 'error':
        if (pending?.id === id) pending.reject(readerError(message, code));
        return;
      default:
        // Before Android 7 its stderr arrives here too.
        this.#log.addLine(line);
    }
  }
}

/** Work lasts while the phone is there, and for so long at most. */
function limitsOf({ lost }: AdbConnection, deadlineMs: number): Parameters<typeof withLimits>[0] {
  return { signal: lost, lost, deadlineMs, purpose: 'reading the elements of the screen' };
}

function readerError(reason: string, code = ''): HandsetError {
  return new HandsetError('unsupported', `The screen reader on the phone failed: ${reason}.`, {
    ...(code === 'taken' && { detail: 'automation-taken' }),
  });
}
