import type { Adb } from '@yume-chan/adb';
import { HandsetError } from '#core/errors.ts';
import { maxUnprocessedBytes, type ShellInput, type ShellOutput } from '#core/link/shell.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { abortable, pause } from '../waits/deadline.ts';

/** The terminal that the page shows, as terminfo names it. */
const terminalType = 'xterm-256color';

/** The worker's end of the port to the page's terminal, and the size that this has at first. */
interface ShellTerminal {
  readonly port: MessagePort;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Runs the phone's shell in a pseudo-terminal whose other end is the port, which is closed at the end. Resolves
 * with the exit code, null where the phone tells none; then all output has been sent. Rejects with
 * `phone-lost`, or with `cancelled` when the signal aborts; the shell on the phone ends then.
 */
export async function openShell(
  { adb, lost, whenLossIsKnown }: AdbConnection,
  { port, columns, rows }: ShellTerminal,
  signal: AbortSignal,
): Promise<number | null> {
  const ended = AbortSignal.any([signal, lost]);
  const output = new UnprocessedOutput(port);
  let kill = (): unknown => undefined;
  try {
    const shell = await abortable(startShell(adb), ended);
    kill = () => shell.kill();
    const keys = shell.input.getWriter();
    port.onmessage = ({ data }: MessageEvent<ShellInput>): void => {
      if (data.kind === 'processed') output.onProcessed(data.bytes);
      // Both fail only once the shell has ended, which its output tells.
      else if (data.kind === 'keys') keys.write(data.bytes).catch(() => undefined);
      else void shell.resize(data.rows, data.columns).catch(() => undefined);
    };
    await shell.resize(rows, columns);
    port.postMessage({ kind: 'open', isLegacy: shell.isLegacy } satisfies ShellOutput);
    const reader = shell.output.getReader();
    for (;;) {
      const { done, value } = await abortable(reader.read(), ended);
      if (done) break;
      await abortable(output.send(value), ended);
    }
    // The shell of a phone that is lost ends too.
    await whenLossIsKnown();
    ended.throwIfAborted();
    return await abortable(shell.exitCode, ended);
  } catch (error) {
    // When a phone is unplugged, the running transfer fails before the disconnect event comes.
    if (!ended.aborted) await pause(unplugEventDelayMs, ended);
    if (lost.aborted) throw lost.reason;
    if (signal.aborted) throw new HandsetError('cancelled', 'The shell was closed.');
    throw error;
  } finally {
    kill();
    port.close();
  }
}

/** The browser reports a disconnect up to this long after the transfer that failed because of it. */
const unplugEventDelayMs = 500;

/** A shell on the phone, by whichever protocol. */
interface PhoneShell {
  readonly input: Awaited<ReturnType<Adb['subprocess']['noneProtocol']['pty']>>['input'];
  readonly output: Awaited<ReturnType<Adb['subprocess']['noneProtocol']['pty']>>['output'];
  readonly isLegacy: boolean;
  readonly exitCode: Promise<number | null>;
  resize(rows: number, columns: number): Promise<void>;
  kill(): unknown;
}

async function startShell({ subprocess }: Adb): Promise<PhoneShell> {
  const { shellProtocol, noneProtocol } = subprocess;
  if (shellProtocol) {
    const process = await shellProtocol.pty({ terminalType });
    const { input, output } = process;
    // The socket may end without an exit code.
    const exitCode = process.exited.catch(() => null);
    const resize = (rows: number, columns: number) => process.resize(rows, columns);
    return { input, output, exitCode, resize, isLegacy: false, kill: () => process.kill() };
  }
  const process = await noneProtocol.pty();
  const { input, output } = process;
  return {
    input,
    output,
    exitCode: Promise.resolve(null),
    resize: () => Promise.resolve(),
    isLegacy: true,
    kill: () => process.kill(),
  };
}

/** Sends output to the page, and waits while the terminal has too much of it before it. */
class UnprocessedOutput {
  readonly #port: MessagePort;
  #bytes = 0;
  #wake: () => void = () => undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  onProcessed(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes <= maxUnprocessedBytes) this.#wake();
  }

  /** Resolves when more may follow. */
  async send(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length;
    // A part of a larger buffer would be copied with the whole of it.
    const copy = bytes.slice();
    this.#port.postMessage({ kind: 'output', bytes: copy } satisfies ShellOutput, [copy.buffer]);
    if (this.#bytes > maxUnprocessedBytes)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}
