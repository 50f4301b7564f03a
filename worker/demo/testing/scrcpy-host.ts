/** A scrcpy client for tests (@yume-chan/adb-scrcpy on Tango, connected to a simulated phone), and the input that it sends. */
import type { Adb } from '@yume-chan/adb';
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import {
  BufferedReadableStream,
  ConcatStringStream,
  ReadableStream,
  TextDecoderStream,
} from '@yume-chan/stream-extra';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import type { DemoPhoneWithWorld } from '#core/demo-phone/device.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { AndroidVersion, DemoPhoneOptions, FaultName } from '#core/demo-phone/options.ts';
import { DemoUsb } from '../demo-usb.ts';
import { connectWithSharedKeys } from './tango-host.ts';
import {
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  type AndroidKeyCode,
} from '@yume-chan/scrcpy';
import { expect } from 'vitest';
import type { DumpNode } from '#core/demo-phone/world.ts';

/** The path of the jar in tests. */
export const jarPath = '/data/local/tmp/scrcpy-server.jar';

const canvas = createNodeCanvas();

interface ScrcpyHost {
  readonly adb: Adb;
  readonly usb: DemoUsb;
  readonly world: DemoPhoneWithWorld['world'];
}

/** A connected phone with a fake jar on it. It has only the encoders that are passed in. */
export async function openPhone(
  android: AndroidVersion,
  ...options: (FaultName | Pick<DemoPhoneOptions, 'video'>)[]
): Promise<ScrcpyHost> {
  const faults = options.filter((option) => typeof option === 'string');
  const phone = await createDemoPhone({
    android,
    faults: new Set(faults),
    latency: 'none',
    canvas,
    ...options.find((option) => typeof option === 'object'),
  });
  const usb = new DemoUsb(phone, new Set(faults));
  const adb = await connectWithSharedKeys(usb);
  await pushJar(adb);
  return { adb, usb, world: phone.world };
}

/** Pushes bytes that look like a jar, or another text. */
export async function pushJar(adb: Adb, text = 'PK\x03\x04'): Promise<void> {
  const file = ReadableStream.from([new TextEncoder().encode(text)]);
  await AdbScrcpyClient.pushServer(adb, file, jarPath);
}

/** Options of a client that only controls; Tango reads no device name from a control socket. */
export function controlOptions(
  more: AdbScrcpyOptions3_3_3.Init = {},
): AdbScrcpyOptions3_3_3<boolean> {
  return new AdbScrcpyOptions3_3_3({
    video: false,
    audio: false,
    sendDeviceMeta: false,
    tunnelForward: true,
    cleanup: false,
    ...more,
  });
}

/** A running client, the lines that the server prints, and its controller. */
export async function startClient(adb: Adb, options = controlOptions()) {
  const client = await AdbScrcpyClient.start(adb, jarPath, options);
  const lines: string[] = [];
  const printed = (async () => {
    const reader = client.output.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      lines.push(next.value);
    }
  })();
  printed.catch(() => undefined);
  const { controller } = client;
  if (controller === undefined) throw new Error('no control socket');
  return { client, controller, lines, printed };
}

/** The command line that starts the server for control through a forward tunnel. */
export function serverLine(...more: readonly string[]): string {
  const options =
    'tunnel_forward=true video=false audio=false send_device_meta=false cleanup=false';
  return [
    `CLASSPATH=${jarPath} app_process / com.genymobile.scrcpy.Server 3.3.3 ${options}`,
    ...more,
  ].join(' ');
}

/** A control socket without a client; `exchange` sends bytes and reads an answer of that length. */
export async function connectRaw(adb: Adb, name = 'scrcpy') {
  const socket = await retryUntilOpen(() => adb.createSocket(`localabstract:${name}`));
  const reader = new BufferedReadableStream(socket.readable);
  const dummy = await reader.readExactly(1);
  if (dummy[0] !== 0) throw new Error('the first byte says that the connection stands');
  const writer = socket.writable.getWriter();
  const exchange = async (bytes: Uint8Array, answerLength: number): Promise<Uint8Array> => {
    await writer.write(bytes);
    return answerLength === 0 ? new Uint8Array(0) : reader.readExactly(answerLength);
  };
  return { socket, ask: exchange };
}

/** Retries, because the server listens only a moment after its start. */
async function retryUntilOpen<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const opened = await open().catch(() => undefined);
    if (opened !== undefined) return opened;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nobody listens');
}

/** The whole stream as text. */
export function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return stream.pipeThrough(new TextDecoderStream()).pipeThrough(new ConcatStringStream());
}

export type Controller = Awaited<ReturnType<typeof startClient>>['controller'];

/** One event of a finger, with the client's pointer id. */
export function injectTouch(
  controller: Controller,
  action: keyof typeof AndroidMotionEventAction,
  [pointer, x, y]: readonly [pointer: number, x: number, y: number],
): Promise<void> {
  return controller.injectTouch({
    action: AndroidMotionEventAction[action],
    pointerId: BigInt(pointer),
    pointerX: x,
    pointerY: y,
    videoWidth: 0,
    videoHeight: 0,
    pressure: action === 'Up' ? 0 : 1,
    actionButton: 0,
    buttons: 0,
  });
}

/** Presses and releases a key. */
export async function pressKey(
  controller: Controller,
  keyCode: AndroidKeyCode,
  metaState: AndroidKeyEventMeta = AndroidKeyEventMeta.None,
): Promise<void> {
  for (const action of [AndroidKeyEventAction.Down, AndroidKeyEventAction.Up]) {
    await controller.injectKeyCode({ action, keyCode, repeat: 0, metaState });
  }
}

/** Opens an empty note with the cursor in its last field; returns a function that reads the field. */
export async function openNote({ world }: ScrcpyHost): Promise<() => string | undefined> {
  expect(world.startActivity('com.handset.notes/.EditActivity')).toBe(true);
  const field = allNodes(world.hierarchy()).findLast((node) => node.className.includes('EditText'));
  if (field === undefined) throw new Error('the note has no field');
  const { left, right, top, bottom } = field.bounds;
  const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const times = [0, 60];
  world.injectGesture(times.map((timeMs) => ({ ...point, timeMs })));
  await expect.poll(() => world.focusedField()).toBeDefined();
  return () => world.focusedField()?.text;
}

function allNodes(node: DumpNode): DumpNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}
