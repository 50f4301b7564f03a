import type { ReadableStream } from '@yume-chan/stream-extra';
import { sh, type ShellText } from '#core/commands/shell-text.ts';
import { HandsetError } from '#core/errors.ts';
import type { BoundedText, ShellResult } from '#core/phone/phone.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import { runOrNull, serviceFailed } from './run-command.ts';

const purpose = 'running a shell command';
/** Bytes of each output that are kept of its beginning, and of its end. */
const keptBytes = 4_000;
/** How long a kill may take. */
const killDeadlineMs = 5_000;

/**
 * Runs a line in the phone's shell until it ends or its time is up, and keeps the beginning and end of its
 * outputs. Rejects with `phone-lost`, `protocol` and `cancelled`. Where it does not end by itself, its processes are killed.
 */
export async function runShellLine(
  connection: AdbConnection,
  { line, timeoutMs }: { readonly line: ShellText; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<ShellResult> {
  const { shellProtocol, noneProtocol } = connection.adb.subprocess;
  // The shell is the leader of its process group, so that its number is that of all its processes.
  const { text } = sh`echo $$; ${line}`;
  const stdout = new BoundedOutput('process id');
  const stderr = new BoundedOutput();
  const result = (exitCode: number | null, timedOut: boolean): ShellResult => {
    return { exitCode, stdout: stdout.text, stderr: stderr.text, timedOut };
  };
  const closing = new AbortController();
  const neverBegins = signal.aborted;
  const limits = { signal, lost: connection.lost, deadlineMs: timeoutMs, purpose };
  try {
    return await withLimits(limits, async () => {
      if (!shellProtocol) {
        const process = await noneProtocol.spawn(text, closing.signal);
        // Rejects when it is closed, with nothing new.
        process.exited.catch(() => undefined);
        await stdout.readAll(process.output);
        return result(null, false);
      }
      const process = await shellProtocol.spawn(text, closing.signal);
      const outputs = [stdout.readAll(process.stdout), stderr.readAll(process.stderr)];
      const [exitCode] = await Promise.all([process.exited, ...outputs]);
      return result(exitCode, false);
    });
  } catch (error) {
    if (!(error instanceof HandsetError)) throw serviceFailed(purpose, error);
    if (neverBegins || error.code === 'phone-lost') throw error;
    // A line that has only begun says its number soon; to close its socket first would leave it running.
    const late = pause(killDeadlineMs, connection.lost).then(() => null);
    await kill(connection, await Promise.race([stdout.processId, late]).catch(() => null));
    if (error.code !== 'timeout') throw error;
    return result(null, true);
  } finally {
    closing.abort();
  }
}

/** Kills the processes of a group; the shell's end does not end the programs that it started. */
async function kill(connection: AdbConnection, group: number | null): Promise<void> {
  if (group === null) return;
  const line = sh`kill -9 ${-group}`;
  const command = { purpose, line, deadlineMs: killDeadlineMs, parse: () => true };
  await runOrNull(connection, command, new AbortController().signal);
}

/** The beginning and end of an output. */
class BoundedOutput {
  /** What the first line of stdout says; null for an output that ends before it. */
  readonly processId: Promise<number | null>;
  #resolveProcessId: (processId: number | null) => void = () => undefined;
  /** The beginning of the first line; null once that is over. */
  #firstLine: Uint8Array<ArrayBuffer> | null;
  #head = new Uint8Array(0);
  #tail = new Uint8Array(0);
  #bytes = 0;

  /** `firstLine` says whether our own line comes before the output. */
  constructor(firstLine?: 'process id') {
    this.#firstLine = firstLine === undefined ? null : new Uint8Array(0);
    this.processId = new Promise((resolve) => (this.#resolveProcessId = resolve));
  }

  async readAll(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of stream) this.#add(this.#withoutFirstLine(chunk));
    this.#resolveProcessId(null);
  }

  get text(): BoundedText {
    const missingBytes = this.#bytes - this.#head.length - this.#tail.length;
    const head = decode(missingBytes > 0 ? this.#head : join(this.#head, this.#tail));
    return { head, tail: missingBytes > 0 ? decode(this.#tail) : '', missingBytes };
  }

  #withoutFirstLine(chunk: Uint8Array): Uint8Array {
    if (this.#firstLine === null) return chunk;
    const start = join(this.#firstLine, chunk);
    const end = start.indexOf(0x0a);
    this.#firstLine = end < 0 ? start : null;
    if (end < 0) return new Uint8Array(0);
    this.#resolveProcessId(Number(decode(start.subarray(0, end))));
    return start.subarray(end + 1);
  }

  #add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    const room = keptBytes - this.#head.length;
    this.#head = join(this.#head, chunk.subarray(0, room));
    this.#tail = join(this.#tail, chunk.subarray(room)).slice(-keptBytes);
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
