import {
  type AdbDaemonConnection,
  type AdbPacketData,
  type AdbPacketInit,
  AdbCommand,
  AdbPacketHeader,
} from '@yume-chan/adb';
import type { AdbDaemonWebUsbConnection } from '@yume-chan/adb-daemon-webusb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import { pause } from '../../waits/deadline.ts';
import {
  maxPacketsWithoutEffect,
  maxUnacknowledgedBytes,
  maxUnacknowledgedPackets,
} from './limits.ts';

/**
 * The connection at USB, whose packets are handed to it as a whole. Tango waits until a packet's header is
 * sent before it sends the payload; where the page ends in between, adbd takes what comes next for the
 * payload and closes USB.
 */
export function wholePackets({
  device: { raw },
  outEndpoint: { endpointNumber, packetSize },
  readable,
  writable,
}: AdbDaemonWebUsbConnection): AdbDaemonConnection {
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
      close: () => writable.close(),
      abort: (reason) => writable.abort(reason),
    }),
  };
}

/** After this long without a packet the phone has none left for an earlier host; a transfer takes about a millisecond. */
const silenceMs = 50;

/**
 * The same connection, in which the first packet to the phone waits until the phone is silent; what it sends
 * before that is dropped. An earlier host, such as this page before a reload, may have left packets unread.
 * If they still wait when a new connection begins, adbd cancels them, takes that for a failure and closes USB
 * (its daemon/usb.cpp, `CancelWrites`).
 */
export function dropStalePackets({ readable, writable }: AdbDaemonConnection): AdbDaemonConnection {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  let lastReadMs = performance.now();
  let isFresh = false;
  const untilSilent = async (): Promise<void> => {
    for (let leftMs = silenceMs; leftMs > 0; leftMs = lastReadMs + silenceMs - performance.now())
      await pause(leftMs, new AbortController().signal);
    isFresh = true;
  };
  return {
    readable: new ReadableStream<AdbPacketData>(
      {
        pull: async (controller) => {
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return controller.close();
            lastReadMs = performance.now();
            if (isFresh) return controller.enqueue(value);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    ),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: async (packet) => {
        if (!isFresh) await untilSilent();
        await Consumable.WritableStream.write(writer, packet);
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };
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
      if (this.#spare < 0)
        throw protocolError(`It sent more than ${maxPacketsWithoutEffect} packets without effect.`);
    }
    // Tango breaks off when it gets data for no socket.
    if (socket === undefined) return true;
    const { lengths } = socket;
    if (command === AdbCommand.Okay) socket.unanswered -= 1;
    if (command === AdbCommand.Write) {
      lengths.push(payload.length);
      const bytes = lengths.reduce((sum, length) => sum + length, 0);
      if (bytes > maxUnacknowledgedBytes || lengths.length > maxUnacknowledgedPackets)
        throw protocolError('It did not wait for an answer to its data.');
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

/** The phone does not follow the ADB protocol; `what` says by what, as a sentence. */
export function protocolError(what: string): HandsetError {
  return new HandsetError('protocol', `The phone doesn't follow the ADB protocol. ${what}`, {
    hint: 'Restart the phone and connect it again.',
  });
}
