/** The shell protocol: u8 id, u32le length, data (AOSP packages/modules/adb, shell_protocol.h). */
import { ByteReader, EndOfStream, Pipe, pipeCapacity } from '../bytes.ts';
import type { Socket } from './wire/socket.ts';
import type { Device, ProcessIo } from '../device.ts';
import type { OutputMeter, Service, ServiceContext } from './service.ts';

/** ShellProtocol::Id. */
const frameId = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
} as const;

const headerLength = 5;

function encodeFrame(id: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerLength + data.length);
  bytes[0] = id;
  new DataView(bytes.buffer).setUint32(1, data.length, true);
  bytes.set(data, headerLength);
  return bytes;
}

/** A program's three streams and exit code on one socket. */
interface ProcessChannel {
  readonly stdin: Pipe;
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  exit(code: number): Promise<void>;
}

/** Separate streams and an exit code: `shell,v2`. */
function framedChannel(socket: Socket): ProcessChannel {
  const stdin = new Pipe(pipeCapacity);
  void feedStdin(socket, stdin);
  const write = (id: number, bytes: Uint8Array) => socket.write(encodeFrame(id, bytes));
  return {
    stdin,
    stdout: (bytes) => write(frameId.stdout, bytes),
    stderr: (bytes) => write(frameId.stderr, bytes),
    exit: (code) => write(frameId.exit, Uint8Array.of(code)),
  };
}

/** stdout and stderr merged, no exit code: `exec:` and the old `shell:`. */
function mergedChannel(socket: Socket): ProcessChannel {
  const write = (bytes: Uint8Array) => socket.write(bytes.slice());
  return { stdin: socket.incoming, stdout: write, stderr: write, exit: () => Promise.resolve() };
}

async function feedStdin(socket: Socket, stdin: Pipe): Promise<void> {
  const reader = new ByteReader(socket.incoming);
  try {
    for (;;) {
      const head = await reader.readView(headerLength);
      const data = await reader.readBytes(head.getUint32(1, true));
      const id = head.getUint8(0);
      if (id === frameId.stdin) await stdin.push(data);
      else if (id === frameId.closeStdin) stdin.end();
    }
  } catch (error) {
    if (!(error instanceof EndOfStream)) throw error;
  }
  stdin.destroy();
}

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
async function runInteractiveShell(
  device: Device,
  io: ProcessIo,
  options: InteractiveOptions,
): Promise<number> {
  const prompt = async (): Promise<void> => {
    if (options.prompt) await io.stdout(new TextEncoder().encode(promptOf(device)));
  };
  options.onInterrupt(() => void prompt().catch(() => undefined));
  const runInShell = device.openShell();
  let code = 0;
  await prompt();
  for await (const line of linesOf(io.stdin)) {
    const args = line.trim().split(/\s+/);
    if (args[0] === 'exit') return Number(args[1] ?? code) & 0xff;
    if (line.trim() !== '') code = await runLine(runInShell, line, { io, options });
    options.onInterrupt(() => void prompt().catch(() => undefined));
    await prompt();
  }
  return code;
}

async function runLine(
  runInShell: ReturnType<Device['openShell']>,
  line: string,
  { io, options }: { io: ProcessIo; options: InteractiveOptions },
): Promise<number> {
  const interrupt = new AbortController();
  options.onInterrupt(() => interrupt.abort());
  const stdin = new Pipe(0);
  stdin.end();
  const signal = AbortSignal.any([io.signal, interrupt.signal]);
  const code = await runInShell(line, {
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
interface Terminal {
  readonly channel: ProcessChannel;
  /** Called at Ctrl-C. */
  onInterrupt: () => void;
}

/** Creates a terminal between host and program, in cooked mode with echo. */
function createTerminal(host: ProcessChannel): Terminal {
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

interface ProcessRequest {
  /** For `sh -c`; empty: an interactive shell. */
  readonly commandLine: string;
  /** Whether the shell protocol is used: separate streams and an exit code. */
  readonly framed: boolean;
  readonly terminal: boolean;
}

/** A service that runs one command line with its streams on the socket. */
export function processService(request: ProcessRequest): Service {
  return async (context) => {
    const host = request.framed ? framedChannel(context.socket) : mergedChannel(context.socket);
    const terminal = request.terminal ? createTerminal(host) : undefined;
    const channel = terminal?.channel ?? host;
    const meter = context.cablePull.createMeter(request.commandLine);
    const io = processIo(channel, meter, context);
    const code = await start(request, { context, io, terminal });
    if (meter.onEnd()) context.endLink();
    else if (!context.socket.signal.aborted) await channel.exit(code);
  };
}

interface ProcessStartOptions {
  readonly context: ServiceContext;
  readonly io: ProcessIo;
  readonly terminal: Terminal | undefined;
}

async function start(
  request: ProcessRequest,
  { context, io, terminal }: ProcessStartOptions,
): Promise<number> {
  const { device } = context;
  const onInterrupt = (interrupt: () => void): void => {
    if (terminal !== undefined) terminal.onInterrupt = interrupt;
  };
  if (request.commandLine.trim() === '') {
    return runInteractiveShell(device, io, { prompt: request.terminal, onInterrupt });
  }
  const interrupt = new AbortController();
  onInterrupt(() => interrupt.abort());
  const signal = AbortSignal.any([io.signal, interrupt.signal]);
  return device.runCommandLine(request.commandLine, { ...io, signal });
}

function processIo(
  channel: ProcessChannel,
  meter: OutputMeter,
  context: ServiceContext,
): ProcessIo {
  return {
    stdin: channel.stdin,
    stderr: (bytes) => channel.stderr(bytes),
    signal: context.socket.signal,
    stdout: async (bytes) => {
      for (let from = 0; from < bytes.length; from += pipeCapacity) {
        const piece = bytes.subarray(from, from + pipeCapacity);
        await channel.stdout(piece);
        if (meter.onBytesSent(piece.length)) context.endLink();
      }
    },
  };
}
