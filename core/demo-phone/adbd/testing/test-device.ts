/** A `Device` for adbd's tests: a phone with a handful of programs and no screen. */
import { createAdbd } from '../adbd.ts';
import {
  type AdbLink,
  type DemoPhone,
  type Device,
  type ProcessIo,
  createLocalSockets,
  type LocalSockets,
} from '../../device.ts';
import { createMemoryFiles } from '../../files.ts';
import type { AndroidVersion, FaultName } from '../../options.ts';
import { command, createPacketDecoder, encodePacket, type Packet } from '../wire/packet.ts';

export interface TestDevice extends Device {
  /** Fingerprints of the Allow dialogs that were shown. */
  readonly dialogFingerprints: readonly string[];
  /** Why each program's signal was aborted. */
  readonly abortedCommands: readonly string[];
  /** Local sockets at which tests can listen. */
  readonly localSockets: LocalSockets;
}

export interface TestPhone {
  readonly phone: DemoPhone;
  readonly device: TestDevice;
}

/** Creates a phone of this version; the faults decide how the dialog is answered, without delay. */
export function createTestPhone(android: AndroidVersion, ...faults: FaultName[]): TestPhone {
  const device = createTestDevice(android, new Set(faults));
  const { serial, model } = device.identity;
  return { device, phone: { serial, model, connect: createAdbd(device) } };
}

function createTestDevice(android: AndroidVersion, faults: ReadonlySet<FaultName>): TestDevice {
  const dialogFingerprints: string[] = [];
  const abortedCommands: string[] = [];
  const keys = new Set<string>();
  const localSockets = createLocalSockets();
  const runCommandLine: Device['runCommandLine'] = (commandLine, io) => {
    io.signal.addEventListener('abort', () => abortedCommands.push(commandLine), { once: true });
    // 128 + SIGPIPE: the program's reader is gone.
    return runProgram(commandLine, io).catch(() => 141);
  };
  return {
    identity: { serial: 'TEST0001', product: 'test', model: 'Test Phone', device: 'testdev' },
    android,
    faults,
    files: createMemoryFiles(),
    dialogFingerprints,
    abortedCommands,
    localSockets,
    findLocalSocket: (name) => localSockets.find(name),
    runShell: (io) => runCommandLine('cat', io),
    runCommandLine,
    showAllowDialog: (fingerprint) => {
      dialogFingerprints.push(fingerprint);
      if (faults.has('auth-ignored')) return new Promise(() => undefined);
      return Promise.resolve(faults.has('auth-refused') ? 'refuse' : 'allow');
    },
    authorizedKeys: keys,
  };
}

async function runProgram(commandLine: string, io: ProcessIo): Promise<number> {
  const [name, ...args] = commandLine.split(' ');
  switch (name) {
    case 'echo':
      await io.stdout(text(`${args.join(' ')}\n`));
      return 0;
    case 'fail':
      await io.stdout(text('out\n'));
      await io.stderr(text('err\n'));
      return 3;
    case 'cat':
      for await (const chunk of io.stdin) await io.stdout(chunk);
      return 0;
    case 'bytes':
    case 'screencap':
      await io.stdout(createPattern(Number(args[0])));
      return 0;
    case 'flood':
      for (;;) await io.stdout(createPattern(65_536));
    case 'wait':
      await new Promise<void>((resolve) =>
        io.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      return 0;
    default:
      await io.stderr(text(`/system/bin/sh: ${name}: inaccessible or not found\n`));
      return 127;
  }
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

/** Pseudo-random bytes, so that a test notices shifted or repeated parts. */
export function createPattern(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

/** A key that parses, which is all that the dialog needs. */
const keyLine = `${btoa(String.fromCharCode(64, ...new Array<number>(523).fill(0)))} raw@host\0`;

/** A host that sends and receives single ADB packets. */
export class RawHost {
  /** Packets from the phone that `next` has not returned yet. */
  readonly received: Packet[] = [];
  readonly link: AdbLink;
  /** Whether the phone has ended the link. */
  ended = false;

  constructor(phone: DemoPhone) {
    // The limit is above every phone's own.
    const limits = { maxPayload: 2 ** 24, verifyChecksum: false };
    const decode = createPacketDecoder(limits, (packet) => this.received.push(packet));
    this.link = phone.connect({
      send: decode,
      onLinkClosed: () => {
        this.ended = true;
      },
    });
  }

  /** Sends one packet. */
  send(
    code: keyof typeof command,
    args: readonly [number, number],
    payload: string | Uint8Array = '',
  ) {
    const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
    const packet = { command: command[code], arg0: args[0], arg1: args[1], payload: bytes.slice() };
    this.link.receive(encodePacket(packet, { checksum: true }));
  }

  /** Waits for the phone's next packet. */
  async next(): Promise<Packet & { readonly name: string; readonly text: string }> {
    for (;;) {
      const packet = this.received.shift();
      if (packet !== undefined) return describePacket(packet);
      if (this.ended) throw new Error('the phone ended the link');
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Does the CNXN handshake and the authorisation. Returns the phone's CNXN. */
  async connectAndAuthorize(features = '', version = 0x0100_0001, maxPayload = 1024 * 1024) {
    this.send('cnxn', [version, maxPayload], `host::features=${features}`);
    await this.next();
    this.send('auth', [3, 0], keyLine);
    return this.next();
  }

  /** Lets the phone process everything that is pending. */
  async processPending(): Promise<void> {
    for (let turn = 0; turn < 20; turn++)
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }
}

function describePacket(packet: Packet) {
  const { command: code, payload } = packet;
  const name = String.fromCharCode(code & 255, (code >> 8) & 255, (code >> 16) & 255, code >> 24);
  return { ...packet, name, text: new TextDecoder().decode(payload) };
}
