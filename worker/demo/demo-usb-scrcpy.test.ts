import {
  AndroidKeyCode,
  AndroidKeyEventMeta,
  h264ParseConfiguration,
  ScrcpyInstanceId,
  type ScrcpyMediaStreamPacket,
} from '@yume-chan/scrcpy';
import { describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { androidVersions } from '#core/demo-phone/options.ts';
import type { DisplayTouchEvent } from '#core/demo-phone/world.ts';
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
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import { WritableStream } from '@yume-chan/stream-extra';
import { createPlainH264 } from '#core/demo-phone/testing/plain-h264.ts';

useDrivenClock();

/** A phone, a client that controls it, and a field to type in. */
async function openField(...faults: Parameters<typeof openPhone>[1][]) {
  const host = await openPhone(14, ...faults);
  const text = await openNote(host);
  return { ...host, text, ...(await startClient(host.adb)) };
}

describe.each(androidVersions)('Android %i', (android) => {
  test('the server names its device and receives a key', async () => {
    const { adb, world } = await openPhone(android);
    const options = controlOptions({ scid: ScrcpyInstanceId.random() });
    const { client, controller, lines } = await startClient(adb, options);
    const pressed = vi.spyOn(world, 'pressKey');
    await pressKey(controller, AndroidKeyCode.AndroidHome);
    await expect.poll(() => pressed.mock.calls.map(([code]) => code)).toEqual([3]);
    expect(lines[0]).toMatch(
      new RegExp(`^\\[server\\] INFO: Device: \\[Handset\\] handset .+ \\(Android ${android}\\b`),
    );
    await client.close();
  });

  test('two fingers reach the screen, with the times of their arrival', async () => {
    const { adb, world } = await openPhone(android);
    const { controller } = await startClient(adb);
    const events: DisplayTouchEvent[] = [];
    vi.spyOn(world, 'injectTouchEvent').mockImplementation((event) => events.push(event));
    await injectTouch(controller, 'Down', [7000, 100, 200]);
    await injectTouch(controller, 'Down', [-2, 300, 400]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await injectTouch(controller, 'Move', [7000, 90, 190]);
    await injectTouch(controller, 'Up', [7000, 80, 180]);
    await injectTouch(controller, 'Up', [-2, 310, 410]);
    await expect.poll(() => events.length).toBe(5);
    expect(events.map(({ action, pointerId, x, y }) => [action, pointerId, x, y])).toEqual([
      ['down', 0, 100, 200],
      ['down', 1, 300, 400],
      ['move', 0, 90, 190],
      ['up', 0, 80, 180],
      ['up', 1, 310, 410],
    ]);
    const [first, , moved] = events;
    expect((moved?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeGreaterThanOrEqual(25);
  });
});

test('panel messages open and close the shade, after a cancelled touch', async () => {
  const { adb, world } = await openPhone(14);
  const { controller } = await startClient(adb);
  world.expandSettings();
  await injectTouch(controller, 'Down', [1, 540, 2300]);
  await injectTouch(controller, 'Cancel', [1, 540, 2300]);
  await controller.collapseNotificationPanel();
  await expect.poll(() => world.focusedWindow().kind).toBe('activity');
  await controller.expandSettingPanel();
  await expect.poll(() => world.focusedWindow().kind).toBe('shade');
});

test('too many fingers are logged, and an event without a gesture is ignored', async () => {
  const { adb, world } = await openPhone(14);
  const { controller, lines } = await startClient(adb);
  const seen = vi.spyOn(world, 'injectTouchEvent').mockReturnValue();
  await injectTouch(controller, 'Up', [99, 0, 0]);
  for (let finger = 0; finger < 11; finger++) await injectTouch(controller, 'Down', [finger, 9, 9]);
  await expect.poll(() => lines.at(-1)).toBe('[server] WARN: Too many pointers for touch event');
  expect(seen).toHaveBeenCalledTimes(10);
  expect(seen.mock.calls.map(([event]) => event.action)).not.toContain('up');
});

test('text is typed by keys, accents included; characters without a key are logged', async () => {
  const { controller, lines, text } = await openField();
  await controller.injectText('Zoë 100%s «€😀');
  await expect.poll(() => lines.length).toBe(5);
  expect(text()).toBe('Zoë 100%s ');
  expect(lines.slice(1)).toEqual(
    ['00ab', '20ac', 'd83d', 'de00'].map(
      (code) => `[server] WARN: Could not inject char u+${code}`,
    ),
  );
});

test('modifiers apply to their key', async () => {
  const { controller, world, text } = await openField();
  await controller.injectText('old');
  await pressKey(controller, AndroidKeyCode.KeyA, AndroidKeyEventMeta.Ctrl);
  await pressKey(controller, AndroidKeyCode.KeyX, AndroidKeyEventMeta.Ctrl);
  await pressKey(controller, AndroidKeyCode.KeyB, AndroidKeyEventMeta.Shift);
  await expect.poll(text).toBe('B');
  expect(world.clipboard).toBe('old');
});

describe('the clipboard', () => {
  test('is set and pasted, acknowledged, and not set twice', async () => {
    const { controller, lines, text } = await openField();
    // Tango waits for the acknowledgement of a sequence number other than 0.
    await controller.setClipboard({ sequence: 5n, paste: true, content: 'Grüße 😀' });
    await controller.setClipboard({ sequence: 6n, paste: false, content: 'Grüße 😀' });
    expect(text()).toBe('Grüße 😀');
    expect(lines.filter((line) => line.endsWith('Device clipboard set'))).toHaveLength(1);
  });

  test('is sent on request', async () => {
    const { adb, world } = await openPhone(14);
    await adb.subprocess.noneProtocol.spawn(serverLine('clipboard_autosync=false'));
    const { ask } = await connectRaw(adb);
    const getClipboard = Uint8Array.of(8, 0);
    await ask(getClipboard, 0);
    world.clipboard = 'né';
    const answer = await ask(getClipboard, 8);
    expect([...answer]).toEqual([0, 0, 0, 0, 3, 0x6e, 0xc3, 0xa9]);
    // GET_CLIPBOARD is not answered while there is no text: the one answer is to the second request.
  });
});

test('the screen rotates, and back', async () => {
  const { adb, world } = await openPhone(14);
  const { controller } = await startClient(adb);
  await controller.rotateDevice();
  await expect.poll(() => world.rotation).toBe(1);
  await controller.rotateDevice();
  await expect.poll(() => world.rotation).toBe(0);
});

test('an invalid message ends the server', async () => {
  const { adb } = await openPhone(14);
  const process = await adb.subprocess.noneProtocol.spawn(serverLine());
  const output = readAll(process.output);
  const { ask } = await connectRaw(adb);
  await ask(Uint8Array.of(200), 0);
  await process.exited;
  expect(await output).toContain('ControlProtocolException: Unknown event type: 200');
});

test('closing the socket ends the server, after the messages sent before', async () => {
  const { adb, world } = await openPhone(14);
  const process = await adb.subprocess.noneProtocol.spawn(serverLine());
  const output = readAll(process.output);
  const { ask, socket } = await connectRaw(adb);
  await ask(Uint8Array.of(5), 0);
  await socket.close();
  await process.exited;
  expect(world.focusedWindow().kind).toBe('shade');
  expect(await output).toMatch(/^\[server\] INFO: Device: .*\n$/);
});

test('cleanup removes the jar; another is pushed for the next server', async () => {
  const { adb } = await openPhone(14);
  const { client } = await startClient(adb, controlOptions({ cleanup: true }));
  const listed = await adb.subprocess.noneProtocol.spawnWaitText(`ls ${jarPath}`);
  expect(listed).toContain('No such file');
  await client.close();
  await pushJar(adb);
  await startClient(adb);
});

/** Starts a client that receives video, as Tango does; `packet` returns one packet after the other. */
async function receiveVideo(
  { adb }: Awaited<ReturnType<typeof openPhone>>,
  more: AdbScrcpyOptions3_3_3.Init = {},
) {
  const options = { audio: false, control: false, sendDeviceMeta: false, tunnelForward: true };
  const client = await AdbScrcpyClient.start(
    adb,
    jarPath,
    new AdbScrcpyOptions3_3_3({ ...options, cleanup: false, maxSize: 320, ...more }),
  );
  void client.output.pipeTo(new WritableStream()).catch(() => undefined);
  const video = await client.videoStream;
  if (video === undefined) throw new Error('no video socket');
  const reader = video.stream.getReader();
  const packet = async (): Promise<ScrcpyMediaStreamPacket> => {
    const { value } = await reader.read();
    if (value === undefined) throw new Error('the video has ended');
    return value;
  };
  return { client, video, packet };
}

const openVideoPhone = () => openPhone(14, { video: createPlainH264() });

test("Tango's client reads size, configuration and frames", async () => {
  const host = await openVideoPhone();
  const { client, video, packet } = await receiveVideo(host);
  expect(video.metadata).toMatchObject({ codec: 0x68_32_36_34, width: 144, height: 320 });
  const config = await packet();
  expect(config.type).toBe('configuration');
  expect(h264ParseConfiguration(config.data)).toMatchObject({
    croppedWidth: 144,
    croppedHeight: 320,
    profileIndex: 66,
  });
  expect(await packet()).toMatchObject({ type: 'data', keyframe: true });
  host.world.rotation = 3;
  let next = await packet();
  while (next.type === 'data') next = await packet();
  expect(h264ParseConfiguration(next.data)).toMatchObject({ croppedWidth: 320 });
  expect(await packet()).toMatchObject({ type: 'data', keyframe: true });
  await client.close();
});

test('two clients receive video at once; each ends alone', async () => {
  const host = await openVideoPhone();
  const start = (scid: number) => receiveVideo(host, { scid: new ScrcpyInstanceId(scid) });
  const [first, second] = await Promise.all([start(1), start(2)]);
  for (const { packet } of [first, second]) await packet();
  await first.client.close();
  await first.client.exited;
  await second.packet();
  await second.client.close();
});
