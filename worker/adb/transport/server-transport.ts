import {
  type AdbFeature,
  type AdbSocket,
  type AdbTransport,
  ADB_SERVER_DEFAULT_FEATURES,
  AdbBanner,
} from '@yume-chan/adb';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError, describeThrown } from '#core/errors.ts';
import type { StreamTarget } from '#core/relay/frames.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import { maxServerTextBytes } from './limits.ts';

/** Opens a stream to the bridge. Rejects with `bridge-lost`, `cancelled`, or the bridge's refusal. */
export type OpenStream = (target: StreamTarget, signal: AbortSignal) => Promise<RelayStream>;

/** All that the stream brings, as text. Rejects with `protocol` for too much, and with `cancelled`. */
export async function readText(stream: RelayStream, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  const stop = (): void =>
    stream.end(new HandsetError('cancelled', 'Reading from the adb server was canceled.'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    let text = '';
    for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length <= maxServerTextBytes) continue;
      const error = new HandsetError('protocol', "The adb server's response was too large.");
      stream.end(error);
      throw error;
    }
    return text;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A phone that is reached through the adb server. */
interface ServerPhone {
  readonly serial: string;
  /** The server's number for it, until it is unplugged. */
  readonly transportId: number;
  readonly model: string;
}

/**
 * Tango's transport to a phone of the adb server: each of its sockets is a stream to the bridge. The
 * server has the key, and checks versions; Tango only sees the phone's services.
 */
export class ServerTransport implements AdbTransport {
  readonly serial: string;
  readonly maxPayloadSize = 1024 * 1024;
  readonly banner: AdbBanner;
  readonly disconnected: Promise<void>;
  readonly clientFeatures: readonly AdbFeature[] = ADB_SERVER_DEFAULT_FEATURES;
  readonly #transportId: number;
  readonly #openStream: OpenStream;
  readonly #onEnded: () => Promise<void>;
  readonly #closed = new AbortController();

  private constructor(phone: ServerPhone, features: readonly string[], options: TransportOptions) {
    this.serial = phone.serial;
    this.#transportId = phone.transportId;
    this.#openStream = options.openStream;
    this.#onEnded = options.onEnded;
    // Tango names the features that it knows; others are of no use to it.
    const known = features as readonly AdbFeature[];
    this.banner = new AdbBanner('device', undefined, phone.model, undefined, known);
    const { gone } = options;
    this.disconnected = new Promise((resolve) => {
      for (const end of [gone, this.#closed.signal]) {
        end.addEventListener('abort', () => resolve(), { once: true });
        if (end.aborted) resolve();
      }
    });
  }

  /** Asks the server for the phone's features. Rejects as `OpenStream` does. */
  static async open(
    phone: ServerPhone,
    options: TransportOptions,
    signal: AbortSignal,
  ): Promise<ServerTransport> {
    const { transportId } = phone;
    const stream = await options.openStream(
      { name: 'adb-features', transport: transportId },
      signal,
    );
    const features = (await readText(stream, signal)).split(',');
    return new ServerTransport(phone, features, options);
  }

  async connect(service: string): Promise<AdbSocket> {
    // Android's adbd before version 9 wants the terminating zero that Tango adds; the server adds its own.
    const name = service.replace(/\0$/, '');
    const target = { name: 'adb-service', transport: this.#transportId, service: name } as const;
    const { signal } = this.#closed;
    try {
      const stream = await this.#openStream(target, signal);
      stream.ended.addEventListener('abort', () => void this.#onEnded(), { once: true });
      return toSocket(service, stream, signal);
    } catch (error) {
      // If the phone is gone, the connection ends before the caller reads this error.
      await this.#onEnded();
      throw error;
    }
  }

  close(): void {
    this.#closed.abort();
  }

  // Handset's scrcpy server listens on the phone; nothing connects back.
  addReverseTunnel(): Promise<string> {
    return Promise.reject(noReverseError());
  }

  removeReverseTunnel(): Promise<void> {
    return Promise.reject(noReverseError());
  }

  clearReverseTunnels(): Promise<void> {
    return Promise.reject(noReverseError());
  }
}

/** The parts of a transport. */
interface TransportOptions {
  readonly openStream: OpenStream;
  /** Aborted when the server no longer has the phone. */
  readonly gone: AbortSignal;
  /** Called when the phone or the server has ended a socket, perhaps because the phone is gone. */
  readonly onEnded: () => Promise<void>;
}

function noReverseError(): HandsetError {
  return new HandsetError('unsupported', "The phone can't connect to this computer.");
}

/** The stream as Tango's socket; it ends with the transport. */
function toSocket(service: string, stream: RelayStream, transportClosed: AbortSignal): AdbSocket {
  const closed = new Promise<undefined>((resolve) => {
    stream.ended.addEventListener('abort', () => resolve(undefined), { once: true });
    if (stream.ended.aborted) resolve(undefined);
  });
  const end = (): void => stream.end();
  transportClosed.addEventListener('abort', end, { once: true });
  void closed.then(() => transportClosed.removeEventListener('abort', end));
  return {
    service,
    closed,
    close: end,
    readable: new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const bytes = await stream.read().catch(throwNetworkError);
          if (bytes === null) controller.close();
          else controller.enqueue(bytes);
        },
        cancel: end,
      },
      // Nothing is read ahead, so that the bridge's credit is that of the reader.
      { highWaterMark: 0 },
    ),
    writable: new MaybeConsumable.WritableStream<Uint8Array>({
      write: async (bytes) => {
        // Safe: nothing here shares its memory between threads.
        await stream.write(bytes as Uint8Array<ArrayBuffer>).catch(throwNetworkError);
      },
      close: end,
      abort: end,
    }),
  };
}

/**
 * Rejects as the browser's USB does when the phone is gone, which Tango's callers expect; who waits
 * for the connection learns the reason.
 */
function throwNetworkError(cause: unknown): never {
  throw new DOMException(describeThrown(cause), 'NetworkError');
}
