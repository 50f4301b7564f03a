import {
  type AdbDaemonConnection,
  type AdbPacketData,
  type AdbPacketInit,
  AdbCommand,
  AdbPacketHeader,
} from '@yume-chan/adb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError, describeThrown } from '#core/errors.ts';
import type { RelayStream } from '#core/relay/streams.ts';

/** The largest payload of any phone (Android 9 and later); it is told in the first packet. */
const maxPayloadBytes = 1024 * 1024;
/** The bounds of what a socket may be sent before it has acknowledged: adbd keeps to one packet but at the end. */
const maxUnacknowledgedBytes = 4 * maxPayloadBytes;
const maxUnacknowledgedPackets = 64;
/** What a phone answers that wants TLS, as wireless debugging does since Android 11. */
const startTls = 0x534c_5453;

/**
 * ADB's packets over a stream of bytes, as Tango's transport takes them. What the phone sends is
 * bounded: a packet by its payload, and a socket by what is not acknowledged yet. Reading rejects
 * with `protocol` beyond that, and with `unsupported` for a phone that wants to be paired.
 *
 * When its program ends, adbd sends the last data of a socket without waiting, and closes it. Tango
 * would then drop what a slow reader has not taken (seen: 300,000 of 3,000,000 bytes), so the close
 * is delivered after the reader has taken all.
 */
export function packetConnection(stream: RelayStream): AdbDaemonConnection {
  const reader = new ByteReader(stream);
  /** Sockets with data that was not acknowledged. */
  const pending = new Map<number, PendingData>();
  let deliver: (packet: AdbPacketData) => void = () => undefined;
  /** Whether the packet is to be delivered now. */
  const receive = (packet: AdbPacketData): boolean => {
    const { command, arg1, payload } = packet;
    if (command === startTls) throw needsPairing();
    const data = pending.get(arg1) ?? { lengths: [], close: null };
    if (command === AdbCommand.Write) {
      data.lengths.push(payload.length);
      const bytes = data.lengths.reduce((sum, length) => sum + length, 0);
      if (bytes > maxUnacknowledgedBytes || data.lengths.length > maxUnacknowledgedPackets)
        throw liesError('It did not wait for an answer to its data.');
      pending.set(arg1, data);
    }
    const isLater = command === AdbCommand.Close && pending.has(arg1);
    if (isLater) data.close = packet;
    return !isLater;
  };
  const acknowledge = ({ command, arg0 }: AdbPacketInit): void => {
    const data = pending.get(arg0);
    if (data === undefined) return;
    if (command === AdbCommand.Okay) data.lengths.shift();
    if (command !== AdbCommand.Close && data.lengths.length > 0) return;
    pending.delete(arg0);
    if (data.close !== null) deliver(data.close);
  };
  return {
    readable: new ReadableStream<AdbPacketData>(
      {
        start: (controller) => {
          deliver = (packet) => controller.enqueue(packet);
        },
        pull: async (controller) => {
          try {
            for (;;) {
              const packet = await readPacket(reader);
              if (packet === null) return controller.close();
              if (receive(packet)) return controller.enqueue(packet);
            }
          } catch (error) {
            stream.end();
            throw error;
          }
        },
        cancel: () => stream.end(),
      },
      // Nothing is read ahead, so that the bridge's credit is that of the reader.
      { highWaterMark: 0 },
    ),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: async (packet) => {
        acknowledge(packet);
        await stream.write(toBytes(packet)).catch(throwNetworkError);
      },
      close: () => stream.end(),
      abort: () => stream.end(),
    }),
  };
}

/** Data of one socket that was not acknowledged. */
interface PendingData {
  /** The lengths of its packets, in order. */
  readonly lengths: number[];
  /** The phone's close, if it has come. */
  close: AdbPacketData | null;
}

function toBytes(packet: AdbPacketInit): Uint8Array<ArrayBuffer> {
  const { payload } = packet;
  const bytes = new Uint8Array(AdbPacketHeader.size + payload.length);
  AdbPacketHeader.serialize({ ...packet, payloadLength: payload.length }, bytes);
  bytes.set(payload, AdbPacketHeader.size);
  return bytes;
}

/** The next packet; null at the end. */
async function readPacket(reader: ByteReader): Promise<AdbPacketData | null> {
  const head = await reader.read(AdbPacketHeader.size);
  if (head === null) return null;
  const view = new DataView(head.buffer, head.byteOffset);
  const [command, arg0, arg1, length] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
  if (command === undefined || arg0 === undefined || arg1 === undefined || length === undefined)
    throw liesError('Its packet has no head.');
  if (view.getInt32(20, true) !== ~command || length > maxPayloadBytes)
    throw liesError('It sent what is no packet of ADB.');
  const payload = await reader.read(length);
  return payload && { command, arg0, arg1, payload };
}

/** Reads whole numbers of bytes from a stream. */
class ByteReader {
  readonly #stream: RelayStream;
  /** What was received and not read yet. */
  #rest = new Uint8Array(0);

  constructor(stream: RelayStream) {
    this.#stream = stream;
  }

  /** Exactly as many bytes; null where the stream ends before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const result = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (this.#rest.length === 0) {
        const bytes = await this.#stream.read();
        if (bytes === null) return null;
        this.#rest = bytes;
      }
      const part = this.#rest.subarray(0, length - filled);
      result.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return result;
  }
}

/** As the browser's USB rejects when the phone is gone; who waits for the connection learns the reason. */
function throwNetworkError(cause: unknown): never {
  throw new DOMException(describeThrown(cause), 'NetworkError');
}

function liesError(what: string): HandsetError {
  return new HandsetError('protocol', `The phone does not keep to ADB’s protocol. ${what}`, {
    hint: 'Check that the address is that of a phone.',
  });
}

function needsPairing(): HandsetError {
  return new HandsetError(
    'unsupported',
    'This is wireless debugging, which needs adb for its pairing.',
    {
      hint: 'Run `adb pair ADDRESS:PORT` and `adb connect ADDRESS:PORT` with what the phone shows; it then appears among the phones that adb knows.',
    },
  );
}
