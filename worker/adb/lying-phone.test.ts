import { afterEach, describe, expect, it } from 'vitest';
import { largeOutputBytes } from '#core/commands/command.ts';
import { sh } from '#core/commands/shell-text.ts';
import { command } from '#core/demo-phone/adbd/wire/packet.ts';
import { HandsetError } from '#core/errors.ts';
import { sendFile } from '../files/transfers.ts';
import type { AdbConnection } from './transport/connection.ts';
import { pushProgram } from './transport/phone-program.ts';
import { runCommand } from './transport/run-command.ts';
import { ScrcpySession } from './scrcpy/session.ts';
import { ReaderProcess } from './reading/element-reader/reader-process.ts';
import { neverAborts } from './testing/harness.ts';
import {
  type LyingPhone,
  type LyingSocket,
  connectLyingPhone,
  filler,
  measureMemory,
} from './testing/lying-phone.ts';
import { VideoSession } from './scrcpy/video-session.ts';

/** What honest work takes beside it: a file of tests before this one may leave garbage. */
const maxGrowthMb = 150;
/** The longest error of which a phone may have given a part. */
const maxMessageLength = 1_000;

const phones: LyingPhone[] = [];
afterEach(async () => {
  for (const { connection } of phones.splice(0)) await connection.close();
});

async function connect(serve: (socket: LyingSocket) => Promise<void>): Promise<LyingPhone> {
  const phone = await connectLyingPhone(serve);
  phones.push(phone);
  return phone;
}

/** Numbers of 32 bits in this order of bytes, after texts. */
function bytesOf(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return new TextEncoder().encode(part);
    const piece = new Uint8Array(4);
    new DataView(piece.buffer).setUint32(0, part, true);
    return piece;
  });
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

const hugeLength = 0xffff_ffff;
const stdout = '\u0001';
const stderr = '\u0002';
const unknown = '\u0009';
const accepted = bytesOf('OKAY', 0);
const never = new Promise<never>(() => undefined);

/** Expects a clear refusal that has cost little. */
async function expectRefusal(
  work: Promise<unknown>,
  words: RegExp,
  code: HandsetError['code'] = 'protocol',
): Promise<void> {
  const { outcome, grownMb } = await measureMemory(work);
  expect(grownMb).toBeLessThan(maxGrowthMb);
  expect(outcome).toBeInstanceOf(HandsetError);
  expect(outcome).toMatchObject({ code, message: expect.stringMatching(words) as unknown });
  expect((outcome as HandsetError).fullText.length).toBeLessThan(maxMessageLength);
}

/** Serves pushes as a phone does, and other sockets by this function. */
const pushable =
  (serve: (socket: LyingSocket) => Promise<void>) =>
  async (socket: LyingSocket): Promise<void> => {
    if (socket.service === 'sync:') {
      await socket.asked;
      await socket.send(accepted);
    } else await serve(socket);
  };

/** Starts the scrcpy server; rejects with the reason of its end. */
async function sessionEnd(connection: AdbConnection): Promise<never> {
  const session = await ScrcpySession.start(connection, new Uint8Array(8), neverAborts);
  const ended = new Promise((resolve) => session.ended.addEventListener('abort', resolve));
  if (!session.ended.aborted) await ended;
  throw session.ended.reason;
}

const echo = { purpose: 'asking', line: sh`echo`, deadlineMs: 5_000, parse: () => null };

describe('a length that no phone sends', () => {
  it('of a refusal of a file', async () => {
    const { connection } = await connect(async (socket) => {
      await socket.asked;
      await socket.send(bytesOf('FAIL', hugeLength));
      await socket.sendForever(filler);
    });
    const pushing = pushProgram(connection.adb, '/p', filler, neverAborts);
    await expectRefusal(pushing, /4294967295 bytes/);
  });

  it('of a refusal of 10 MB', async () => {
    const { connection } = await connect(async (socket) => {
      await socket.asked;
      await socket.send(bytesOf('FAIL', 10 * 1024 * 1024));
      await socket.sendForever(filler);
    });
    await expectRefusal(pushProgram(connection.adb, '/p', filler, neverAborts), /10485760 bytes/);
  });

  it('of a packet of the shell', async () => {
    const { connection } = await connect(async (socket) => {
      await socket.send(bytesOf(stdout, hugeLength));
      await socket.sendForever(filler);
    });
    await expectRefusal(
      runCommand(connection, echo, neverAborts),
      /4294967295 bytes/,
      'phone-lost',
    );
  });

  it('of a packet of the video', async () => {
    const { connection } = await connect(
      pushable(async (socket) => {
        if (!socket.service.startsWith('localabstract:')) return;
        await socket.send(bytesOf('\0', 'h264', 0x3804_0000, 0x6009_0000));
        await socket.send(bytesOf(0, 0, hugeLength));
        await socket.sendForever(filler);
      }),
    );
    const playing = async (): Promise<never> => {
      const jar = new Uint8Array(8);
      const spec = { jar, codec: 'h264', maxSize: 1600 } as const;
      const session = await VideoSession.start(connection, spec, neverAborts);
      return await session.readPackets(() => Promise.resolve());
    };
    await expectRefusal(playing(), /4294967295 bytes/, 'command-failed');
  });
});

it('a refusal is quoted in part', async () => {
  const { connection } = await connect(async (socket) => {
    if (socket.service === 'sync:') {
      await socket.asked;
      await socket.send(bytesOf('FAIL', 60_000, 'no '.repeat(20_000)));
    } else socket.end();
  });
  const outgoing = { file: new File(['x'], 'x'), onProgress: () => undefined };
  const sending = sendFile(connection, { outgoing, path: '/p' }, neverAborts);
  await expectRefusal(sending, /the phone said: no no/, 'command-failed');
  const pushing = pushProgram(connection.adb, '/p', filler, neverAborts);
  await expectRefusal(pushing, /the phone said: no no/, 'command-failed');
});

it.each([
  ['a clipboard of 4 GiB', [0, 255, 255, 255, 255], /clipboard of 4294967295 bytes/],
  ['an unknown message', [9], /message of the unknown type 9/],
])('a server that sends %s is ended', async (_, message, words) => {
  const { connection } = await connect(
    pushable(async (socket) => {
      if (!socket.service.startsWith('localabstract:')) return;
      await socket.send(Uint8Array.from([0, ...message]));
      await socket.sendForever(filler);
    }),
  );
  await expectRefusal(sessionEnd(connection), words, 'command-failed');
});

it('output of a server without a line end ends it', async () => {
  const { connection } = await connect(
    pushable(async (socket) => {
      if (socket.service.startsWith('localabstract:')) await socket.send(bytesOf('\0'));
      else await socket.sendForever(bytesOf(stdout, 60_000, 'x'.repeat(60_000)));
    }),
  );
  await expectRefusal(
    sessionEnd(connection),
    /line of more than 65536 characters/,
    'command-failed',
  );
});

it('more output than a command can have is not parsed', async () => {
  const { connection, sockets } = await connect(async (socket) => {
    await socket.sendForever(bytesOf(stdout, 1_000, 'x'.repeat(1_000)));
  });
  await expectRefusal(runCommand(connection, echo, neverAborts), /more than 64 kB/);
  await sockets[0]?.closed;
});

describe('packets without effect', () => {
  it.each([
    ['empty packets', bytesOf(stdout, 0, stderr, 0)],
    ['unknown packets', bytesOf(unknown, 5, 'hello')],
  ])('%s of the shell break the command off', async (_, packet) => {
    const { connection } = await connect(async (socket) => {
      await socket.sendForever(
        Uint8Array.from(Array.from({ length: 999 }, () => [...packet]).flat()),
      );
    });
    await expectRefusal(
      runCommand(connection, echo, neverAborts),
      /shell packets without effect/,
      'phone-lost',
    );
  });

  it.each([
    ['acknowledgements of unknown sockets', 'okay', 7],
    ['acknowledgements of nothing', 'okay', 1],
    ['closes of unknown sockets', 'clse', 7],
    ['requests for sockets here', 'open', 0],
  ] as const)('%s break the connection off', async (_, name, arg1) => {
    const { connection, sendForever } = await connect(() => never);
    void connection.adb.createSocket('shell,v2,raw:x');
    const payload = new TextEncoder().encode(name === 'open' ? 'tcp:1\0' : '');
    void sendForever({ command: command[name], arg0: 7, arg1, payload });
    const lost = new Promise<never>((_resolve, reject) => {
      connection.lost.addEventListener('abort', () => reject(connection.lost.reason as Error));
    });
    await expectRefusal(lost, /without effect/, 'phone-lost');
  });

  it('data for a command that has ended breaks the connection off', async () => {
    const { connection, sockets } = await connect(async (socket) => {
      await socket.sendForever(bytesOf(stdout, 1000, 'x'.repeat(1000)));
    });
    const lost = new Promise<never>((_resolve, reject) => {
      connection.lost.addEventListener('abort', () => reject(connection.lost.reason as Error));
    });
    const endless = { ...echo, deadlineMs: 300, maxOutputBytes: largeOutputBytes };
    const running = runCommand(connection, endless, neverAborts);
    await expect(running).rejects.toMatchObject({ code: 'timeout' });
    const sentBefore = sockets[0]?.sent.bytes ?? NaN;
    await expectRefusal(lost, /without effect/, 'phone-lost');
    expect((sockets[0]?.sent.bytes ?? NaN) - sentBefore).toBeLessThan(1_000_000);
  });
});

describe('a deadline', () => {
  it('ends the sending of a program', async () => {
    const { connection, sockets } = await connect(() => never);
    const deadline = new AbortController();
    const pushing = pushProgram(connection.adb, '/p', filler, deadline.signal);
    await expect.poll(() => sockets[0]?.received.times).toBeGreaterThan(0);
    deadline.abort();
    await expect(pushing).rejects.toThrow();
    await sockets[0]?.closed;
  });
});

describe('the element reader', () => {
  const readWith = async (rows: string): Promise<unknown> => {
    const { connection } = await connect(
      pushable(async (socket) => {
        const line = (text: string) => {
          const bytes = new TextEncoder().encode(text);
          return socket.send(Uint8Array.from([1, ...bytesOf(bytes.length), ...bytes]));
        };
        await line('ready\t4\t34\n');
        await socket.asked;
        for (const piece of rows.match(/[^]{1,60000}/g) ?? []) await line(piece);
      }),
    );
    const loadDex = () => Promise.resolve(new Uint8Array(9));
    const reader = await ReaderProcess.start(connection, loadDex, neverAborts);
    return await reader.read(0, 0);
  };

  it('may not send 100,000 rows', async () => {
    const rows = 'node\t0\t0\t0\t0\t0\t9\t9\t\t\t\t\t\t\t\t\t\t\n'.repeat(100_000);
    const reading = readWith(`screen\t1\t0\t9\t9\t9\t9\t1\t0\n${rows}end\t1\n`);
    await expectRefusal(reading, /more than 12000 rows/, 'unsupported');
  });

  it('is quoted in part', async () => {
    const reading = readWith(`error\t1\tx\t${'no '.repeat(300_000)}\n`);
    await expectRefusal(reading, /no no/, 'unsupported');
  });
});
