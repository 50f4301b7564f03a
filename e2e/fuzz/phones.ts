/** Phones and adb servers that send the bytes of an input, with what the product connects to them by. */
import '#worker/adb/transport/closed-shim.ts';
import { createServer } from 'node:net';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { ReadableStream } from '@yume-chan/stream-extra';
import { AdbServer } from '#app/bridge/adb/adb-server.ts';
import type { Command } from '#core/commands/command.ts';
import { ownShellLine } from '#core/commands/shell-text.ts';
import { command, encodePacket } from '#core/demo-phone/adbd/wire/packet.ts';
import { createCapturedWorld } from '#core/demo-phone/android/captured-world.ts';
import type { DemoPhone } from '#core/demo-phone/device.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import type { World } from '#core/demo-phone/world.ts';
import type { ServerPhoneInfo } from '#core/link/phone-status.ts';
import { neverAborts } from '#worker/adb/testing/harness.ts';
import { streamPair } from '#worker/adb/testing/lying-phone.ts';
import { AdbConnection } from '#worker/adb/transport/connection.ts';
import { ServerPhones } from '#worker/adb/transport/server-phones.ts';
import { readText } from '#worker/adb/transport/server-transport.ts';
import { DemoUsb } from '#worker/demo/demo-usb.ts';
import { createNewKeyStore } from '#worker/demo/testing/tango-host.ts';
import { pause } from '#worker/waits/deadline.ts';
import type { Bytes } from './mutate.ts';
import { decode, encode, join, once, uint32 } from './seeds.ts';

/** A command whose output is only read. */
export const anyCommand: Command<unknown> = {
  purpose: 'asking',
  line: ownShellLine('echo'),
  deadlineMs: 5_000,
  parse: ({ stdout, stderr, exitCode }) => ({ stdout: decode(stdout), stderr, exitCode }),
};

/** A packet of the shell protocol: 1 is stdout, 2 stderr, 3 the exit code. */
export const shellPacket = (id: 1 | 2 | 3, content: string | Uint8Array): Bytes =>
  join(Uint8Array.of(id), uint32(join(content).length), content);
export const shellOutput = join(
  shellPacket(1, 'hello\n'),
  shellPacket(2, 'oh\n'),
  shellPacket(3, '\x03'),
);
/** What a command sends that fails. */
export const failed = shellPacket(3, '\x01');
/** The sync service's answer to a file that it has got. */
export const accepted = join('OKAY', uint32(0));

/** The pieces as a stream of Tango. */
export const streamOf = (pieces: readonly Bytes[]): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

/** Makes use of a connection, and closes it. */
export async function use<Result>(
  opening: Promise<AdbConnection>,
  work: (connection: AdbConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await opening;
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Connects to a phone of the adb server, whose sockets send this for their service and end; for null, that a command succeeded. */
export async function connect(
  answerTo: (service: string) => readonly Bytes[] | null,
  features = '',
): Promise<AdbConnection> {
  const phones = new ServerPhones((target) => {
    const { near, far } = streamPair();
    const service = target.name === 'adb-service' ? target.service : null;
    const text = [encode(`shell_v2,cmd,fixed_push_mkdir,${features}`)];
    const pieces = service === null ? text : (answerTo(service) ?? [shellPacket(3, '\0')]);
    const send = async (): Promise<void> => {
      for (const piece of pieces) await far.write(piece);
      far.end();
    };
    // The product may end the stream first.
    send().catch(() => undefined);
    return Promise.resolve(near);
  });
  const state = { state: 'ready', stateText: 'device' } as const;
  const device = { serial: 'S', name: 'phone', transportId: 1, model: 'Phone', ...state };
  return await AdbConnection.openThroughServer({ device, phones }, neverAborts);
}

const packet = (
  name: keyof typeof command,
  args: readonly [number, number],
  payload: Uint8Array,
): Bytes => {
  const [arg0, arg1] = args;
  return encodePacket(
    { command: command[name], arg0, arg1, payload: join(payload) },
    { checksum: false },
  );
};
const nothing = new Uint8Array();
const greeting = packet(
  'cnxn',
  [0x0100_0001, 2 ** 20],
  encode('device::ro.product.model=Phone;features=shell_v2,cmd'),
);
/** What a phone sends to a host that runs a command, and to one whose key it does not know. */
export const usbSeeds = [
  join(
    greeting,
    packet('okay', [1, 1], nothing),
    packet('wrte', [1, 1], shellOutput),
    packet('clse', [1, 1], nothing),
  ),
  join(packet('auth', [1, 0], encode('01234567890123456789')), greeting),
];

/** Ignores what the host sends; `connectAtUsb` answers it. */
const phoneAtUsb: DemoPhone = {
  serial: 'S',
  model: 'Phone',
  connect: () => ({ receive: () => undefined, close: () => undefined }),
};
const keys = createNewKeyStore();
const headerBytes = 24;
/** The longest transfer that Chromium takes (usb_device.cc). */
const maxTransferBytes = 32 * 2 ** 20;
/** So often a phone waits 10 ms for the host's next packet, until it is unplugged. */
const maxWaits = 12;

/** Connects to a phone at USB that answers the host's first packet with as many bytes as a greeting has, and the next one with the rest. */
export async function connectAtUsb(bytes: Bytes): Promise<AdbConnection> {
  const usb = new DemoUsb(phoneAtUsb);
  const [real] = await usb.getDevices();
  if (real === undefined) throw new Error('The phone is not there.');
  let at = 0;
  let end = 0;
  const isOver = (): boolean => at >= Math.min(end, bytes.length);
  const own: Readonly<Record<PropertyKey, unknown>> = {
    transferIn: async (_: number, length: number): Promise<unknown> => {
      if (length > maxTransferBytes) throw new DOMException('It is too long.', 'DataError');
      for (let waits = 0; isOver() && waits < maxWaits; waits++) await pause(10, neverAborts);
      if (isOver()) throw new DOMException('A transfer error has occurred.', 'NetworkError');
      const from = at;
      // A header is a transfer of its own.
      at = Math.min(at + (length === 512 ? headerBytes : length), bytes.length);
      return { data: new DataView(bytes.slice(from, at).buffer), status: 'ok' };
    },
    transferOut: (_: number, sent: Uint8Array): Promise<unknown> => {
      const name = sent.length === headerBytes ? decode(sent.subarray(0, 4)) : '';
      if (name === 'CNXN') end = greeting.length;
      if (name === 'OPEN' || name === 'AUTH') end = bytes.length;
      return Promise.resolve({ bytesWritten: sent.length, status: 'ok' });
    },
  };
  const device = new Proxy(real, {
    get: (target, name) => {
      const value: unknown = own[name] ?? Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  usb.getDevices = () => Promise.resolve([device]);
  const [found] = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
  if (found === undefined) throw new Error('The phone was not found.');
  return await AdbConnection.open(found, { keys, onWaiting: () => undefined }, neverAborts);
}

/** The demo phone's screen of this dump. */
export const showCapture = (xml: Bytes): Promise<World> =>
  createCapturedWorld(
    { android: 14, faults: new Set(), latency: 'none', canvas: createNodeCanvas() },
    { xml },
  );

/** The phones that a console last lists by an adb server that reports changes so, and ends. */
export async function followAdbServer(report: Bytes): Promise<readonly ServerPhoneInfo[]> {
  const phones = new ServerPhones(({ name }) => {
    const { near, far } = streamPair();
    const send = async (): Promise<void> => {
      if (name === 'adb-track') await far.write(report);
      far.end();
    };
    send().catch(() => undefined);
    return Promise.resolve(near);
  });
  let listed: readonly ServerPhoneInfo[] = [];
  await new Promise<void>((resolve) => {
    phones.onChange(() => {
      if (phones.status.state === 'listed') listed = phones.list;
      if (phones.status.state === 'unreachable') resolve();
    });
    phones.setAccess({ canStart: false });
  });
  phones.setAccess(null);
  return listed;
}

/** What the adb server sends, by the number in the request. */
const answers = new Map<number, readonly Bytes[]>();
let lastNumber = 0;
const adbServer = once(async (): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const [, number] = /(?:id:|connect:)(\d+)/.exec(request.toString()) ?? [];
      for (const piece of answers.get(Number(number)) ?? []) socket.write(piece);
      answers.delete(Number(number));
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
});

/** What the bridge passes on of an adb server that answers so. */
export async function askAdbServer(
  name: 'adb-features' | 'adb-connect',
  pieces: readonly Bytes[],
): Promise<string> {
  const number = ++lastNumber;
  answers.set(number, pieces);
  const address = { host: '127.0.0.1', port: await adbServer() };
  const { near, far } = streamPair();
  const target =
    name === 'adb-features'
      ? ({ name, transport: number } as const)
      : ({ name, host: `${number}.test`, port: 5555 } as const);
  const adb = new AdbServer({ name: 'test', address, program: null });
  void adb.serve({ target, stream: far, accept: () => undefined });
  return await readText(near, neverAborts);
}
