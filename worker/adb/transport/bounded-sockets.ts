import { Adb, type AdbSocket } from '@yume-chan/adb';
import { ReadableStream, type ReadableStreamDefaultReader } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import {
  maxShellPacketBytes,
  maxShellPacketsWithoutEffect,
  maxSyncMessageBytes,
  maxVideoPacketBytes,
} from './limits.ts';
import { protocolError } from './packet-stream.ts';

/** How the messages of a stream begin. */
interface MessageFormat {
  /** For messages: `sync message`. */
  readonly name: string;
  readonly headerBytes: number;
  /** How long the header is, where its first `headerBytes` say that. */
  readonly fullHeaderBytes?: (start: DataView) => number;
  /** How many bytes follow this header. */
  bodyBytes(header: DataView): number;
  readonly maxBodyBytes: number;
  /** Whether a message with this header changes anything; by default each does. */
  hasEffect?(header: DataView): boolean;
  readonly maxWithoutEffect?: number;
}

/** The sync service's messages that are longer than an id and a number: their length, after which a text of some may follow. */
const syncHeaderBytes: Readonly<Record<string, number>> = {
  STAT: 16,
  STA2: 72,
  LST2: 72,
  DENT: 20,
  DNT2: 76,
  // What follows the DONE of a list is zero.
  '\0\0\0\0': 4,
};
/** Where the length is of the text that ends a message. */
const syncLengthAt: Readonly<Record<string, number>> = { FAIL: 4, DATA: 4, DENT: 16, DNT2: 72 };

const syncId = (header: DataView): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((at) => header.getUint8(at)));

const syncMessage: MessageFormat = {
  name: 'sync message',
  headerBytes: 4,
  fullHeaderBytes: (start) => syncHeaderBytes[syncId(start)] ?? 8,
  bodyBytes: (header) => {
    const at = syncLengthAt[syncId(header)];
    return at === undefined ? 0 : header.getUint32(at, true);
  },
  maxBodyBytes: maxSyncMessageBytes,
};

/** The ids of stdout, stderr and the exit code. */
const shellOutputs = [1, 2, 3];

const shellPacket: MessageFormat = {
  name: 'shell packet',
  headerBytes: 5,
  bodyBytes: (header) => header.getUint32(1, true),
  maxBodyBytes: maxShellPacketBytes,
  hasEffect: (header) => shellOutputs.includes(header.getUint8(0)) && header.getUint32(1) > 0,
  maxWithoutEffect: maxShellPacketsWithoutEffect,
};

/** One packet of scrcpy's video stream, which begins after the codec's name and the size. */
export const videoPacket: MessageFormat = {
  name: 'video packet',
  headerBytes: 12,
  bodyBytes: (header) => header.getUint32(8),
  maxBodyBytes: maxVideoPacketBytes,
};

/** adbd opens or refuses a socket at once; only a slow network or computer delays its answer. */
const silentSeconds = 15;

/**
 * Tango's Adb, with sockets that check what the phone sends, because Tango reserves memory for as many bytes
 * as a message says that it has. A message that is too long ends the connection: `disconnected` rejects with
 * `protocol`. So does a phone that sends nothing for `silentSeconds` while a socket is to be opened, with
 * `timeout`: USB and the adb server do not notice that it hangs. A socket that was closed here is read no
 * further.
 */
export class BoundedAdb extends Adb {
  #refuse: (error: HandsetError) => void = () => undefined;
  readonly #disconnected = Promise.race([
    super.disconnected,
    new Promise<never>((_, reject) => (this.#refuse = reject)),
  ]);

  /** Counts what the phone has sent on all sockets. */
  #answers = 0;

  override get disconnected(): Promise<void> {
    return this.#disconnected;
  }

  override async createSocket(service: string): Promise<AdbSocket> {
    const stopWaiting = this.#refuseIfSilent();
    const socket = await super.createSocket(service).finally(stopWaiting);
    this.#answers += 1;
    const reader = socket.readable.getReader();
    const readable = readableOf(reader, () => (this.#answers += 1));
    const format = formatOf(service);
    return {
      service: socket.service,
      closed: socket.closed,
      writable: socket.writable,
      readable: format === null ? readable : checkMessages(readable, format, this.#refuse),
      close: async () => {
        // Both fail once the phone is lost, and the socket with it.
        await Promise.allSettled([reader.cancel(), socket.close()]);
      },
    };
  }

  /** Ends the connection if the phone falls silent before the returned function is called. */
  #refuseIfSilent(): () => void {
    let answers = this.#answers;
    let seconds = 0;
    // In steps: after a sleep of this computer, what has come is read before the next one.
    const timer = setInterval(() => {
      seconds = answers === this.#answers ? seconds + 1 : 0;
      answers = this.#answers;
      if (seconds < silentSeconds) return;
      clearInterval(timer);
      this.#refuse(new HandsetError('timeout', `It sent nothing for ${silentSeconds} s.`));
    }, 1_000);
    return () => clearInterval(timer);
  }
}

/** How the messages of this service begin; null where they are bytes without a length. */
function formatOf(service: string): MessageFormat | null {
  if (service.startsWith('shell,v2')) return shellPacket;
  return service === 'sync:' ? syncMessage : null;
}

/**
 * The same bytes, up to a message that is too long: reading rejects with `protocol` then. Calls back too,
 * because Tango's transformations take an error for the end.
 */
export function checkMessages(
  stream: ReadableStream<Uint8Array>,
  format: MessageFormat,
  onRefused: (error: HandsetError) => void,
): ReadableStream<Uint8Array> {
  const check = new MessageCheck(format);
  return readableOf(stream.getReader(), (bytes) => {
    const error = check.push(bytes);
    if (error === null) return;
    onRefused(error);
    throw error;
  });
}

/** A stream of what the reader reads, of which nothing is read ahead. */
function readableOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void = () => undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        onBytes(value);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Follows the messages in a stream of bytes without keeping them. */
class MessageCheck {
  readonly #format: MessageFormat;
  #header: Uint8Array<ArrayBuffer>;
  #headerFilled = 0;
  #bodyLeft = 0;
  #withoutEffect = 0;

  constructor(format: MessageFormat) {
    this.#format = format;
    this.#header = new Uint8Array(format.headerBytes);
  }

  /** Takes note of the next bytes; an error (`protocol`) if they begin a message that is not accepted. */
  push(bytes: Uint8Array): HandsetError | null {
    for (let at = 0; at < bytes.length;) {
      if (this.#bodyLeft > 0) {
        const skipped = Math.min(this.#bodyLeft, bytes.length - at);
        this.#bodyLeft -= skipped;
        at += skipped;
        continue;
      }
      const part = bytes.subarray(at, at + this.#header.length - this.#headerFilled);
      this.#header.set(part, this.#headerFilled);
      this.#headerFilled += part.length;
      at += part.length;
      if (this.#headerFilled < this.#header.length) break;
      const { headerBytes, fullHeaderBytes } = this.#format;
      const fullLength = fullHeaderBytes?.(new DataView(this.#header.buffer)) ?? headerBytes;
      if (fullLength > this.#headerFilled) {
        const start = this.#header;
        this.#header = new Uint8Array(fullLength);
        this.#header.set(start);
        continue;
      }
      const error = this.#checkHeader(new DataView(this.#header.buffer));
      if (error !== null) return error;
      this.#headerFilled = 0;
      if (this.#header.length > headerBytes) this.#header = new Uint8Array(headerBytes);
    }
    return null;
  }

  #checkHeader(header: DataView): HandsetError | null {
    const { name, bodyBytes, maxBodyBytes, hasEffect, maxWithoutEffect = Infinity } = this.#format;
    this.#bodyLeft = bodyBytes(header);
    if (this.#bodyLeft > maxBodyBytes)
      return protocolError(
        `It began a ${name} of ${this.#bodyLeft} bytes; the longest has ${maxBodyBytes}.`,
      );
    if (hasEffect?.(header) !== false) return null;
    this.#withoutEffect += 1;
    return this.#withoutEffect > maxWithoutEffect
      ? protocolError(`It sent more than ${maxWithoutEffect} ${name}s without effect.`)
      : null;
  }
}
