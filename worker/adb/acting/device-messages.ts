import { BufferedReadableStream, type ReadableStream } from '@yume-chan/stream-extra';

/** What the server tells. */
export interface DeviceMessageListener {
  onClipboard(text: string): void;
  onAcknowledged(sequence: bigint): void;
}

const types = { clipboard: 0, acknowledged: 1 } as const;
/** DeviceMessage.MESSAGE_MAX_SIZE of the server, 256 KiB; a longer one is no message. */
const maxLength = 1 << 18;

/** Reads the server's messages until they end. Rejects when what comes is no message. */
export async function readDeviceMessages(
  stream: ReadableStream<Uint8Array>,
  listener: DeviceMessageListener,
): Promise<void> {
  const buffered = new BufferedReadableStream(stream);
  const read = async (length: number): Promise<DataView> => {
    const bytes = await buffered.readExactly(length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  for (;;) {
    const type = (await read(1)).getUint8(0);
    if (type === types.acknowledged) listener.onAcknowledged((await read(8)).getBigUint64(0));
    else if (type === types.clipboard) {
      const length = (await read(4)).getUint32(0);
      if (length > maxLength) throw new Error(`a clipboard of ${length} bytes`);
      listener.onClipboard(length === 0 ? '' : new TextDecoder().decode(await read(length)));
    } else throw new Error(`unknown message ${type}`);
  }
}
