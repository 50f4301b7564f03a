import { Pipe } from '../wire/pipe.ts';
import type { Socket } from '../wire/socket.ts';
import { createFrameDecoder, encodeFrame, frameId } from './shell-frames.ts';

/** A program's three streams and its end, as one socket carries them. */
export interface Channel {
  readonly stdin: Pipe;
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  exit(code: number): Promise<void>;
}

/** Linux's pipe capacity, bytes: what adbd reads from a program, and holds for it, at a time. */
export const pipeCapacity = 64 * 1024;

/** Streams apart and an exit code: `shell,v2`. */
export function framedChannel(socket: Socket): Channel {
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
export function mergedChannel(socket: Socket): Channel {
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
