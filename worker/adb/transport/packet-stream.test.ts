import { AdbCommand, type AdbPacketData, type AdbPacketInit } from '@yume-chan/adb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { expect, test } from 'vitest';
import { dropStalePackets, keepLastData } from './packet-stream.ts';

const nothing = new Uint8Array(0);

/** A connection whose other end is this test. */
function connection() {
  let receive = (_packet: AdbPacketData): void => undefined;
  let isBrokenOff = false;
  const { readable, writable } = keepLastData({
    readable: new ReadableStream<AdbPacketData>({
      start: (controller) => {
        receive = (packet) => controller.enqueue(packet);
      },
      cancel: () => void (isBrokenOff = true),
    }),
    writable: new Consumable.WritableStream<AdbPacketInit>({ write: () => undefined }),
  });
  const reader = readable.getReader();
  const writer = writable.getWriter();
  return {
    receive: (command: number, arg1: number, payload = nothing) =>
      receive({ command, arg0: 9, arg1, payload }),
    read: async () => (await reader.read()).value,
    write: (command: number, arg0: number): Promise<void> =>
      Consumable.WritableStream.write(writer, {
        command,
        arg0,
        arg1: 9,
        payload: nothing,
        checksum: 0,
        magic: ~command,
      }),
    isBrokenOff: () => isBrokenOff,
  };
}

const data = new Uint8Array([1, 2, 3]);

test('a socket that is flooded breaks the connection off', async () => {
  const { receive, read, write, isBrokenOff } = connection();
  const large = new Uint8Array(128 * 1024);
  const flood = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      receive(AdbCommand.Write, 5, large);
      await read();
    }
  };
  await write(AdbCommand.Open, 5);
  await flood(32);
  await write(AdbCommand.Okay, 5);
  await flood(1);
  await expect(flood(1)).rejects.toMatchObject({ code: 'protocol' });
  expect(isBrokenOff()).toBe(true);
});

test('a socket is closed when its last data was taken', async () => {
  const { receive, read, write } = connection();
  await write(AdbCommand.Open, 5);
  receive(AdbCommand.Write, 5, data);
  receive(AdbCommand.Close, 5);
  receive(AdbCommand.Close, 6);
  expect(await read()).toMatchObject({ command: AdbCommand.Write, arg1: 5 });
  expect(await read()).toMatchObject({ command: AdbCommand.Close, arg1: 6 });
  const closing = read();
  await write(AdbCommand.Okay, 5);
  expect(await closing).toMatchObject({ command: AdbCommand.Close, arg1: 5 });
});

test('a socket that was closed here is closed at once, whatever nobody has read', async () => {
  const { receive, read, write } = connection();
  const receiveLast = (): void => {
    receive(AdbCommand.Write, 5, data);
    receive(AdbCommand.Close, 5);
  };
  await write(AdbCommand.Open, 5);
  receiveLast();
  expect(await read()).toMatchObject({ command: AdbCommand.Write });
  const closing = read();
  await write(AdbCommand.Close, 5);
  expect(await closing).toMatchObject({ command: AdbCommand.Close, arg1: 5 });

  await write(AdbCommand.Open, 5);
  await write(AdbCommand.Close, 5);
  receiveLast();
  expect(await read()).toMatchObject({ command: AdbCommand.Write });
  expect(await read()).toMatchObject({ command: AdbCommand.Close, arg1: 5 });
});

test('a phone is sent nothing before all that it had for an earlier host was read', async () => {
  const packet = (command: number) => ({ command, arg0: 1, arg1: 5, payload: data });
  const waiting = [AdbCommand.Write, AdbCommand.Auth, AdbCommand.Connect].map(packet);
  let waitingAtFirstPacket: number | undefined;
  let answer = (): void => undefined;
  const { readable, writable } = dropStalePackets({
    readable: new ReadableStream<AdbPacketData>(
      {
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          const next = waiting.shift();
          if (next !== undefined) return controller.enqueue(next);
          await new Promise<void>((resolve) => (answer = resolve));
          controller.enqueue(packet(AdbCommand.Connect));
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: () => {
        waitingAtFirstPacket = waiting.length;
        answer();
      },
    }),
  });
  const first = readable.getReader().read();
  const request = { ...packet(AdbCommand.Connect), checksum: 0, magic: 0 };
  await Consumable.WritableStream.write(writable.getWriter(), request);
  expect(waitingAtFirstPacket).toBe(0);
  expect(await first).toMatchObject({ value: { command: AdbCommand.Connect } });
});
