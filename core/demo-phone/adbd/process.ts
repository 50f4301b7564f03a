/** The shell protocol: u8 id, u32le length, data (AOSP packages/modules/adb, shell_protocol.h). */
import { ByteReader, decodeUtf8, EndOfStream, Pipe, pipeCapacity } from '../bytes.ts';
import type { Socket } from './wire/socket.ts';
import type { Device, ProcessIo } from '../device.ts';
import { Terminal } from '../terminal.ts';
import type { OutputMeter, Service, ServiceContext } from './service.ts';

/** ShellProtocol::Id. */
const frameId = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
  windowSizeChange: 5,
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
  /** Called with each size of the host's window, as the host writes it. */
  onResize: (size: string) => void;
}

/** Separate streams and an exit code: `shell,v2`. */
function framedChannel(socket: Socket): ProcessChannel {
  const write = (id: number, bytes: Uint8Array) => socket.write(encodeFrame(id, bytes));
  const channel: ProcessChannel = {
    stdin: new Pipe(pipeCapacity),
    stdout: (bytes) => write(frameId.stdout, bytes),
    stderr: (bytes) => write(frameId.stderr, bytes),
    exit: (code) => write(frameId.exit, Uint8Array.of(code)),
    onResize: () => undefined,
  };
  void readFrames(socket, channel);
  return channel;
}

/** stdout and stderr merged, no exit code: `exec:` and the old `shell:`. */
function mergedChannel(socket: Socket): ProcessChannel {
  const write = (bytes: Uint8Array) => socket.write(bytes.slice());
  const exit = () => Promise.resolve();
  return { stdin: socket.incoming, stdout: write, stderr: write, exit, onResize: () => undefined };
}

async function readFrames(socket: Socket, channel: ProcessChannel): Promise<void> {
  const { stdin } = channel;
  const reader = new ByteReader(socket.incoming);
  try {
    for (;;) {
      const head = await reader.readView(headerLength);
      const data = await reader.readBytes(head.getUint32(1, true));
      const id = head.getUint8(0);
      if (id === frameId.stdin) await stdin.push(data);
      else if (id === frameId.closeStdin) stdin.end();
      else if (id === frameId.windowSizeChange) channel.onResize(decodeUtf8(data));
    }
  } catch (error) {
    if (!(error instanceof EndOfStream)) throw error;
  }
  stdin.destroy();
}

interface ProcessRequest {
  /** For `sh -c`; empty: an interactive shell. */
  readonly commandLine: string;
  /** Whether the shell protocol is used: separate streams and an exit code. */
  readonly framed: boolean;
  readonly terminal: boolean;
}

/** A service that runs one command line, or a shell, with its streams on the socket. */
export function processService(request: ProcessRequest): Service {
  return async (context) => {
    const { device, socket } = context;
    const channel = request.framed ? framedChannel(socket) : mergedChannel(socket);
    const meter = context.cablePull.createMeter(request.commandLine);
    const io = processIo(channel, meter, context);
    const code = request.terminal
      ? await runInTerminal(request, device, { channel, io })
      : await run(request, device, io);
    if (meter.onEnd()) context.endLink();
    else if (!socket.signal.aborted) await channel.exit(code);
  };
}

function run({ commandLine }: ProcessRequest, device: Device, io: ProcessIo): Promise<number> {
  return commandLine.trim() === '' ? device.runShell(io) : device.runCommandLine(commandLine, io);
}

/** 128 + SIGINT: the exit code of a command that Ctrl+C ended. */
const interruptedCode = 130;

/** Runs the command or the shell in a terminal of its own, to which the host's bytes are keys. */
async function runInTerminal(
  request: ProcessRequest,
  device: Device,
  { channel, io }: { readonly channel: ProcessChannel; readonly io: ProcessIo },
): Promise<number> {
  const terminal = new Terminal(io.stdout);
  channel.onResize = (size) => terminal.resize(size);
  void (async () => {
    for await (const keys of channel.stdin) terminal.receive(keys);
    terminal.close();
  })();
  const interrupt = new AbortController();
  terminal.onInterrupt = () => interrupt.abort();
  const signal = AbortSignal.any([io.signal, interrupt.signal]);
  const write = (bytes: Uint8Array) => terminal.write(bytes);
  const stdin = terminal.input(signal);
  const code = await run(request, device, {
    stdin,
    stdout: write,
    stderr: write,
    signal,
    terminal,
  });
  return interrupt.signal.aborted ? interruptedCode : code;
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
