import type { Socket } from 'node:net';
import type { RelayStream } from '#core/relay/streams.ts';
import { ADB_LIMITS } from '../limits.ts';

/** The next bytes of the socket, exactly as many; what follows stays unread. */
export async function readExactly(socket: Socket, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  let wake = (): void => undefined;
  // Added once: Node calls each new listener at once if there are bytes, and so again and again if they are too few.
  const onChange = (): void => wake();
  const events = ['readable', 'end', 'close'] as const;
  for (const name of events) socket.on(name, onChange);
  try {
    for (;;) {
      // Node returns null until all are there, and less at the end.
      const bytes = socket.read(length) as Buffer | null;
      if (bytes?.length === length) return bytes;
      if (bytes !== null || socket.destroyed || socket.readableEnded)
        throw new Error('The other side closed the connection.');
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    for (const name of events) socket.off(name, onChange);
  }
}

/** Passes bytes both ways until either side ends. Rejects when the other side breaks off. */
export async function pipe(socket: Socket, stream: RelayStream): Promise<void> {
  // A console that cancels its stream makes reading it reject.
  void sendToSocket(socket, stream).catch(() => socket.destroy());
  // One that takes nothing more must not keep what an ended stream has sent.
  const hangUp = (): void => {
    const timer = setTimeout(() => socket.destroy(), ADB_LIMITS.closeMs);
    socket.once('close', () => clearTimeout(timer));
  };
  stream.ended.addEventListener('abort', hangUp, { once: true });
  if (stream.ended.aborted) hangUp();
  // Without a copy: a socket reads into new memory each time.
  for await (const chunk of socket as AsyncIterable<Buffer<ArrayBuffer>>) {
    // What comes after the console has ended is dropped.
    if (!stream.ended.aborted) await stream.write(chunk).catch(ignore);
  }
}

function ignore(): void {
  // The stream has ended meanwhile.
}

/** Sends all that the console writes, then ends its side. */
async function sendToSocket(socket: Socket, stream: RelayStream): Promise<void> {
  for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
    if (!socket.write(bytes)) await untilDrained(socket);
  }
  socket.end();
}

/** Resolves when the socket takes more, or is closed. */
function untilDrained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
    if (socket.destroyed) done();
  });
}
