import {
  AdbScrcpyClient,
  AdbScrcpyExitedError,
  AdbScrcpyOptions3_3_2,
} from '@yume-chan/adb-scrcpy';
import { AndroidKeyCode, ScrcpyInstanceId } from '@yume-chan/scrcpy';
import { describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  connectRaw,
  controlOptions,
  injectTouch,
  jarPath,
  openNote,
  openPhone,
  pressKey,
  pushJar,
  readAll,
  serverLine,
  startClient,
} from './testing/scrcpy-host.ts';
import { connectWithSharedKeys } from './testing/tango-host.ts';

useDrivenClock();

/** The server's output when a client could not start it. */
async function startupOutput(started: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await started.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AdbScrcpyExitedError) return error.output;
  throw new Error('the server did not end by itself', { cause: error });
}

async function runLine(adb: Awaited<ReturnType<typeof openPhone>>['adb'], line: string) {
  const result = await adb.subprocess.shellProtocol?.spawnWaitText(line);
  if (result === undefined) throw new Error('no shell_v2');
  return result;
}

describe('a server that cannot start', () => {
  test('has another version than the client', async () => {
    const { adb } = await openPhone(14);
    const options = new AdbScrcpyOptions3_3_2({ ...controlOptions().value });
    const serverMessage = 'The server version (3.3.3) does not match the client (3.3.2)';
    const [first, second] = await startupOutput(AdbScrcpyClient.start(adb, jarPath, options));
    expect([first, second]).toEqual([
      `[server] ERROR: ${serverMessage}`,
      `java.lang.IllegalArgumentException: ${serverMessage}`,
    ]);
    const { exitCode } = await runLine(adb, serverLine().replace('3.3.3', '1.0'));
    expect(exitCode).toBe(1);
  });

  test.each([
    ['is not there', undefined],
    ['is no zip', 'text'],
  ])('%s', async (_name, text) => {
    const { adb } = await openPhone(14);
    if (text === undefined) await runLine(adb, `rm ${jarPath}`);
    else await pushJar(adb, text);
    const { exitCode, stdout, stderr } = await runLine(adb, serverLine());
    expect([exitCode, stdout, stderr]).toEqual([134, '', 'Aborted \n']);
    const { stdout: log } = await runLine(adb, 'logcat -d -v brief');
    expect(log).toContain(
      'ClassNotFoundException: Didn\'t find class "com.genymobile.scrcpy.Server"',
    );
    const serverMessage = await startupOutput(
      AdbScrcpyClient.start(adb, jarPath, controlOptions()),
    );
    expect(serverMessage.join('\n')).toContain('Aborted');
  });

  test('no-scrcpy: is killed', async () => {
    const { adb } = await openPhone(14, 'no-scrcpy');
    const { exitCode, stderr } = await runLine(adb, serverLine());
    expect([exitCode, stderr]).toEqual([137, 'Killed \n']);
    const serverMessage = await startupOutput(
      AdbScrcpyClient.start(adb, jarPath, controlOptions()),
    );
    expect(serverMessage[0]?.trim()).toBe('Killed');
  });

  test('uses a socket name that is taken', async () => {
    const { adb } = await openPhone(14);
    await adb.subprocess.noneProtocol.spawn(serverLine());
    const log = async () => (await runLine(adb, 'logcat -d')).stdout;
    await expect.poll(log).toContain('Device: [Handset]');
    const { exitCode, stderr } = await runLine(adb, serverLine());
    expect(exitCode).toBe(1);
    expect(stderr).toContain('java.io.IOException: Address already in use');
  });

  test('was asked for video, which this phone has no encoder for', async () => {
    const { adb } = await openPhone(14);
    const process = await adb.subprocess.noneProtocol.spawn(
      serverLine('video=true', 'control=false'),
    );
    const output = readAll(process.output);
    const video = await connectRaw(adb);
    expect(await output).toContain('Failed to initialize video/avc, error 0xfffffffe');
    await process.exited;
    await video.socket.closed;
  });

  test('got an unknown option, and goes on', async () => {
    const { adb } = await openPhone(14);
    const process = await adb.subprocess.noneProtocol.spawn(serverLine('colour=red'));
    const output = readAll(process.output);
    const { socket } = await connectRaw(adb);
    await socket.close();
    expect(await output).toMatch(
      /^\[server\] WARN: Unknown server option: colour\n\[server\] INFO/,
    );
  });
});

test('scrcpy-dies: the tenth message ends the server', async () => {
  const { adb, world } = await openPhone(14, 'scrcpy-dies');
  const { client, controller, lines, printed } = await startClient(adb);
  const seen = vi.spyOn(world, 'collapsePanels');
  for (let sent = 0; sent < 9; sent++) await controller.collapseNotificationPanel();
  await expect.poll(() => seen.mock.calls.length).toBe(9);
  await controller.collapseNotificationPanel();
  await client.exited;
  await printed;
  expect(seen).toHaveBeenCalledTimes(9);
  expect(lines.slice(1).join('').trim()).toBe('Killed');
  expect((await startClient(adb)).lines).toHaveLength(1);
});

test.each([
  [8, 'Injecting to another application requires INJECT_EVENTS permission'],
  [
    14,
    'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.',
  ],
] as const)(
  'input-denied on Android %i: only the log says so, and the clipboard works',
  async (android, serverMessage) => {
    const host = await openPhone(android, 'input-denied');
    const text = await openNote(host);
    const { controller, lines } = await startClient(host.adb);
    const before = [text(), host.world.resumedActivity()];
    await pressKey(controller, AndroidKeyCode.AndroidHome);
    await injectTouch(controller, 'Down', [1, 300, 300]);
    await injectTouch(controller, 'Up', [1, 300, 300]);
    await controller.injectText('a');
    await controller.setClipboard({ sequence: 1n, paste: true, content: 'clip' });
    const errors = () => lines.filter((line) => line === '[server] ERROR: Could not invoke method');
    await expect.poll(() => errors().length).toBe(6);
    expect(lines).toContain(`Caused by: java.lang.SecurityException: ${serverMessage}`);
    expect(lines).toContain('[server] WARN: Could not inject char u+0061');
    expect([text(), host.world.resumedActivity()]).toEqual(before);
    expect(host.world.clipboard).toBe('clip');
  },
);

test('unplugged while a client is connected: the server is gone, and the next one works', async () => {
  const { adb, usb, world } = await openPhone(14);
  const { controller, client } = await startClient(adb, controlOptions({ cleanup: true }));
  await controller.expandNotificationPanel();
  await expect.poll(() => world.focusedWindow().kind).toBe('shade');
  client.exited.catch(() => undefined);
  usb.unplug();
  usb.plug();
  const again = await connectWithSharedKeys(usb);
  await pushJar(again);
  const next = await startClient(again);
  await next.controller.collapseNotificationPanel();
  await expect.poll(() => world.focusedWindow().kind).toBe('activity');
});

test('two servers at once, each with its own socket', async () => {
  const { adb, world } = await openPhone(14);
  const pressed = vi.spyOn(world, 'pressKey');
  const start = (scid: number) =>
    startClient(adb, controlOptions({ scid: new ScrcpyInstanceId(scid) }));
  const [first, second] = await Promise.all([start(1), start(2)]);
  await pressKey(first.controller, AndroidKeyCode.AndroidBack);
  await expect.poll(() => pressed.mock.calls.map(([code]) => code)).toEqual([4]);
  await first.client.close();
  await pressKey(second.controller, AndroidKeyCode.AndroidHome);
  await expect.poll(() => pressed.mock.calls.map(([code]) => code)).toEqual([4, 3]);
});
