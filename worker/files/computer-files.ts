/** Files of the one folder on the computer that the bridge was started with, over streams of the relay. */
import { HandsetError } from '#core/errors.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import type { OpenStream } from '../adb/transport/server-transport.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file's bytes, which are read only as fast as they are taken. */
interface SizedStream<Chunk> {
  readonly sizeBytes: number;
  readonly stream: ReadableStream<Chunk>;
}

/** Bytes of a file's size, which is sent before the file, the highest first. */
const headBytes = 8;

/** Begins to read a file of the folder. Rejects with the bridge's refusal. */
export async function readComputerFile(
  openStream: OpenStream,
  path: string,
  signal: AbortSignal,
): Promise<SizedStream<Bytes>> {
  const relayed = await openStream({ name: 'file-read', path }, signal);
  const cancel = (): void => relayed.end(cancelledError());
  signal.addEventListener('abort', cancel, { once: true });
  const head = await readHead(relayed);
  const sizeBytes = Number(new DataView(head.buffer, head.byteOffset).getBigUint64(0));
  let rest: Bytes | null = head.length > headBytes ? head.subarray(headBytes) : null;
  const stream = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const bytes = rest ?? (await relayed.read());
        rest = null;
        if (bytes !== null) {
          controller.enqueue(bytes);
          return;
        }
        signal.removeEventListener('abort', cancel);
        controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return { sizeBytes, stream };
}

async function readHead(stream: RelayStream): Promise<Bytes> {
  let head: Bytes = new Uint8Array(0);
  while (head.length < headBytes) {
    const bytes = await stream.read();
    if (bytes === null) throw new HandsetError('protocol', "The bridge didn't send the file.");
    const joined = new Uint8Array(head.length + bytes.length);
    joined.set(head);
    joined.set(bytes, head.length);
    head = joined;
  }
  return head;
}

/** Writes a new file of the folder; resolves when it is complete. Rejects with the bridge's refusal, and as the file's stream does; then there is no file. */
export async function writeComputerFile(
  openStream: OpenStream,
  { path, sizeBytes, stream }: SizedStream<Uint8Array> & { readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  const relayed = await openStream({ name: 'file-write', path }, signal);
  const cancel = (): void => relayed.end(cancelledError());
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const head = new Uint8Array(headBytes);
    new DataView(head.buffer).setBigUint64(0, BigInt(sizeBytes));
    await relayed.write(head);
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      // Safe: nothing here shares its memory between threads.
      await relayed.write(next.value as Bytes);
    // The bridge ends the stream when the file has its name.
    while ((await relayed.read()) !== null);
  } catch (error) {
    await stream.cancel().catch(() => undefined);
    // Ends the stream if it is open: the bridge then removes what it has.
    cancel();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function cancelledError(): HandsetError {
  return new HandsetError('cancelled', 'The file was not copied.');
}
