import type { Adb } from '@yume-chan/adb';
import {
  ConcatBufferStream,
  ConcatStringStream,
  TextDecoderStream,
  WritableStream,
} from '@yume-chan/stream-extra';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AndroidVersion, androidVersions } from '../../core/demo-phone/options.ts';
import { DemoUsb } from './demo-usb.ts';
import { checksum, connect, createKeyStore } from './testing/tango-host.ts';
import {
  createTestPhone,
  createPattern,
  type TestDevice,
} from '../../core/demo-phone/adbd/testing/test-device.ts';

const serviceKeys = createKeyStore();
beforeAll(async () => {
  await serviceKeys.generateKey();
});

async function connectTestPhone(
  android: AndroidVersion,
): Promise<{ adb: Adb; device: TestDevice }> {
  const { phone, device } = createTestPhone(android);
  return { adb: await connect(new DemoUsb(phone), serviceKeys), device };
}

/** Tango has no shell protocol for phones without one; all of ours have it. */
function shell(adb: Adb) {
  const { shellProtocol } = adb.subprocess;
  if (shellProtocol === undefined) throw new Error('no shell_v2');
  return shellProtocol;
}

describe.each(androidVersions)('Android %i: programs', (android) => {
  test('shell v2 separates the streams and reports the exit code', async () => {
    const { adb } = await connectTestPhone(android);
    expect(await shell(adb).spawnWaitText('fail')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
    });
  });

  test('exec merges the streams', async () => {
    const { adb } = await connectTestPhone(android);
    expect(await adb.subprocess.noneProtocol.spawnWaitText('fail')).toBe('out\nerr\n');
  });

  test('stdin reaches the program and ends with it', async () => {
    const { adb } = await connectTestPhone(android);
    const process = await shell(adb).spawn('cat');
    const writer = process.stdin.getWriter();
    const sent = createPattern(300_000);
    const received = process.stdout.pipeThrough(new ConcatBufferStream());
    await writer.write(sent);
    await writer.close();
    expect(await checksum(await received)).toBe(await checksum(sent));
    expect(await process.exited).toBe(0);
  });

  test('three million bytes arrive unchanged', async () => {
    const { adb } = await connectTestPhone(android);
    const { stdout } = await shell(adb).spawnWait('bytes 3000000');
    expect(await checksum(stdout)).toBe(await checksum(createPattern(3_000_000)));
  });

  test('a program is killed in the middle of its output, and the next one runs', async () => {
    const { adb, device } = await connectTestPhone(android);
    const process = await shell(adb).spawn('flood');
    process.exited.catch(() => undefined);
    const reader = process.stdout.getReader();
    await reader.read();
    await process.kill();
    await expect.poll(() => device.abortedCommands).toEqual(['flood']);
    expect((await shell(adb).spawnWaitText('echo next')).stdout).toBe('next\n');
  });

  test('ten programs at once', async () => {
    const { adb } = await connectTestPhone(android);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => shell(adb).spawnWaitText(`echo ${index}`)),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index}\n`),
    );
  });

  test('an unknown service fails to open and the link stays up', async () => {
    const { adb } = await connectTestPhone(android);
    await expect(adb.createSocket('nothing:here')).rejects.toThrow('Socket open failed');
    expect((await shell(adb).spawnWaitText('echo up')).stdout).toBe('up\n');
  });
});

describe('a terminal', () => {
  const open = async () => {
    const { adb, device } = await connectTestPhone(14);
    const process = await shell(adb).pty();
    let output = '';
    void process.output.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (text) => {
          output += text;
        },
      }),
    );
    const writer = process.input.getWriter();
    /** Types, then waits until the terminal's output ends like this. */
    const type = async (serviceKeys: string, end: string) => {
      await writer.write(new TextEncoder().encode(serviceKeys));
      await expect.poll(() => output.endsWith(end)).toBe(true);
    };
    return { device, process, type, output: () => output };
  };

  test('prompts, echoes, erases, and ends its lines with CR LF', async () => {
    const { process, type, output } = await open();
    await type('fail\r', 'err\r\ntestdev:/ $ ');
    await type('ex\x7fxit\r', 'xit\r\n');
    expect(await process.exited).toBe(3);
    expect(output()).toBe('testdev:/ $ fail\r\nout\r\nerr\r\ntestdev:/ $ ex\b \bxit\r\n');
  });

  test('Ctrl-C ends the running program, not the shell', async () => {
    const { device, process, type } = await open();
    await type('wait\r', 'wait\r\n');
    await type('\x03', '^C\r\ntestdev:/ $ ');
    await type('exit\r', 'exit\r\n');
    expect(await process.exited).toBe(130);
    expect(device.abortedCommands).toEqual(['wait']);
  });
});

test('a shell on a pipe reads commands without a prompt', async () => {
  const { adb } = await connectTestPhone(14);
  const process = await shell(adb).spawn([]);
  const writer = process.stdin.getWriter();
  const output = process.stdout
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new ConcatStringStream());
  await writer.write(new TextEncoder().encode('echo one\nec'));
  await writer.write(new TextEncoder().encode('ho two'));
  await writer.close();
  expect(await output).toBe('one\ntwo\n');
  expect(await process.exited).toBe(0);
});

test('a program whose output is not read stalls without blocking others', async () => {
  for (const android of [11, 14] as const) {
    const { adb } = await connectTestPhone(android);
    const socket = await adb.createSocket('exec:flood');
    expect((await shell(adb).spawnWaitText('echo free')).stdout).toBe('free\n');
    await socket.close();
  }
});
