import { type Socket, connect } from 'node:net';
import { HandsetError } from '#core/errors.ts';
import {
  type PhoneAddress,
  EMULATOR_PORTS,
  adbNameOf,
  formatPhoneAddress,
} from '#core/link/phone-address.ts';
import type { StreamOpening } from '#core/relay/bridge-end.ts';
import type { StreamTarget } from '#core/relay/frames.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import { ADB_LIMITS } from '../limits.ts';
import { pipe, readExactly } from './sockets.ts';

type DirectTarget = Extract<StreamTarget, { name: 'adbd' | 'emulator-ports' }>;
type AdbdTarget = Extract<DirectTarget, { name: 'adbd' }>;

/** Emulators listen at the loopback only. */
const emulatorHost = '127.0.0.1';

/**
 * Connects consoles to an adbd that listens on TCP: that of an emulator on this computer, or of a
 * phone in the network. What listens there is sent nothing but the first packet of ADB, of the form
 * that Handset sends, until it has answered as adbd does, so that a console can't speak to other
 * servers through the bridge.
 */
export class AdbdConnector {
  /** Where the open connections lead; one address may have several. */
  readonly #inUse = new Set<AdbdTarget>();

  /** Serves a stream of a console until it has ended; never rejects. */
  async serve(target: DirectTarget, { stream, accept }: StreamOpening): Promise<void> {
    let error: HandsetError | null = null;
    try {
      if (target.name === 'adbd') await this.#serveAdbd(target, stream, accept);
      else await this.#listEmulators(stream, accept);
    } catch (thrown) {
      // A phone that breaks off in the middle reports no more than that it is gone.
      error = thrown instanceof HandsetError ? thrown : null;
    }
    // A phone that takes one connection only hangs up on the others.
    const isTaken = error === null && target.name === 'adbd' && this.#isInUse(target);
    stream.end(isTaken ? usedByOtherTab(formatPhoneAddress(target)) : error);
  }

  async #serveAdbd(target: AdbdTarget, stream: RelayStream, accept: () => void): Promise<void> {
    const name = formatPhoneAddress(target);
    const socket = await reach(target, stream.ended);
    this.#inUse.add(target);
    try {
      accept();
      const hangUp = (): void => void socket.destroy();
      stream.ended.addEventListener('abort', hangUp, { once: true });
      if (await greet(socket, stream, name)) {
        // From here on `pipe` sends what is left before it hangs up.
        stream.ended.removeEventListener('abort', hangUp);
        await pipe(socket, stream);
      }
    } finally {
      socket.destroy();
      this.#inUse.delete(target);
    }
  }

  /** Sends the open ports of emulators. Nothing is sent to them, and one that is in use here is left alone. */
  async #listEmulators(stream: RelayStream, accept: () => void): Promise<void> {
    accept();
    const open: number[] = [];
    for (const port of EMULATOR_PORTS) {
      const address = { host: emulatorHost, port };
      if (this.#isInUse(address) || (await accepts(address, stream.ended))) open.push(port);
    }
    const ports = open.join('\n');
    if (ports !== '') await stream.write(new TextEncoder().encode(ports));
  }

  #isInUse(address: PhoneAddress): boolean {
    return [...this.#inUse].some((target) => adbNameOf(target) === adbNameOf(address));
  }
}

/** Whether a connection is accepted there; it is closed at once. */
async function accepts(address: PhoneAddress, ended: AbortSignal): Promise<boolean> {
  try {
    (await reach(address, ended)).destroy();
    return true;
  } catch {
    return false;
  }
}

/** A connection to this address. Rejects with `adb-unreachable`. */
async function reach(address: PhoneAddress, ended: AbortSignal): Promise<Socket> {
  const { host, port } = address;
  // As adb does it: else a phone that has left the network would never be missed.
  const keepAlive = { keepAlive: true, keepAliveInitialDelay: ADB_LIMITS.keepAliveMs };
  const socket = connect({ host, port, noDelay: true, ...keepAlive });
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const timer = setTimeout(() => socket.destroy(timedOut()), ADB_LIMITS.connectMs);
    const stop = (): void => void socket.destroy(timedOut());
    ended.addEventListener('abort', stop, { once: true });
    const done = (error: Error | null): void => {
      clearTimeout(timer);
      ended.removeEventListener('abort', stop);
      resolve(error);
    };
    socket.once('connect', () => done(null));
    // Stays, since errors are also reported by `close`, which every later wait listens to.
    socket.on('error', done);
    if (ended.aborted) stop();
  });
  if (failure === null) return socket;
  throw unreachable(formatPhoneAddress(address), host, failure);
}

function usedByOtherTab(name: string): HandsetError {
  return new HandsetError('phone-lost', `Another tab of the console is using ${name}.`, {
    hint: 'Continue in that tab, or disconnect the phone there and click Retry here.',
  });
}

function timedOut(): NodeJS.ErrnoException {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
}

function unreachable(name: string, host: string, cause: NodeJS.ErrnoException): HandsetError {
  if (cause.code === 'ECONNREFUSED')
    return new HandsetError('adb-unreachable', `Nothing listens at ${name}.`, {
      hint: 'Check the address. An emulator must be running; a phone listens after `adb tcpip 5555`, until it restarts.',
      cause,
    });
  if (cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN')
    return new HandsetError('adb-unreachable', `This computer doesn't know the name “${host}”.`, {
      hint: 'Check the name, or use the address that the phone shows under Settings > About phone > IP address.',
      cause,
    });
  return new HandsetError('adb-unreachable', `${name} doesn't answer.`, {
    hint: 'Check the address, and that the phone is awake and on the same network as this computer.',
    cause,
  });
}

const headerBytes = 24;
/** Commands of ADB's packets (protocol.txt): the first four bytes, which the last four invert. */
const greeting = 'CNXN';
const answers: ReadonlySet<string> = new Set(['AUTH', 'CNXN', 'STLS']);
/** The version and the largest payload, which are the same in every greeting of Handset. */
const greetingArguments = [0x0100_0001, 1024 * 1024] as const;
/** What Handset says of itself: features, and nothing that another server could take as a command. */
const hostText = /^host::features=[\w,-]*$/;

/**
 * Passes on the console's first packet and the head of the answer, if both are of ADB; false when the
 * console has ended before. Throws `protocol`.
 */
async function greet(socket: Socket, stream: RelayStream, name: string): Promise<boolean> {
  const packet = await readFirstPacket(stream);
  if (packet === null) return false;
  socket.write(packet);
  const head = await readExactly(socket, headerBytes);
  if (!answers.has(commandOf(head) ?? ''))
    throw new HandsetError(
      'protocol',
      `Something other than an Android phone answers at ${name}.`,
      {
        hint: 'Check the port.',
      },
    );
  await stream.write(new Uint8Array(head));
  return true;
}

/** The command of a packet's head; null for one that is not of ADB. */
function commandOf(head: Buffer): string | null {
  const isInverse = head.readUInt32LE(0) === ~head.readInt32LE(20) >>> 0;
  return isInverse ? head.toString('latin1', 0, 4) : null;
}

/** The console's first packet; null when it ends before. Throws `protocol` for any other than a greeting of Handset. */
async function readFirstPacket(stream: RelayStream): Promise<Buffer | null> {
  let packet = Buffer.alloc(0);
  let length = headerBytes;
  while (packet.length < length) {
    const bytes = await stream.read();
    if (bytes === null) return null;
    packet = Buffer.concat([packet, bytes]);
    if (packet.length < headerBytes) continue;
    length = headerBytes + packet.readUInt32LE(12);
    if (commandOf(packet) !== greeting || length > ADB_LIMITS.firstPacketBytes) throw noGreeting();
  }
  if (packet.length !== length || !isGreeting(packet)) throw noGreeting();
  return packet;
}

/** Whether every byte of the packet is as Handset sends it: eight free ones could be a command elsewhere. */
function isGreeting(packet: Buffer): boolean {
  const payload = packet.subarray(headerBytes);
  const checksum = payload.reduce((sum, byte) => sum + byte, 0);
  return (
    greetingArguments.every((value, at) => packet.readUInt32LE(4 + 4 * at) === value) &&
    packet.readUInt32LE(16) === checksum &&
    hostText.test(payload.toString('latin1'))
  );
}

function noGreeting(): HandsetError {
  return new HandsetError(
    'protocol',
    'The connection must begin with the ADB message that Handset sends.',
  );
}
