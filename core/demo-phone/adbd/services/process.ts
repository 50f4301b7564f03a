import type { ProcessIo } from '../../device.ts';
import { pipeCapacity } from '../../pipe.ts';
import { type ProcessChannel, framedChannel, mergedChannel } from './channel.ts';
import { runInteractiveShell } from './interactive-shell.ts';
import type { OutputMeter } from './cable-pull.ts';
import type { Service, ServiceContext } from './service.ts';
import { createTerminal, type Terminal } from './terminal.ts';

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
      for (let start = 0; start < bytes.length; start += pipeCapacity) {
        const piece = bytes.subarray(start, start + pipeCapacity);
        await channel.stdout(piece);
        if (meter.onBytesSent(piece.length)) context.endLink();
      }
    },
  };
}
