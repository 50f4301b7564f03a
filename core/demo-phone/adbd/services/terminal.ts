import { Pipe, pipeCapacity } from '../../pipe.ts';
import type { ProcessChannel } from './channel.ts';

/** The control characters that the line discipline handles. */
const controlCharacter = {
  interrupt: 0x03,
  end: 0x04,
  backspace: 0x08,
  lineFeed: 0x0a,
  return: 0x0d,
  delete: 0x7f,
};

const encoder = new TextEncoder();

/** A pseudo-terminal: collects the host's keys into lines and echoes them; output lines end with CR LF. */
export interface Terminal {
  readonly channel: ProcessChannel;
  /** Called at Ctrl-C. */
  onInterrupt: () => void;
}

/** Creates a terminal between host and program, in cooked mode with echo. */
export function createTerminal(host: ProcessChannel): Terminal {
  const lines = new Pipe(pipeCapacity);
  const writeOutput = (bytes: Uint8Array) => host.stdout(withCarriageReturns(bytes));
  const terminal: Terminal = {
    channel: {
      stdin: lines,
      stdout: writeOutput,
      stderr: writeOutput,
      exit: (code) => host.exit(code),
    },
    onInterrupt: () => undefined,
  };
  void runLineDiscipline(host, lines, terminal);
  return terminal;
}

async function runLineDiscipline(
  host: ProcessChannel,
  lines: Pipe,
  terminal: Terminal,
): Promise<void> {
  const echo = (text: string) => host.stdout(encoder.encode(text)).catch(() => undefined);
  let line: number[] = [];
  for await (const chunk of host.stdin) {
    for (const byte of chunk) {
      if (byte === controlCharacter.return || byte === controlCharacter.lineFeed) {
        await echo('\r\n');
        await lines.push(Uint8Array.of(...line, controlCharacter.lineFeed));
        line = [];
      } else if (byte === controlCharacter.interrupt) {
        await echo('^C\r\n');
        line = [];
        terminal.onInterrupt();
      } else if (byte === controlCharacter.backspace || byte === controlCharacter.delete) {
        if (line.pop() !== undefined) await echo('\b \b');
      } else if (byte === controlCharacter.end) {
        if (line.length === 0) lines.end();
      } else {
        line.push(byte);
        await host.stdout(Uint8Array.of(byte)).catch(() => undefined);
      }
    }
  }
  lines.end();
}

/** LF becomes CR LF, as a terminal does with ONLCR set. */
function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte === controlCharacter.lineFeed) out.push(controlCharacter.return);
    out.push(byte);
  }
  return Uint8Array.from(out);
}
