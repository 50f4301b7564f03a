import { type Server, type Socket, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  parseBridgeFrame,
  encodeFrame,
  type BridgeFrame,
  type ConsoleFrame,
} from '#core/relay/frames.ts';
import { CLOSE_CODES, STREAM_WINDOW_BYTES } from '#core/relay/limits.ts';
import { eventually, hello, openSocket, testBridge } from '../testing/bridge.ts';
import { type AdbServerOptions, adbServerOptions } from './adb-server.ts';

/** What answers in place of an adb server, and the requests that it got. */
interface FakeServer {
  readonly options: AdbServerOptions;
  readonly requests: string[];
  readonly sockets: Socket[];
}

/** Answers each request by this function; adb's own server is used in `e2e/adb-server.spec.ts`. */
async function fakeServer(answer: (request: string, socket: Socket) => void): Promise<FakeServer> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const length = 4 + Number.parseInt(text.slice(0, 4), 16);
      if (text.length < length) return;
      const request = text.slice(4, length);
      text = text.slice(length);
      requests.push(request);
      answer(request, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const options = { name: 'test', address: { host: '127.0.0.1', port }, program: null };
  return { options, requests, sockets };
}

/** A console at the level of frames. */
async function rawConsole(port: number, origin = `http://127.0.0.1:${port}`) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: { origin } });
  onTestFinished(() => socket.terminate());
  const frames: BridgeFrame[] = [];
  const closeCodes: number[] = [];
  socket.binaryType = 'arraybuffer';
  socket.on('message', (data, isBinary) => {
    const frame = parseBridgeFrame(isBinary ? data : Buffer.from(data as ArrayBuffer).toString());
    frames.push(frame);
    // A silent console would be disconnected.
    if (frame.kind === 'ping') socket.send(JSON.stringify({ kind: 'pong' }));
  });
  socket.on('close', (code) => closeCodes.push(code));
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify(hello));
  await eventually(() => expect(frames[0]?.kind).toBe('welcome'));
  const send = (frame: ConsoleFrame): void => socket.send(encodeFrame(frame));
  const sendText = (frame: unknown): void => socket.send(JSON.stringify(frame));
  const streamEnd = async (stream: number) => {
    const find = () =>
      frames.find((frame) => frame.kind === 'stream-end' && frame.stream === stream);
    await eventually(() => expect(find()).toBeDefined());
    const end = find();
    return end?.kind === 'stream-end' ? end.error : null;
  };
  const received = (): number =>
    frames.reduce((sum, frame) => sum + (frame.kind === 'data' ? frame.bytes.length : 0), 0);
  return { frames, closeCodes, send, sendText, streamEnd, received };
}

const okay = (_request: string, socket: Socket): void => void socket.write('OKAY');
const service = (name: string) => ({ name: 'adb-service', transport: 7, service: name }) as const;

test('a service of a phone is reached by the number of the phone, and bytes go both ways', async () => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: service('shell,v2,raw:id') });
  await eventually(() => expect(console.frames.at(-1)?.kind).toBe('stream-opened'));
  expect(server.requests).toEqual(['host:transport-id:7', 'shell,v2,raw:id']);
  server.sockets[0]?.end('uid=2000');
  expect(await console.streamEnd(1)).toBeNull();
  expect(console.received()).toBe(8);
});

test.each([
  'host:kill',
  'host:connect:10.0.0.1:5555',
  'host:pair:123456:10.0.0.1:5555',
  'host:disconnect:',
  'host-serial:x:forward:tcp:1;tcp:2',
  'reverse:forward:tcp:1;tcp:2',
  'tcp:22',
  'reboot:bootloader',
  'root:',
  'sync:x',
  '',
])('the service %j is refused without asking the server', async (name) => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: service(name) });
  expect(await console.streamEnd(1)).toMatchObject({ code: 'unsupported' });
  expect(server.requests).toEqual([]);
});

test.each([
  [{ name: 'adb-kill' }],
  [{ name: 'adb-track', host: '10.0.0.1' }],
  [{ name: 'adb-features', transport: 'any' }],
  [{ name: 'adb-features', transport: '1:features\nhost' }],
  [{ name: 'adb-connect', host: 'a b', port: 5555 }],
  [{ name: 'adb-disconnect', host: '', port: 5555 }],
  [{ name: 'adb-pair', host: '192.168.1.5', port: 41_234, code: '123456:10.0.0.1' }],
  [{ name: 'adb-pair', host: '192.168.1.5', port: 41_234, code: '12345' }],
])('a console that asks for %j is disconnected', async (target) => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.sendText({ kind: 'stream-open', stream: 1, target });
  await eventually(() => expect(console.closeCodes).toEqual([CLOSE_CODES.badFrame]));
  expect(server.requests).toEqual([]);
});

const phone = { host: '192.168.1.5', port: 41_234 };
const code = '246810';
/** A text as the adb server sends it. */
const withLength = (text: string): string => text.length.toString(16).padStart(4, '0') + text;

test.each([
  [
    { name: 'adb-connect', ...phone },
    'host:connect:192.168.1.5:41234',
    'connected to 192.168.1.5:41234',
  ],
  [
    { name: 'adb-connect', host: 'fe80::1%wlan0', port: 5555 },
    'host:connect:[fe80::1%wlan0]:5555',
    'already connected to [fe80::1%wlan0]:5555',
  ],
  [
    { name: 'adb-disconnect', ...phone },
    'host:disconnect:192.168.1.5:41234',
    'disconnected 192.168.1.5:41234',
  ],
  [
    { name: 'adb-pair', ...phone, code },
    'host:pair:246810:192.168.1.5:41234',
    'Successfully paired to 192.168.1.5:41234 [guid=adb-R5CT30-aBcDeF]',
  ],
] as const)('%j is done when the server says so', async (target, request, answer) => {
  const server = await fakeServer((_, socket) => socket.write(`OKAY${withLength(answer)}`));
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target });
  expect(await console.streamEnd(1)).toBeNull();
  expect(server.requests).toEqual([request]);
  await eventually(() => expect(server.sockets[0]?.destroyed).toBe(true));
});

test('an answer that comes in pieces is waited for', async () => {
  const server = await fakeServer((_, socket) => {
    socket.write('OK');
    setTimeout(() => socket.write(`AY${withLength('connected to 192.168.1.5:41234')}`), 50);
  });
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-connect', ...phone } });
  expect(await console.streamEnd(1)).toBeNull();
});

test.each([
  ['OKAY', 'Failed: Wrong password or connection was dropped.'],
  ['OKAYFAIL', 'Failed: Unable to start pairing client.'],
  ['OKAYFAIL', `Failed: 246810 is no code of 192.168.1.5`],
])(
  'a pairing that fails with %s gives the server’s words, never the code',
  async (status, words) => {
    const server = await fakeServer((_, socket) => socket.write(status + withLength(words)));
    const { port } = await testBridge({ adbServer: server.options });
    const console = await rawConsole(port);
    console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-pair', ...phone, code } });
    const error = await console.streamEnd(1);
    expect(error).toMatchObject({
      code: 'command-failed',
      message: `adb couldn't pair with 192.168.1.5:41234: ${words.replace(code, '******')}`,
    });
    expect(JSON.stringify(console.frames)).not.toContain(code);
  },
);

test.each([{ name: 'adb-pair', ...phone, code } as const, { name: 'adb-mdns' } as const])(
  'a server that does not know %j is too old',
  async (target) => {
    const server = await fakeServer((_, socket) =>
      socket.write(`FAIL${withLength('unknown host service')}`),
    );
    const { port } = await testBridge({ adbServer: server.options });
    const console = await rawConsole(port);
    console.send({ kind: 'stream-open', stream: 1, target });
    expect(await console.streamEnd(1)).toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('older than version 30') as unknown,
      hint: expect.stringContaining('https://developer.android.com/') as unknown,
    });
  },
);

test.each([
  { host: 'emu', port: 5554 },
  { host: 'vsock', port: 5555 },
  { host: '192.168.1', port: 5555 },
  { host: '300.1.1.1', port: 5555 },
])('%j is no address of a phone, and the server is not asked', async (address) => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  for (const [at, name] of (['adb-connect', 'adb-disconnect'] as const).entries()) {
    console.send({ kind: 'stream-open', stream: at + 1, target: { name, ...address } });
    expect(await console.streamEnd(at + 1)).toMatchObject({ code: 'invalid-argument' });
  }
  expect(server.requests).toEqual([]);
});

test('phones that the server found are passed on as it says them', async () => {
  const line = 'adb-R5CT30-aBcDeF\t_adb-tls-connect._tcp\t192.168.1.5:37043\n';
  const server = await fakeServer((_, socket) => socket.end(`OKAY${withLength(line)}`));
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-mdns' } });
  expect(await console.streamEnd(1)).toBeNull();
  expect(server.requests).toEqual(['host:mdns:services']);
  expect(console.received()).toBe(line.length);
});

test('a hosted console reaches the adb server only with --allow-adb', async () => {
  const origin = 'https://hosted.example';
  const server = await fakeServer(okay);
  const options = { adbServer: server.options, allowedOrigins: [origin] };
  const refusing = await testBridge(options);
  const refused = await rawConsole(refusing.port, origin);
  expect(refused.frames[0]).toMatchObject({ adb: null });
  refused.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-track' } });
  expect(await refused.streamEnd(1)).toMatchObject({ code: 'unsupported' });
  expect(server.requests).toEqual([]);
  // Files of the computer, never.
  refused.send({ kind: 'stream-open', stream: 2, target: { name: 'file-read', path: 'x' } });
  expect(await refused.streamEnd(2)).toMatchObject({
    code: 'unsupported',
    message: 'This console may not reach files on the computer.',
  });
  const allowing = await testBridge({ ...options, allowAdb: true });
  const allowed = await rawConsole(allowing.port, origin);
  expect(allowed.frames[0]).toMatchObject({ adb: { canStart: false } });
  allowed.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-track' } });
  await eventually(() => expect(server.requests).toEqual(['host:track-devices-l']));
});

test('a server that floods a console costs no more than the credit', async () => {
  let sentBytes = 0;
  const server = await fakeServer((_, socket) => {
    socket.write('OKAY');
    const chunk = Buffer.alloc(1024 * 1024);
    const flood = (): void => {
      while (sentBytes < 512 * chunk.length && socket.write(chunk)) sentBytes += chunk.length;
    };
    socket.on('drain', () => {
      sentBytes += chunk.length;
      flood();
    });
    flood();
  });
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-track' } });
  await eventually(() => expect(console.received()).toBe(STREAM_WINDOW_BYTES));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(console.received()).toBe(STREAM_WINDOW_BYTES);
  // The rest waits in the sockets of the system.
  expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  console.send({ kind: 'stream-end', stream: 1, error: null });
  await eventually(() => expect(server.sockets[0]?.destroyed).toBe(true));
});

test.each([
  ['refuses', 'FAILffff' + 'x'.repeat(100_000), 'protocol'],
  ['is none', 'HTTP/1.1 400 Bad Request', 'protocol'],
  ['hangs up', null, 'adb-unreachable'],
])('a server that %s is reported', async (_, answer, code) => {
  const server = await fakeServer((_request, socket) =>
    answer === null ? socket.destroy() : socket.write(answer),
  );
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-track' } });
  const error = await console.streamEnd(1);
  expect(error).toMatchObject({ code });
  expect(error?.message.length).toBeLessThan(1_024);
});

test('a stream before the hello, or with a wrong secret, reaches nothing', async () => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const headers = { origin: `http://127.0.0.1:${port}` };
  const open = { kind: 'stream-open', stream: 1, target: { name: 'adb-track' } };
  expect(await openSocket(port, headers, { frame: open })).toBe(CLOSE_CODES.badFrame);
  const frame = { ...hello, secret: 'wrong' };
  expect(await openSocket(port, headers, { frame })).toBe(CLOSE_CODES.secretRefused);
  expect(server.requests).toEqual([]);
});

test('a console that sends more than its credit is disconnected', async () => {
  // Reads nothing of what the console sends after the request.
  const server = await fakeServer((request, socket) => {
    socket.write('OKAY');
    if (request.startsWith('exec')) socket.pause();
  });
  const { port } = await testBridge({ adbServer: server.options });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: service('exec:cat') });
  await eventually(() => expect(console.frames.at(-1)?.kind).toBe('stream-opened'));
  // Without waiting for credit, as no console of ours does.
  const bytes = new Uint8Array(256 * 1024);
  for (let sent = 0; sent < 64 * 1024 * 1024; sent += bytes.length)
    console.send({ kind: 'data', stream: 1, bytes });
  await eventually(() => expect(console.closeCodes).toEqual([CLOSE_CODES.badFrame]));
});

test('the connection to the server ends with the console', async () => {
  const server = await fakeServer(okay);
  const { port } = await testBridge({ adbServer: server.options });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
    headers: { origin: `http://127.0.0.1:${port}` },
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify(hello));
  socket.send(JSON.stringify({ kind: 'stream-open', stream: 1, target: { name: 'adb-track' } }));
  await eventually(() => expect(server.requests).toHaveLength(1));
  socket.terminate();
  await eventually(() => expect(server.sockets[0]?.destroyed).toBe(true));
});

test('a setting that is not the address of a server is named to the console', async () => {
  const adbServer = adbServerOptions({ ADB_SERVER_SOCKET: 'tcp:127.0.0.1:99999' }, 'linux');
  const { port } = await testBridge({ adbServer });
  const console = await rawConsole(port);
  console.send({ kind: 'stream-open', stream: 1, target: { name: 'adb-list' } });
  expect(await console.streamEnd(1)).toMatchObject({
    code: 'adb-unreachable',
    message: 'ADB_SERVER_SOCKET=tcp:127.0.0.1:99999 is not the address of an adb server.',
  });
});

test.each([
  [{}, '127.0.0.1:5037'],
  [{ ANDROID_ADB_SERVER_PORT: '6000' }, '127.0.0.1:6000'],
  [{ ADB_SERVER_SOCKET: 'tcp:7000', ANDROID_ADB_SERVER_PORT: '6000' }, '127.0.0.1:7000'],
  [{ ADB_SERVER_SOCKET: 'tcp:farm.example:7000' }, 'farm.example:7000'],
  [{ ADB_SERVER_SOCKET: 'tcp:[::1]:7000' }, '::1:7000'],
  [{ ADB_SERVER_SOCKET: 'localfilesystem:/run/adb' }, '/run/adb'],
])('with %j the server is %s', (env, name) => {
  expect(adbServerOptions({ PATH: '', ...env }, 'linux')).toMatchObject({ name, program: null });
});
