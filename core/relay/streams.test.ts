import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { BridgeEnd, type StreamOpening } from './bridge-end.ts';
import { ConsoleEnd } from './console-end.ts';
import { type Message, type StreamTarget, encodeFrame } from './frames.ts';
import { CLOSE_CODES, MAX_STREAMS, RELAY_VERSION, STREAM_WINDOW_BYTES } from './limits.ts';

const target: StreamTarget = { name: 'adb-track' };
const neverAborts = new AbortController().signal;
const received = (message: Message) => (typeof message === 'string' ? message : message.buffer);
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Both ends of a socket that delivers at once; `serve` gets the streams that the console opens. */
function connectEnds(serve: ((opening: StreamOpening) => void) | undefined) {
  const closed: number[] = [];
  const frames: { toBridge: number; toConsole: number } = { toBridge: 0, toConsole: 0 };
  const early: Message[] = [];
  let consoleEnd: ConsoleEnd | null = null;
  const bridge = new BridgeEnd({
    channel: {
      send: (message) => {
        frames.toConsole += message.length;
        if (consoleEnd === null) early.push(message);
        else consoleEnd.receive(received(message));
      },
      close: (code) => closed.push(code),
    },
    admit: () => ({
      version: RELAY_VERSION,
      toolPrefix: '',
      allTools: false,
      screenReader: true,
      name: 'console 1',
      adb: { canStart: false },
      setup: null,
    }),
    onState: () => undefined,
    onMadeDefault: () => undefined,
    onPhoneChosen: () => undefined,
    serveStream: serve,
  });
  consoleEnd = new ConsoleEnd({
    channel: {
      send: (message) => {
        frames.toBridge += message.length;
        bridge.receive(received(message));
      },
      close: (code) => closed.push(code),
    },
    secret: 's',
    page: 'p',
    serve: () => Promise.resolve(),
    onWelcome: () => undefined,
    onConsoles: () => undefined,
  });
  for (const message of early) consoleEnd.receive(received(message));
  return { bridge, console: consoleEnd, closed, frames };
}

/** Lets everything run that needs no timer. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

async function readAll(stream: { read(): Promise<Uint8Array | null> }): Promise<string> {
  let text = '';
  for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read())
    text += new TextDecoder().decode(bytes);
  return text;
}

it('carries bytes both ways, and ends after all of them', async () => {
  const openings: StreamOpening[] = [];
  const ends = connectEnds((opening) => {
    openings.push(opening);
    opening.accept();
  });
  const stream = await ends.console.openStream(target, neverAborts);
  await stream.write(utf8('question'));
  const [opening] = openings;
  expect(opening?.target).toEqual(target);
  expect(new TextDecoder().decode((await opening?.stream.read()) ?? undefined)).toBe('question');
  await opening?.stream.write(utf8('one '));
  await opening?.stream.write(utf8('two'));
  opening?.stream.end();
  expect(await readAll(stream)).toBe('one two');
  await expect(stream.write(utf8('late'))).rejects.toMatchObject({ code: 'protocol' });
  // Ending again does nothing.
  stream.end();
  expect(ends.closed).toEqual([]);
});

it('sends no more than a window until the reader reads, and stops nothing else', async () => {
  const openings: StreamOpening[] = [];
  const ends = connectEnds((opening) => {
    openings.push(opening);
    opening.accept();
  });
  const slow = await ends.console.openStream(target, neverAborts);
  const other = await ends.console.openStream(target, neverAborts);
  const [toSlow, toOther] = openings.map(({ stream }) => stream);
  const total = 3 * STREAM_WINDOW_BYTES + 5;
  const writing = toSlow?.write(new Uint8Array(total));
  await settle();
  expect(ends.frames.toConsole).toBeGreaterThan(STREAM_WINDOW_BYTES);
  expect(ends.frames.toConsole).toBeLessThan(STREAM_WINDOW_BYTES + 4096);
  await toOther?.write(utf8('meanwhile'));
  expect(new TextDecoder().decode((await other.read()) ?? undefined)).toBe('meanwhile');
  let size = 0;
  while (size < total) size += (await slow.read())?.length ?? NaN;
  expect(size).toBe(total);
  await writing;
  expect(ends.closed).toEqual([]);
});

it('is refused with the reason of the bridge', async () => {
  const ends = connectEnds(({ stream }) =>
    stream.end(new HandsetError('adb-unreachable', 'No server.', { hint: 'Start it.' })),
  );
  await expect(ends.console.openStream(target, neverAborts)).rejects.toMatchObject({
    code: 'adb-unreachable',
    message: 'No server.',
    hint: 'Start it.',
  });
});

it('is refused where the console may open none', async () => {
  const ends = connectEnds(undefined);
  await expect(ends.console.openStream(target, neverAborts)).rejects.toMatchObject({
    code: 'unsupported',
  });
});

it('waits while the maximum is open; a console that does not is refused', async () => {
  const ends = connectEnds(({ accept }) => accept());
  const streams = [];
  for (let count = 0; count < MAX_STREAMS; count += 1)
    streams.push(await ends.console.openStream(target, neverAborts));
  const controller = new AbortController();
  const cancelled = ends.console.openStream(target, controller.signal);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  const waiting = ends.console.openStream(target, neverAborts);
  const outcome = Promise.race([waiting, settle().then(() => 'waits')]);
  expect(await outcome).toBe('waits');
  streams[0]?.end();
  await expect(waiting).resolves.toBeDefined();
  const before = ends.frames.toConsole;
  ends.bridge.receive(encodeFrame({ kind: 'stream-open', stream: 1_000, target }));
  // The refusal, and nothing that disconnects.
  expect(ends.frames.toConsole).toBeGreaterThan(before);
  expect(ends.closed).toEqual([]);
});

it('is cancelled while it opens, which the other end learns', async () => {
  const openings: StreamOpening[] = [];
  const ends = connectEnds((opening) => void openings.push(opening));
  const controller = new AbortController();
  const opening = ends.console.openStream(target, controller.signal);
  controller.abort();
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  expect(openings[0]?.stream.ended.aborted).toBe(true);
  await expect(openings[0]?.stream.read()).rejects.toMatchObject({ code: 'cancelled' });
});

it('breaks off on both sides when the socket closes', async () => {
  const openings: StreamOpening[] = [];
  const ends = connectEnds((opening) => {
    openings.push(opening);
    opening.accept();
  });
  const stream = await ends.console.openStream(target, neverAborts);
  const reading = stream.read();
  ends.console.socketClosed();
  ends.bridge.socketClosed();
  await expect(reading).rejects.toMatchObject({ code: 'bridge-lost' });
  await expect(openings[0]?.stream.read()).rejects.toMatchObject({ code: 'console-lost' });
  await expect(ends.console.openStream(target, neverAborts)).rejects.toMatchObject({
    code: 'bridge-lost',
  });
});

it.each([
  ['more than its credit', (stream: number) => fill(stream, STREAM_WINDOW_BYTES + 65_536)],
  ['nothing at all', (stream: number) => [encodeFrame(data(stream, 0))]],
  ['too much credit', (stream: number) => [encodeFrame({ kind: 'credit', stream, bytes: 1 })]],
  [
    'a second stream of its id',
    (stream: number) => [encodeFrame({ kind: 'stream-open', stream, target })],
  ],
])('a console that sends %s is disconnected', async (_, messages) => {
  const ends = connectEnds(({ accept }) => accept());
  await ends.console.openStream(target, neverAborts);
  for (const message of messages(1)) ends.bridge.receive(received(message));
  expect(ends.closed).toEqual([CLOSE_CODES.badFrame]);
});

const data = (stream: number, length: number) =>
  ({ kind: 'data', stream, bytes: new Uint8Array(length) }) as const;

/** Frames of 64 KiB that no one reads. */
const fill = (stream: number, bytes: number): Message[] =>
  Array.from({ length: bytes / 65_536 }, () => encodeFrame(data(stream, 65_536)));
