/** A phone at the byte stream that says what no phone says: it accepts everybody, and the test decides what its sockets send. */
import '../transport/closed-shim.ts';
import type { AdbPacketData, AdbPacketInit } from '@yume-chan/adb';
import type { AdbDaemonWebUsbConnection } from '@yume-chan/adb-daemon-webusb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import {
  command,
  createPacketDecoder,
  encodePacket,
  type Packet,
} from '#core/demo-phone/adbd/wire/packet.ts';
import type { StreamFrame } from '#core/relay/frames.ts';
import { type RelayStream, RelayStreams } from '#core/relay/streams.ts';
import { createNewKeyStore } from '../../demo/testing/tango-host.ts';
import { type AdbUsbDevice, AdbConnection } from '../transport/connection.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The phone's end of one socket. */
export interface LyingSocket {
  readonly service: string;
  /** The bytes that the worker has sent, and how often it was sent any. */
  readonly received: { bytes: number; times: number };
  /** What was sent to the worker. */
  readonly sent: { bytes: number };
  /** Resolves when the worker has sent something for the first time. */
  readonly asked: Promise<void>;
  /** Resolves when the worker has closed the socket; it can still be sent data. */
  readonly closed: Promise<void>;
  /** Sends these bytes in packets that the worker must acknowledge one by one. Never settles if it does not. */
  send(bytes: Bytes): Promise<void>;
  /** As `send` again and again, until the connection has ended. */
  sendForever(bytes: Bytes): Promise<void>;
  /** Closes the socket. */
  end(): void;
}

export interface LyingPhone {
  readonly connection: AdbConnection;
  /** The sockets that the worker has opened, in order. */
  readonly sockets: readonly LyingSocket[];
  /** Sends a packet again and again, until the connection has ended. */
  sendForever(packet: Packet): Promise<void>;
}

/** Bytes of a packet that is sent again and again. */
const pieceBytes = 256 * 1024;
/** Data to send where its content is not read. */
export const filler = new Uint8Array(pieceBytes).fill(0x78);

/** Connects the worker to a phone whose sockets are served by this function. */
export async function connectLyingPhone(
  serve: (socket: LyingSocket) => Promise<void>,
): Promise<LyingPhone> {
  const { near, far } = streamPair();
  const adbd = new LyingAdbd(far, serve);
  void adbd.run();
  const connection = await AdbConnection.open(
    usbDevice(near),
    { keys: createNewKeyStore(), onWaiting: () => undefined },
    new AbortController().signal,
  );
  return {
    connection,
    sockets: adbd.sockets,
    sendForever: async (packet) => {
      const bytes = encodePacket(packet, { checksum: false });
      const times = Math.max(1, Math.floor(pieceBytes / bytes.length));
      const many = new Uint8Array(times * bytes.length);
      for (let i = 0; i < times; i++) many.set(bytes, i * bytes.length);
      while (!far.ended.aborted) await far.write(many).catch(() => undefined);
    },
  };
}

/** A phone at a USB port whose transfers are the bytes of this stream. */
function usbDevice(stream: RelayStream): AdbUsbDevice {
  const raw = {
    opened: true,
    transferOut: async (_endpoint: number, bytes: Bytes) => {
      if (bytes.length > 0) await stream.write(bytes).catch(() => undefined);
    },
    close: () => {
      raw.opened = false;
      stream.end();
      return Promise.resolve();
    },
  };
  const received: Packet[] = [];
  const limits = { maxPayload: 1024 * 1024, verifyChecksum: false };
  const decode = createPacketDecoder(limits, (packet) => void received.push(packet));
  const readable = new ReadableStream<AdbPacketData>(
    {
      pull: async (controller) => {
        while (received.length === 0) {
          const bytes = await stream.read().catch(throwGone);
          if (bytes === null) return controller.close();
          decode(bytes);
        }
        for (const packet of received.splice(0)) controller.enqueue(packet);
      },
      cancel: () => stream.end(),
    },
    { highWaterMark: 0 },
  );
  // Only what the worker uses of the browser's USB and of Tango's connection is there.
  const connection = {
    device: { raw },
    outEndpoint: { endpointNumber: 1, packetSize: 512 },
    readable,
    writable: new Consumable.WritableStream<AdbPacketInit>({ close: () => stream.end() }),
  } as unknown as AdbDaemonWebUsbConnection;
  return {
    serial: 'LIAR',
    name: 'the liar',
    raw: raw as unknown as USBDevice,
    connect: () => Promise.resolve(connection),
  };
}

/** Rejects as the browser's USB does for an unplugged phone. */
function throwGone(): never {
  throw new DOMException('A transfer error has occurred.', 'NetworkError');
}

/** Both ends of a stream, with credit, as between the worker and the bridge. */
export function streamPair(): { readonly near: RelayStream; readonly far: RelayStream } {
  const to = (end: () => RelayStreams) => (frame: StreamFrame) =>
    void setImmediate(() => end().handle(frame));
  const nearEnd: RelayStreams = new RelayStreams(to(() => farEnd));
  const farEnd: RelayStreams = new RelayStreams(to(() => nearEnd));
  return { near: nearEnd.add(1), far: farEnd.add(1) };
}

class LyingAdbd {
  readonly sockets: Socket[] = [];
  readonly #stream: RelayStream;
  readonly #serve: (socket: LyingSocket) => Promise<void>;

  constructor(stream: RelayStream, serve: (socket: LyingSocket) => Promise<void>) {
    this.#stream = stream;
    this.#serve = serve;
  }

  async run(): Promise<void> {
    const limits = { maxPayload: 1024 * 1024, verifyChecksum: false };
    const decode = createPacketDecoder(limits, (packet) => this.#handle(packet));
    for (let bytes = await this.#read(); bytes !== null; bytes = await this.#read()) decode(bytes);
  }

  #read(): Promise<Bytes | null> {
    return this.#stream.read().catch(() => null);
  }

  #handle({ command: name, arg0, arg1, payload }: Packet): void {
    const socket = this.sockets.find(({ id }) => id === (name === command.open ? arg0 : arg1));
    if (name === command.cnxn) {
      const banner = 'device::ro.product.model=Liar;features=shell_v2,cmd,fixed_push_mkdir';
      this.#send('cnxn', [0x0100_0001, 1024 * 1024], new TextEncoder().encode(banner));
    } else if (name === command.open) {
      const service = new TextDecoder().decode(payload).replace(/\0$/, '');
      const opened = new Socket(arg0, service, this.#stream);
      this.sockets.push(opened);
      this.#send('okay', [arg0, arg0]);
      void this.#serve(opened);
    } else if (name === command.wrte) {
      this.#send('okay', [arg1, arg0]);
      socket?.receive(payload.length);
    } else if (name === command.okay) socket?.acknowledge();
    else if (name === command.clse) socket?.close();
  }

  #send(
    name: keyof typeof command,
    [arg0, arg1]: readonly [number, number],
    payload: Bytes = new Uint8Array(0),
  ): void {
    const packet = { command: command[name], arg0, arg1, payload };
    void this.#stream.write(encodePacket(packet, { checksum: false })).catch(() => undefined);
  }
}

class Socket implements LyingSocket {
  readonly id: number;
  readonly service: string;
  readonly received = { bytes: 0, times: 0 };
  readonly sent = { bytes: 0 };
  readonly asked: Promise<void>;
  readonly closed: Promise<void>;
  readonly #stream: RelayStream;
  #onAsked: () => void = () => undefined;
  #onClosed: () => void = () => undefined;
  #onAcknowledged: () => void = () => undefined;

  constructor(id: number, service: string, stream: RelayStream) {
    this.id = id;
    this.service = service;
    this.#stream = stream;
    this.asked = new Promise((resolve) => (this.#onAsked = resolve));
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
  }

  receive(bytes: number): void {
    this.received.bytes += bytes;
    this.received.times += 1;
    this.#onAsked();
  }

  acknowledge(): void {
    this.#onAcknowledged();
  }

  close(): void {
    this.#onClosed();
  }

  async send(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      await this.#sendPacket(this.#packetOf(bytes.slice(at, at + pieceBytes)));
  }

  async sendForever(bytes: Bytes): Promise<void> {
    const packet = this.#packetOf(bytes);
    while (!this.#stream.ended.aborted) await this.#sendPacket(packet);
  }

  end(): void {
    void this.#stream.write(this.#packetOf(new Uint8Array(0), command.clse));
  }

  #packetOf(payload: Bytes, name: number = command.wrte): Bytes {
    const packet = { command: name, arg0: this.id, arg1: this.id, payload };
    return encodePacket(packet, { checksum: false });
  }

  async #sendPacket(packet: Bytes): Promise<void> {
    const acknowledged = new Promise<void>((resolve) => (this.#onAcknowledged = resolve));
    this.sent.bytes += packet.length;
    await this.#stream.write(packet).catch(() => undefined);
    await acknowledged;
  }
}

/** The growth of this process's memory until the promise settles, in MB; its outcome, null if it takes longer. */
export async function measureMemory<Result>(
  work: Promise<Result>,
  withinMs = 6_000,
): Promise<{ readonly outcome: Result | Error | null; readonly grownMb: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const settled = work.catch((error: unknown) => error as Error);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), withinMs));
  const outcome = await Promise.race([settled, late]);
  clearInterval(sampling);
  most = Math.max(most, process.memoryUsage.rss());
  return { outcome, grownMb: Math.round((most - before) / 1e6) };
}
