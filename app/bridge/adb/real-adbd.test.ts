/** Our ADB with Google's own programs: its adbd at a USB port, and through a real bridge and adb's server. */
import { createHash, randomBytes } from 'node:crypto';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CommandOutput, largeOutputBytes } from '#core/commands/command.ts';
import { type ShellText, ownShellLine, sh } from '#core/commands/shell-text.ts';
import { createPacketDecoder, encodePacket } from '#core/demo-phone/adbd/wire/packet.ts';
import type { DemoPhone } from '#core/demo-phone/device.ts';
import { AdbConnection } from '#worker/adb/transport/connection.ts';
import { runCommand } from '#worker/adb/transport/run-command.ts';
import { runShellLine } from '#worker/adb/transport/run-shell-line.ts';
import { ServerPhones } from '#worker/adb/transport/server-phones.ts';
import { connectPhone } from '#worker/adb/testing/harness.ts';
import { DemoUsb } from '#worker/demo/demo-usb.ts';
import { fetchFile, listFolder } from '#worker/files/phone-files.ts';
import { sendFile } from '#worker/files/transfers.ts';
import { eventually, testBridge } from '../testing/bridge.ts';
import { neverAborts, testConsole } from '../testing/consoles.ts';
import { prepareAdbd, runBesideAdbd } from '#core/testing/real-adbd.ts';

/** Set where this file runs beside an adbd. */
const port = Number(process.env['HANDSET_ADBD_PORT'] ?? 0);
const projectRoot = join(import.meta.dirname, '../../..');

test.skipIf(port > 0)('our ADB works with Google’s adbd', { timeout: 240_000 }, async (context) => {
  const obstacle = await prepareAdbd();
  if (obstacle !== null) return context.skip(obstacle);
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const program = [process.execPath, vitest, 'run', '--root', projectRoot, import.meta.filename];
  const { exitCode, output } = await runBesideAdbd(7555, program);
  expect(exitCode, output).toBe(0);
});

/** The adbd as a phone at a USB port, whose bytes go over TCP. */
const adbdAtUsb: DemoPhone = {
  serial: 'ADBD',
  model: 'adbd',
  connect: (host) => {
    const socket = connectTo({ host: '127.0.0.1', port, noDelay: true });
    const limits = { maxPayload: 1024 * 1024, verifyChecksum: false };
    const decode = createPacketDecoder(limits, (packet) =>
      host.send(encodePacket(packet, { checksum: false })),
    );
    socket.on('data', (bytes: Buffer) => decode(new Uint8Array(bytes)));
    socket.on('error', () => undefined).on('close', () => host.onLinkClosed());
    return {
      receive: (bytes) => void socket.write(bytes),
      close: () => void socket.destroy(),
    };
  },
};

/** A connection to the adbd, closed after the test. */
async function connectToAdbd() {
  const connect = async (): Promise<AdbConnection> =>
    (await connectPhone(new DemoUsb(adbdAtUsb))).connection;
  // It may have only begun to listen.
  const connection = await vi.waitFor(connect, { timeout: 10_000 });
  onTestFinished(() => connection.close());
  const run = (line: ShellText): Promise<CommandOutput> => runLine(connection, line);
  return { connection, connect, run };
}

function runLine(connection: AdbConnection, line: ShellText): Promise<CommandOutput> {
  const parse = (output: CommandOutput): CommandOutput => output;
  const command = {
    purpose: 'testing',
    line,
    deadlineMs: 60_000,
    maxOutputBytes: largeOutputBytes,
    parse,
  };
  return runCommand(connection, command, neverAborts);
}

/** The phones of the adb server that runs beside it, through a bridge of its own. */
async function phonesOfServer(): Promise<ServerPhones> {
  const adbServer = { name: 'adb', address: { host: '127.0.0.1', port: 5037 }, program: null };
  const bridge = await testBridge({ adbServer });
  const console = testConsole({ port: bridge.port });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  const phones = new ServerPhones((target, signal) => console.openStream(target, signal));
  onTestFinished(phones.onChange(() => undefined));
  phones.setAccess({ canStart: false });
  onTestFinished(() => phones.setAccess(null));
  await vi.waitFor(() => expect(phones.status.state).toBe('listed'), { timeout: 10_000 });
  return phones;
}

describe.runIf(port > 0)('beside an adbd', () => {
  test('a command has its two outputs and its exit code', async () => {
    const { run } = await connectToAdbd();
    const { stdout, stderr, exitCode } = await run(sh`echo one; echo two >&2; exit 7`);
    expect(new TextDecoder().decode(stdout)).toBe('one\n');
    expect(stderr).toContain('two\n');
    expect(exitCode).toBe(7);
  });

  test('64 MB are the same after the way there and back', { timeout: 120_000 }, async () => {
    const { connection, run } = await connectToAdbd();
    const bytes = randomBytes(64_000_000);
    const sha256 = (content: Uint8Array): string =>
      createHash('sha256').update(content).digest('hex');
    const outgoing = { file: new File([bytes], 'large.bin'), onProgress: () => undefined };
    await sendFile(connection, { outgoing, path: '/sdcard/large.bin' }, neverAborts);
    const onPhone = await run(sh`sha256sum /sdcard/large.bin`);
    expect(new TextDecoder().decode(onPhone.stdout)).toContain(sha256(bytes));
    const { stream } = await fetchFile(connection, '/sdcard/large.bin', neverAborts);
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk);
    expect(hash.digest('hex')).toBe(sha256(bytes));
  });

  test('folders are listed, with links and any names', async () => {
    const { connection, run } = await connectToAdbd();
    const names = ['a', '-rf', "it's\n😀", 'DATA\u007f\u007f\u007f\u007f'];
    await run(sh`mkdir /sdcard/n; ln -s n /sdcard/to-folder; ln -s none /sdcard/to-nothing`);
    for (const name of names) await run(sh`echo ${name} > ${`/sdcard/n/${name}`}`);
    const list = async (path: string) => (await listFolder(connection, path, neverAborts)).files;
    expect((await list('/sdcard/n')).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const kinds = (await list('/sdcard')).map(({ name, kind, isLink }) => [name, kind, isLink]);
    expect(kinds).toContainEqual(['to-folder', 'folder', true]);
    expect(kinds).toContainEqual(['to-nothing', 'other', true]);
    await run(sh`mkdir /sdcard/empty`);
    expect(await list('/sdcard/empty')).toEqual([]);
    await expect(list('/sdcard/none')).rejects.toThrow(/No such file or directory/);
    const { stream, sizeBytes } = await fetchFile(connection, '/proc/version', neverAborts);
    expect([sizeBytes, (await new Response(stream).text()).slice(0, 6)]).toEqual([0, 'Linux ']);
  });

  test('a slow reader gets all; delayed acks are declined', async () => {
    const { connection } = await connectToAdbd();
    expect(connection.adb.banner.features).toContain('delayed_ack');
    const shell = connection.adb.subprocess.shellProtocol;
    const process = await shell?.spawn('head -c 3000000 /dev/zero');
    let received = 0;
    for await (const chunk of process?.stdout ?? []) {
      received += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(received).toBe(3_000_000);
    expect(await process?.exited).toBe(0);
  });

  test('a command that is killed ends on the phone', async () => {
    const { connection, run } = await connectToAdbd();
    const process = await connection.adb.subprocess.shellProtocol?.spawn('exec sleep 4321');
    const isRunning = async (): Promise<boolean> =>
      (await run(sh`pgrep -f '[s]leep 4321'`)).exitCode === 0;
    // Nobody waits for the exit code that will not come.
    process?.exited.catch(() => undefined);
    await eventually(async () => expect(await isRunning()).toBe(true));
    await process?.kill();
    await eventually(async () => expect(await isRunning()).toBe(false));
  });

  test.each([
    ['itself', 'exec sleep 4331'],
    ['its children, one in the background', 'sleep 4332 & sleep 4333'],
    ['a pipeline of a shell in it', `sh -c 'yes | sleep 4334; true'`],
    ['what ignores signals', `trap '' HUP INT TERM; sleep 4335; sleep 4336`],
  ])('a shell line whose time is up ends on the phone: %s', async (_, text) => {
    const { connection, run } = await connectToAdbd();
    const isRunning = async (): Promise<boolean> =>
      (await run(sh`pgrep -f '[s]leep 433'`)).exitCode === 0;
    const line = ownShellLine(text);
    const running = runShellLine(connection, { line, timeoutMs: 1_000 }, neverAborts);
    await eventually(async () => expect(await isRunning()).toBe(true));
    expect(await running).toMatchObject({ exitCode: null, timedOut: true });
    await eventually(async () => expect(await isRunning()).toBe(false));
    for (const timeoutMs of [1, 5, 20])
      await runShellLine(connection, { line, timeoutMs }, neverAborts);
    await eventually(async () => expect(await isRunning()).toBe(false));
  });

  test('a service that adbd refuses breaks nothing else', async () => {
    const { connection, run } = await connectToAdbd();
    await expect(connection.adb.createSocket('localabstract:nobody')).rejects.toThrow();
    await expect(connection.adb.createSocket('no-such-service:')).rejects.toThrow();
    expect((await run(sh`true`)).exitCode).toBe(0);
  });

  test('1,000 sockets one after the other, and some at once', { timeout: 120_000 }, async () => {
    const { run } = await connectToAdbd();
    for (let count = 0; count < 1_000; count += 1)
      expect((await run(sh`exit ${count % 256}`)).exitCode).toBe(count % 256);
    const exits = await Promise.all(Array.from({ length: 20 }, (_, code) => run(sh`exit ${code}`)));
    expect(exits.map(({ exitCode }) => exitCode)).toEqual(exits.map((_, code) => code));
  });

  test('a second connection is a second host, and each ends by itself', async () => {
    const { connect, run } = await connectToAdbd();
    const other = await connect();
    await other.close();
    expect(other.lost.aborted).toBe(true);
    expect((await run(sh`true`)).exitCode).toBe(0);
  });

  test('an adb server that can pair connects to it, and forgets it', async () => {
    const phones = await phonesOfServer();
    const serial = `127.0.0.1:${port}`;
    await vi.waitFor(() => phones.connect(serial, neverAborts), { timeout: 10_000 });
    const [device] = phones.ready;
    if (device === undefined) throw new Error('no device');
    expect(device.serial).toBe(serial);
    const named = { device: { ...device, name: serial }, phones };
    const connection = await AdbConnection.openThroughServer(named, neverAborts);
    expect((await runLine(connection, sh`exit 7`)).exitCode).toBe(7);
    await phones.disconnect(serial, neverAborts);
    expect(phones.list).toEqual([]);
    expect(connection.lost.aborted).toBe(true);
  });

  test('it says why it could not pair or connect, and what it found', async () => {
    const phones = await phonesOfServer();
    const address = '127.0.0.1:1';
    await expect(phones.pair({ address, code: '246810' }, neverAborts)).rejects.toMatchObject({
      code: 'command-failed',
      message: "adb couldn't pair with 127.0.0.1:1: Failed: Unable to start pairing client.",
    });
    await expect(phones.connect(address, neverAborts)).rejects.toMatchObject({
      code: 'command-failed',
      message: "adb failed to connect to '127.0.0.1:1': Connection refused",
    });
    expect(await phones.find(neverAborts)).toEqual([]);
  });
});
