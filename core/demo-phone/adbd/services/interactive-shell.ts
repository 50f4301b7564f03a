import type { Device, ProcessIo } from '../../device.ts';
import { Pipe } from '../../pipe.ts';

interface InteractiveOptions {
  /** Whether to print the prompt, which `sh` omits when it reads from a pipe. */
  readonly prompt: boolean;
  /** Sets the handler of Ctrl-C. */
  onInterrupt(interrupt: () => void): void;
}

/** 128 + SIGINT: the exit code of a program that Ctrl-C ended. */
const interruptedCode = 130;

/**
 * `sh` without a command: reads lines from stdin and runs each; handles `exit [code]` itself.
 * Resolves with the last command's exit code.
 */
export async function runInteractiveShell(
  device: Device,
  io: ProcessIo,
  options: InteractiveOptions,
): Promise<number> {
  const prompt = async (): Promise<void> => {
    if (options.prompt) await io.stdout(new TextEncoder().encode(promptOf(device)));
  };
  options.onInterrupt(() => void prompt().catch(() => undefined));
  let code = 0;
  await prompt();
  for await (const line of linesOf(io.stdin)) {
    const args = line.trim().split(/\s+/);
    if (args[0] === 'exit') return Number(args[1] ?? code) & 0xff;
    if (line.trim() !== '') code = await runLine(device, line, { io, options });
    options.onInterrupt(() => void prompt().catch(() => undefined));
    await prompt();
  }
  return code;
}

async function runLine(
  device: Device,
  line: string,
  { io, options }: { io: ProcessIo; options: InteractiveOptions },
): Promise<number> {
  const interrupt = new AbortController();
  options.onInterrupt(() => interrupt.abort());
  const stdin = new Pipe(0);
  stdin.end();
  const signal = AbortSignal.any([io.signal, interrupt.signal]);
  const code = await device.runCommandLine(line, {
    stdin,
    stdout: io.stdout,
    stderr: io.stderr,
    signal,
  });
  return interrupt.signal.aborted ? interruptedCode : code;
}

/** mksh's prompt on Android: `device:/ $ `. */
function promptOf(device: Device): string {
  return `${device.identity.device}:/ $ `;
}

async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
