import { AdbCommand, type AdbPacketData } from '@yume-chan/adb';
import { Consumable } from '@yume-chan/stream-extra';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StreamFrame } from '#core/relay/frames.ts';
import { RelayStream } from '#core/relay/streams.ts';
import { keepLastData, packetConnection } from './packet-stream.ts';

function packet(command: number, arg1: number, payload: Uint8Array, length = payload.length) {
  const bytes = new Uint8Array(24 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, command, true);
  view.setUint32(4, 9, true);
  view.setUint32(8, arg1, true);
  view.setUint32(12, length, true);
  view.setInt32(20, ~command, true);
  bytes.set(payload, 24);
  return bytes;
}

/** The connection over a stream whose other end is this test. */
function connection() {
  const sent: StreamFrame[] = [];
  const stream = new RelayStream(1, (frame) => sent.push(frame));
  const { readable, writable } = keepLastData(packetConnection(stream));
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const read = async (): Promise<AdbPacketData | undefined> => (await reader.read()).value;
  const write = (command: number, arg0: number): Promise<void> =>
    Consumable.WritableStream.write(writer, {
      command,
      arg0,
      arg1: 9,
      payload: new Uint8Array(0),
      checksum: 0,
      magic: ~command,
    });
  return { stream, read, write, sent };
}

const data = new Uint8Array([1, 2, 3]);

test('packets are read whatever the pieces in which their bytes come', async () => {
  const { stream, read } = connection();
  const bytes = packet(AdbCommand.Write, 5, data);
  for (const at of bytes.keys()) stream.receive(bytes.slice(at, at + 1));
  stream.receive(packet(AdbCommand.Okay, 5, new Uint8Array(0)));
  stream.ranOut(null);
  expect(await read()).toEqual({ command: AdbCommand.Write, arg0: 9, arg1: 5, payload: data });
  expect(await read()).toMatchObject({ command: AdbCommand.Okay });
  expect(await read()).toBeUndefined();
});

test.each([
  ['no packet', new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\n')],
  ['a payload beyond the largest', packet(AdbCommand.Write, 5, data, 1024 * 1024 + 1)],
])('%s breaks the connection off', async (_, bytes) => {
  const { stream, read } = connection();
  stream.receive(bytes);
  await expect(read()).rejects.toMatchObject({ code: 'protocol' });
  expect(stream.ended.aborted).toBe(true);
});

test('a socket that is flooded breaks the connection off', async () => {
  const { stream, read, write } = connection();
  const large = new Uint8Array(128 * 1024);
  const receive = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      const bytes = packet(AdbCommand.Write, 5, large);
      stream.receive(bytes.slice(0, 24));
      stream.receive(bytes.slice(24));
      await read();
    }
  };
  await write(AdbCommand.Open, 5);
  await receive(32);
  await write(AdbCommand.Okay, 5);
  await receive(1);
  await expect(receive(1)).rejects.toMatchObject({ code: 'protocol' });
  expect(stream.ended.aborted).toBe(true);
});

test('a socket is closed when its last data was taken', async () => {
  const { stream, read, write } = connection();
  await write(AdbCommand.Open, 5);
  stream.receive(packet(AdbCommand.Write, 5, data));
  stream.receive(packet(AdbCommand.Close, 5, new Uint8Array(0)));
  stream.receive(packet(AdbCommand.Close, 6, new Uint8Array(0)));
  expect(await read()).toMatchObject({ command: AdbCommand.Write, arg1: 5 });
  expect(await read()).toMatchObject({ command: AdbCommand.Close, arg1: 6 });
  const closing = read();
  await write(AdbCommand.Okay, 5);
  expect(await closing).toMatchObject({ command: AdbCommand.Close, arg1: 5 });
});

test('a socket that was closed here is closed at once, whatever nobody has read', async () => {
  const { stream, read, write } = connection();
  const receive = (): void => {
    stream.receive(packet(AdbCommand.Write, 5, data));
    stream.receive(packet(AdbCommand.Close, 5, new Uint8Array(0)));
  };
  await write(AdbCommand.Open, 5);
  receive();
  expect(await read()).toMatchObject({ command: AdbCommand.Write });
  const closing = read();
  await write(AdbCommand.Close, 5);
  expect(await closing).toMatchObject({ command: AdbCommand.Close, arg1: 5 });

  await write(AdbCommand.Open, 5);
  await write(AdbCommand.Close, 5);
  receive();
  expect(await read()).toMatchObject({ command: AdbCommand.Write });
  expect(await read()).toMatchObject({ command: AdbCommand.Close, arg1: 5 });
});

test('wireless debugging is told by its answer', async () => {
  const { stream, read } = connection();
  stream.receive(packet(0x534c_5453, 0, new Uint8Array(0)));
  await expect(read()).rejects.toMatchObject({ code: 'unsupported' });
});

describe('a phone that sends nothing any more', () => {
  const nothing = new Uint8Array(0);
  /** Whether the phone was asked for a service that it refuses. */
  const wasAsked = (sent: readonly StreamFrame[]): boolean =>
    sent.some(
      (frame) =>
        frame.kind === 'data' && Buffer.from(frame.bytes).includes('handset-are-you-there:'),
    );

  /** A phone that has authorised this browser, and the reading of its next packet. */
  async function authorised() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const open = connection();
    open.stream.receive(packet(AdbCommand.Connect, 0, nothing));
    await open.read();
    return { ...open, next: open.read() };
  }

  test('is lost a while after something was sent to it', async () => {
    const { next, write, sent, stream } = await authorised();
    await write(AdbCommand.Open, 5);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(wasAsked(sent)).toBe(false);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(wasAsked(sent)).toBe(true);
    expect(stream.ended.aborted).toBe(false);
    const lost = expect(next).rejects.toMatchObject({
      code: 'phone-lost',
      message: "It hasn't answered for 15 s.",
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await lost;
    expect(stream.ended.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is there when it refuses what it is asked', async () => {
    const { next, read, write, sent, stream } = await authorised();
    await write(AdbCommand.Open, 5);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(wasAsked(sent)).toBe(true);
    stream.receive(packet(AdbCommand.Close, 0x7fff_ffff, nothing));
    expect(await next).toMatchObject({ command: AdbCommand.Close });
    const answer = read();
    await vi.advanceTimersByTimeAsync(60_000);
    stream.receive(packet(AdbCommand.Okay, 5, nothing));
    expect(await answer).toMatchObject({ command: AdbCommand.Okay });
  });

  test('may wait for somebody to tap Allow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { read, write, stream } = connection();
    await write(AdbCommand.Connect, 1);
    const answer = read();
    await vi.advanceTimersByTimeAsync(600_000);
    stream.receive(packet(AdbCommand.Connect, 0, nothing));
    expect(await answer).toMatchObject({ command: AdbCommand.Connect });
  });
});
