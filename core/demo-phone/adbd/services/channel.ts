import { concat } from '../../bytes.ts';
import { Pipe, pipeCapacity } from '../../pipe.ts';
import type { Socket } from '../wire/socket.ts';

/** The shell protocol: u8 id, u32le length, data (AOSP packages/modules/adb, shell_protocol.h). */

/** ShellProtocol::Id. */
const frameId = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
  windowSize: 5,
} as const;

interface ShellFrame {
  readonly id: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const headerLength = 5;

function encodeFrame(id: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerLength + data.length);
  bytes[0] = id;
  new DataView(bytes.buffer).setUint32(1, data.length, true);
  bytes.set(data, headerLength);
  return bytes;
}

/** Splits a byte stream into frames; call the returned function with the chunks in order. */
function createFrameDecoder(): (chunk: Uint8Array<ArrayBuffer>) => ShellFrame[] {
  let rest = new Uint8Array(0);
  return (chunk) => {
    let bytes = concat([rest, chunk]);
    const frames: ShellFrame[] = [];
    for (let frame = firstFrame(bytes); frame !== undefined; frame = firstFrame(bytes)) {
      frames.push(frame);
      bytes = bytes.subarray(headerLength + frame.data.length);
    }
    rest = bytes;
    return frames;
  };
}

function firstFrame(bytes: Uint8Array<ArrayBuffer>): ShellFrame | undefined {
  if (bytes.length < headerLength) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  if (bytes.length < headerLength + length) return undefined;
  return { id: bytes[0] ?? 0, data: bytes.slice(headerLength, headerLength + length) };
}

/** A program's three streams and exit code on one socket. */
export interface ProcessChannel {
  readonly stdin: Pipe;
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  exit(code: number): Promise<void>;
}

/** Separate streams and an exit code: `shell,v2`. */
export function framedChannel(socket: Socket): ProcessChannel {
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
export function mergedChannel(socket: Socket): ProcessChannel {
  const write = (bytes: Uint8Array) => socket.write(bytes.slice());
  return { stdin: socket.incoming, stdout: write, stderr: write, exit: () => Promise.resolve() };
}

async function feedStdin(socket: Socket, stdin: Pipe): Promise<void> {
  const decode = createFrameDecoder();
  for await (const chunk of socket.incoming) {
    for (const frame of decode(chunk)) {
      if (frame.id === frameId.stdin) await stdin.push(frame.data);
      else if (frame.id === frameId.closeStdin) stdin.end();
    }
  }
  stdin.destroy();
}
