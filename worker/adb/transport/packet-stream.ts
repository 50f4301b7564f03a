import {
  type AdbDaemonConnection,
  type AdbPacketData,
  type AdbPacketInit,
  AdbCommand,
  AdbPacketHeader,
} from '@yume-chan/adb';
import type { AdbDaemonWebUsbConnection } from '@yume-chan/adb-daemon-webusb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError, describeThrown } from '#core/errors.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import {
  maxPacketsWithoutEffect,
  maxPayloadBytes,
  maxUnacknowledgedBytes,
  maxUnacknowledgedPackets,
} from './limits.ts';

/** What a phone answers that wants TLS, as wireless debugging does since Android 11. */
const startTls = 0x534c_5453;

/** How often to look whether a phone that was sent something has sent anything since. */
const checkIntervalMs = 2_500;
/** The check from which on a silent phone is asked whether it is there. */
const askAtCheck = 3;
/** How long it may be silent: as long as the bridge takes to miss a phone that nothing is sent to. */
const lostAfterMs = 15_000;

/**
 * ADB's packets over a stream of bytes, as Tango's transport takes them; a packet is bounded by its
 * payload. Reading rejects with `protocol` beyond that, with `unsupported` for a phone that wants to be
 * paired, and with `phone-lost` for one that has stopped answering.
 */
export function packetConnection(stream: RelayStream): AdbDaemonConnection {
  const silence = new SilenceWatch(stream);
  const reader = new ByteReader(stream, () => silence.onReceived());
  return {
    readable: new ReadableStream<AdbPacketData>(
      {
        pull: async (controller) => {
          try {
            const packet = await readPacket(reader);
            if (packet === null) return controller.close();
            if (packet.command === startTls) throw needsPairing();
            if (packet.command === AdbCommand.Connect) silence.begin();
            controller.enqueue(packet);
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
        await silence.send(toBytes(packet)).catch(throwNetworkError);
      },
      close: () => stream.end(),
      abort: () => stream.end(),
    }),
  };
}

/**
 * The same connection, whose packets are handed to USB as a whole. Tango waits until a packet's header is
 * sent before it sends the payload; where the page ends in between, adbd takes what comes next for the
 * payload and closes USB.
 */
export function wholePackets({
  device: { raw },
  outEndpoint: { endpointNumber, packetSize },
  readable,
  writable,
}: AdbDaemonWebUsbConnection): AdbDaemonConnection {
  const writer = writable.getWriter();
  return {
    readable,
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: async (packet) => {
        const bytes = toBytes(packet);
        const payload = bytes.subarray(AdbPacketHeader.size);
        const transfers = [bytes.subarray(0, AdbPacketHeader.size)];
        if (payload.length > 0) transfers.push(payload);
        // USB's end of a transfer that fills its last packet.
        if (payload.length > 0 && payload.length % packetSize === 0)
          transfers.push(new Uint8Array(0));
        await Promise.all(transfers.map((transfer) => raw.transferOut(endpointNumber, transfer)));
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };
}

/** Any number that no socket has. */
const questionId = 0x7fff_ffff;
/** A service that no phone has: adbd refuses it at once. */
const unknownService = new TextEncoder().encode('handset-are-you-there:\0');
const question = toBytes({
  command: AdbCommand.Open,
  arg0: questionId,
  arg1: 0,
  payload: unknownService,
  // Phones before Android 9 break off without it.
  checksum: unknownService.reduce((sum, byte) => sum + byte, 0),
  magic: ~AdbCommand.Open,
});

/**
 * Ends the stream of a phone that has left the network, which TCP notices after minutes only where
 * something was sent to it. A phone may take long for an answer, but adbd refuses an unknown service
 * at once.
 */
class SilenceWatch {
  readonly #stream: RelayStream;
  /** Whether something was sent since the phone's last bytes, and the checks since then. */
  #isUnanswered = false;
  #silentChecks = 0;
  #hasBegun = false;
  /** The last writing: two at once would mix their bytes. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(stream: RelayStream) {
    this.#stream = stream;
  }

  /** To be called when the phone has authorised this browser: before that it may be silent until somebody taps Allow. */
  begin(): void {
    if (this.#hasBegun || this.#stream.ended.aborted) return;
    this.#hasBegun = true;
    const timer = setInterval(() => this.#check(), checkIntervalMs);
    this.#stream.ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  onReceived(): void {
    this.#isUnanswered = false;
    this.#silentChecks = 0;
  }

  /** Sends a packet after those before. Rejects as the stream does. */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#isUnanswered = true;
    const written = this.#writing.then(() => this.#stream.write(bytes));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Counts checks, not time: after a sleep of the computer, what the phone has sent is read first. */
  #check(): void {
    if (!this.#isUnanswered) return;
    this.#silentChecks += 1;
    if (this.#silentChecks > lostAfterMs / checkIntervalMs) this.#stream.end(silentError());
    else if (this.#silentChecks >= askAtCheck) this.send(question).catch(() => undefined);
  }
}

/**
 * The same connection, of which slow readers get all data. When its program ends, adbd sends the last
 * data of a socket without waiting, and closes it. Tango would then drop what a slow reader has not
 * taken (seen: 300,000 of 3,000,000 bytes), so the close is delivered after the reader has taken all.
 * Reading rejects with `protocol` where a socket is sent far more than was acknowledged, and for a flood of
 * packets without effect.
 */
export function keepLastData({ readable, writable }: AdbDaemonConnection): AdbDaemonConnection {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const sockets = new OpenSockets();
  let deliver: (packet: AdbPacketData) => void = () => undefined;
  return {
    readable: new ReadableStream<AdbPacketData>(
      {
        start: (controller) => {
          deliver = (packet) => controller.enqueue(packet);
        },
        pull: async (controller) => {
          try {
            for (;;) {
              const { done, value } = await reader.read();
              if (done) {
                sockets.clear();
                return controller.close();
              }
              if (sockets.receive(value)) return controller.enqueue(value);
            }
          } catch (error) {
            sockets.clear();
            await reader.cancel(error).catch(() => undefined);
            throw error;
          }
        },
        cancel: async (reason) => {
          sockets.clear();
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: async (packet) => {
        const close = sockets.send(packet);
        if (close !== null) deliver(close);
        await Consumable.WritableStream.write(writer, packet);
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };
}

/** The sockets that Tango has opened, by its numbers, with the data that it has not acknowledged. */
class OpenSockets {
  readonly #sockets = new Map<number, SocketData>();
  /** How many more packets without effect the phone may send. */
  #spare = maxPacketsWithoutEffect;

  /** Takes note of a packet of the phone; false for a close that must wait. Throws `protocol`. */
  receive(packet: AdbPacketData): boolean {
    const { command, arg1, payload } = packet;
    const socket = this.#sockets.get(arg1);
    if (!hasEffect(packet, socket)) {
      this.#spare -= 1;
      if (this.#spare < 0) throw withoutEffectError();
    }
    // Tango breaks off when it gets data for no socket.
    if (socket === undefined) return true;
    const { lengths } = socket;
    if (command === AdbCommand.Okay) socket.unanswered -= 1;
    if (command === AdbCommand.Write) {
      lengths.push(payload.length);
      const bytes = lengths.reduce((sum, length) => sum + length, 0);
      if (bytes > maxUnacknowledgedBytes || lengths.length > maxUnacknowledgedPackets)
        throw floodError();
    }
    if (command !== AdbCommand.Close) return true;
    if (lengths.length > 0 && !socket.isClosed) {
      socket.close = packet;
      return false;
    }
    this.#sockets.delete(arg1);
    return true;
  }

  /** Takes note of a packet to the phone; returns the phone's close that need not wait any longer. */
  send({ command, arg0 }: AdbPacketInit): AdbPacketData | null {
    if (command === AdbCommand.Open)
      this.#sockets.set(arg0, { lengths: [], unanswered: 0, close: null, isClosed: false });
    const socket = this.#sockets.get(arg0);
    if (socket === undefined) return null;
    if (command === AdbCommand.Open || command === AdbCommand.Write) {
      socket.unanswered += 1;
      this.#spare = Math.min(this.#spare + sparePerPacket, maxPacketsWithoutEffect);
    }
    if (command === AdbCommand.Okay) socket.lengths.shift();
    if (command === AdbCommand.Close) socket.isClosed = true;
    if (socket.close === null || (socket.lengths.length > 0 && !socket.isClosed)) return null;
    this.#sockets.delete(arg0);
    return socket.close;
  }

  /** The connection has ended, and nothing can be delivered any more. */
  clear(): void {
    this.#sockets.clear();
  }
}

/** Packets without effect that a phone may send for one of ours: so many may be on their way when its socket is closed here. */
const sparePerPacket = maxUnacknowledgedPackets;

/** Whether a packet of the phone changes anything for its socket, or the connection. */
function hasEffect({ command, payload }: AdbPacketData, socket?: SocketData): boolean {
  switch (command) {
    case AdbCommand.Okay:
      return (socket?.unanswered ?? 0) > 0;
    case AdbCommand.Write:
      return socket?.isClosed === false && payload.length > 0;
    case AdbCommand.Close:
      return socket !== undefined;
    default:
      return command === AdbCommand.Connect || command === AdbCommand.Auth;
  }
}

interface SocketData {
  /** The lengths of the phone's packets that were not acknowledged, in order. */
  readonly lengths: number[];
  /** The packets to the phone, of this socket's opening and its data, that it has not acknowledged. */
  unanswered: number;
  /** The phone's close that waits. */
  close: AdbPacketData | null;
  /** Whether Tango has closed it: what comes now has no reader, so nothing waits for one. */
  isClosed: boolean;
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
    throw liesError('Its packet has no header.');
  if (view.getInt32(20, true) !== ~command || length > maxPayloadBytes)
    throw liesError('It sent something that is not an ADB packet.');
  const payload = await reader.read(length);
  return payload && { command, arg0, arg1, payload };
}

/** Reads whole numbers of bytes from a stream. */
class ByteReader {
  readonly #stream: RelayStream;
  readonly #onReceived: () => void;
  /** What was received and not read yet. */
  #rest = new Uint8Array(0);

  constructor(stream: RelayStream, onReceived: () => void) {
    this.#stream = stream;
    this.#onReceived = onReceived;
  }

  /** Exactly as many bytes; null where the stream ends before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const result = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (this.#rest.length === 0) {
        const bytes = await this.#stream.read();
        if (bytes === null) return null;
        this.#onReceived();
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

/**
 * Rejects as the browser's USB does when the phone is gone, which Tango's callers expect; who waits
 * for the connection learns the reason.
 */
export function throwNetworkError(cause: unknown): never {
  throw new DOMException(describeThrown(cause), 'NetworkError');
}

function liesError(
  what: string,
  hint = 'Check that the address belongs to a phone.',
): HandsetError {
  return new HandsetError('protocol', `The phone doesn't follow the ADB protocol. ${what}`, {
    hint,
  });
}

function silentError(): HandsetError {
  return new HandsetError('phone-lost', `It hasn't answered for ${lostAfterMs / 1000} s.`);
}

function floodError(): HandsetError {
  return liesError(
    'It did not wait for an answer to its data.',
    'Restart the phone and connect it again.',
  );
}

function withoutEffectError(): HandsetError {
  return liesError(
    `It sent more than ${maxPacketsWithoutEffect} packets without effect.`,
    'Restart the phone and connect it again.',
  );
}

function needsPairing(): HandsetError {
  return new HandsetError(
    'unsupported',
    'This is wireless debugging, which must be paired through adb.',
    {
      hint: 'Run `adb pair ADDRESS:PORT` and `adb connect ADDRESS:PORT` with what the phone shows; it then appears under “Phones found by adb”.',
    },
  );
}
