import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EMULATOR_PORTS } from '#core/link/phone-address.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import { STREAM_WINDOW_BYTES } from '#core/relay/limits.ts';
import { eventually, testBridge } from '../testing/bridge.ts';
import { neverAborts, testConsole } from '../testing/consoles.ts';

const host = '127.0.0.1';
const adbServer = { name: 'none', address: { host, port: 1 }, program: null };

/** What listens in place of an adbd, the connections to it, and all that it received. */
interface FakeListener {
  readonly port: number;
  readonly sockets: Socket[];
  received(): string;
}

async function listen(answer: (socket: Socket) => void, atPort = 0): Promise<FakeListener> {
  const sockets: Socket[] = [];
  let text = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const isFirst = text === '';
      text += bytes.toString('latin1');
      if (isFirst) answer(socket);
    });
  });
  server.listen(atPort, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, sockets, received: () => text };
}

function packet(command: string, payload: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(24 + payload.length);
  bytes.write(command, 0, 'latin1');
  bytes.writeUInt32LE(0x0100_0001, 4);
  bytes.writeUInt32LE(1024 * 1024, 8);
  bytes.writeUInt32LE(payload.length, 12);
  bytes.writeInt32LE(~bytes.readInt32LE(0), 20);
  bytes.write(payload, 24, 'latin1');
  bytes.writeUInt32LE(
    bytes.subarray(24).reduce((sum, byte) => sum + byte, 0),
    16,
  );
  return new Uint8Array(bytes);
}

const greeting = packet('CNXN', 'host::features=shell_v2,cmd');

function withText(bytes: Uint8Array, text: string, at: number): Uint8Array<ArrayBuffer> {
  const changed = Buffer.from(bytes);
  changed.write(text, at, 'latin1');
  return new Uint8Array(changed);
}

/** A console of a real bridge, which opens streams to this port. */
async function consoleOfBridge(origin?: string) {
  const options = { adbServer, allowedOrigins: origin === undefined ? [] : [origin] };
  const bridge = await testBridge(options);
  const console = testConsole({ port: bridge.port, ...(origin !== undefined && { origin }) });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  return {
    open: (port: number, name = host) =>
      console.openStream({ name: 'adbd', host: name, port }, neverAborts),
    listEmulators: async () => {
      const stream = await console.openStream({ name: 'emulator-ports' }, neverAborts);
      return (await readAll(stream)).split('\n').map(Number);
    },
  };
}

async function readAll(stream: RelayStream): Promise<string> {
  let text = '';
  for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read())
    text += new TextDecoder().decode(bytes);
  return text;
}

test('a phone is sent the first packet of ADB, and bytes go both ways once it has answered', async () => {
  const phone = await listen((socket) => socket.write(packet('AUTH', 'token')));
  const stream = await (await consoleOfBridge()).open(phone.port);
  await eventually(() => expect(phone.sockets).toHaveLength(1));
  expect(phone.received()).toBe('');
  await stream.write(greeting.slice(0, 10));
  await stream.write(greeting.slice(10));
  expect(Buffer.from((await stream.read()) ?? []).toString('latin1')).toMatch(/^AUTH/);
  await stream.write(new TextEncoder().encode('anything now'));
  await eventually(() => expect(phone.received()).toMatch(/shell_v2,cmdanything now$/));
  phone.sockets[0]?.end('bye');
  expect(await readAll(stream)).toBe('tokenbye');
});

test.each([
  ['a request of HTTP', new TextEncoder().encode('GET / HTTP/1.1\r\nHost: printer\r\n\r\n')],
  ['another packet', packet('OPEN', 'host::features=a')],
  ['lines of another protocol', packet('CNXN', 'host::features=a\r\nQUIT\r\n')],
  ['more than one packet', new Uint8Array([...greeting, 0])],
  ['a large packet', packet('CNXN', `host::features=${'a'.repeat(5_000)}`)],
  ['a packet with a wrong end', greeting.with(20, 0)],
  ['a line in place of the version', withText(greeting, '\r\nQUIT\r\n', 4)],
  ['a line in place of the checksum', withText(greeting, 'GO\r\n', 16)],
])('%s in place of it reaches nothing', async (_, bytes) => {
  const other = await listen(() => undefined);
  const stream = await (await consoleOfBridge()).open(other.port);
  await stream.write(bytes);
  await expect(stream.read()).rejects.toMatchObject({ code: 'protocol' });
  await eventually(() => expect(other.sockets[0]?.closed).toBe(true));
  expect(other.received()).toBe('');
});

test.each([
  ['before it has answered', (): void => undefined],
  ['later', (socket: Socket): void => void socket.write(packet('AUTH', 'token'))],
])(
  'a phone that hangs up %s, for another tab that has it, is said to be used there',
  async (_, answer) => {
    const phone = await listen(answer);
    const console = await consoleOfBridge();
    const first = await console.open(phone.port);
    await first.write(greeting);
    await console.open(phone.port);
    await eventually(() => expect(phone.sockets).toHaveLength(2));
    await eventually(() => expect(phone.received()).not.toBe(''));
    phone.sockets[0]?.end();
    await expect(readAll(first)).rejects.toMatchObject({
      code: 'phone-lost',
      message: `Another tab of the console is using 127.0.0.1:${phone.port}.`,
    });
  },
);

test('a console learns only that what listens is not a phone', async () => {
  const printer = await listen((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const stream = await (await consoleOfBridge()).open(printer.port);
  await stream.write(greeting);
  await expect(stream.read()).rejects.toMatchObject({
    code: 'protocol',
    message: `Something other than an Android phone answers at 127.0.0.1:${printer.port}.`,
  });
});

test.each([
  [host, 1, 'Nothing listens at 127.0.0.1:1.'],
  ['handset.invalid', 5555, "This computer doesn't know the name “handset.invalid”."],
])('that %s:%i can’t be reached is said with the address', async (name, port, message) => {
  const console = await consoleOfBridge();
  const error = { code: 'adb-unreachable', message };
  await expect(console.open(port, name)).rejects.toMatchObject(error);
});

test('a hosted console reaches no address without --allow-adb', async () => {
  const phone = await listen(() => undefined);
  const console = await consoleOfBridge('https://hosted.example');
  await expect(console.open(phone.port)).rejects.toMatchObject({ code: 'unsupported' });
  await expect(console.listEmulators()).rejects.toMatchObject({ code: 'unsupported' });
  expect(phone.sockets).toHaveLength(0);
});

test('a phone that floods a console costs no more than the credit', async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  let taken = 0;
  const phone = await listen((socket) => {
    socket.write(packet('CNXN', 'device::'));
    const flood = (): void => {
      while (taken < 256 && socket.write(chunk)) taken += 1;
    };
    socket.on('drain', flood);
    flood();
  });
  const stream = await (await consoleOfBridge()).open(phone.port);
  await stream.write(greeting);
  await stream.read();
  await eventually(async () => {
    const before = taken;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(taken).toBe(before);
  });
  // What the sockets of the system hold, beside one window.
  expect(taken * chunk.length).toBeLessThan(STREAM_WINDOW_BYTES + 64 * 1024 * 1024);
  stream.end();
  await eventually(() => expect(phone.sockets[0]?.destroyed).toBe(true));
});

/** What listens at a port of emulators, of which this computer may use some. */
async function listenAsEmulator(): Promise<FakeListener> {
  for (const port of EMULATOR_PORTS.toReversed()) {
    const listener = await listen(() => undefined, port).catch(() => null);
    if (listener !== null) return listener;
  }
  throw new Error('No port of emulators is free.');
}

test('open ports of emulators are listed, and sent nothing', async () => {
  const emulator = await listenAsEmulator();
  const { port } = emulator;
  const console = await consoleOfBridge();
  expect(await console.listEmulators()).toContain(port);
  await eventually(() => expect(emulator.sockets[0]?.closed).toBe(true));
  // One that is in use is listed without another connection, also when one of its users leaves.
  await console.open(port);
  const other = await console.open(port);
  await eventually(() => expect(emulator.sockets).toHaveLength(3));
  other.end();
  await eventually(() => expect(emulator.sockets.filter(({ closed }) => closed)).toHaveLength(2));
  expect(await console.listEmulators()).toContain(port);
  expect(emulator.sockets).toHaveLength(3);
  expect(emulator.received()).toBe('');
});
