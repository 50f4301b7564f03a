/** A whole demo phone, and an AdbPhone at the other end of its cable. */
import '../../usb/closed-shim.ts';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { Finger } from '../../../core/demo-phone/android/testing/finger.ts';
import { createDemoPhone } from '../../../core/demo-phone/demo-phone.ts';
import type { AndroidVersion, FaultName } from '../../../core/demo-phone/options.ts';
import type { VideoEncoderFactory } from '../../../core/demo-phone/video.ts';
import type { TouchEvent, World } from '../../../core/demo-phone/world.ts';
import type { Point } from '../../../core/geometry.ts';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import { DemoUsb } from '../../demo/demo-usb.ts';
import { createKeyStore } from '../../demo/testing/tango-host.ts';
import { AdbPhone } from '../adb-phone.ts';
import { AdbConnection } from '../connection.ts';
import type { ServerLoader } from '../server-file.ts';

export const never = new AbortController().signal;

/** What a build brings, as far as the demo phone looks at it. */
export const someJar: ServerLoader = () =>
  Promise.resolve(new TextEncoder().encode('PK\u0003\u0004 a server'));

export interface Bench {
  readonly phone: AdbPhone;
  readonly connection: AdbConnection;
  readonly usb: DemoUsb;
  readonly world: World;
  readonly finger: Finger;
  /** The phone's own set: what is taken out of it or put in counts from then on. */
  readonly faults: Set<FaultName>;
}

export interface BenchOptions {
  readonly android?: AndroidVersion;
  readonly faults?: readonly FaultName[];
  readonly loadServer?: ServerLoader;
  /** `none`, unless given: then the shell's swipes happen at once. */
  readonly latency?: 'real';
  /** The phone's video encoders; without it, it has none. */
  readonly video?: VideoEncoderFactory;
}

const canvas = createNodeCanvas();
const keys = createKeyStore();

export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const { android = 14, loadServer = someJar, latency = 'none', video } = options;
  const faults = new Set(options.faults);
  const demo = await createDemoPhone({
    ...{ android, faults, latency, canvas },
    ...(video && { video }),
  });
  const usb = new DemoUsb(demo, faults);
  const { world } = demo;
  return { ...(await connect(usb, loadServer)), usb, world, finger: new Finger(world), faults };
}

/** Connects the phone at this USB, as a worker does that has just begun. */
export async function connect(
  usb: DemoUsb,
  loadServer = someJar,
): Promise<Pick<Bench, 'phone' | 'connection'>> {
  const [device] = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
  if (!device) throw new Error('no device');
  const credentials = { keys, onWaiting: () => undefined };
  const connection = await AdbConnection.open(device, credentials, never);
  return { connection, phone: new AdbPhone(connection, loadServer) };
}

/** The faults of a phone that can be acted on in this way alone. */
export const faultsFor = { scrcpy: [], shell: ['no-scrcpy'] } as const;

/** Opens a new note and puts the cursor into its text; returns how to read that. */
export function openNote({ world, finger }: Bench): () => string {
  world.startActivity('com.handset.notes/.EditActivity');
  finger.tap('edit_body');
  return () => {
    const field = world.focusedField();
    if (field === undefined) return 'no field has the focus';
    return field.text === field.hint || field.text === 'Write something' ? '' : field.text;
  };
}

/** The middle of what has this name on the screen. */
export function middleOf({ finger }: Bench, name: string): Point {
  const { left, top, right, bottom } = finger.get(name).bounds;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** Everything that touches the screen from now on; a cancelled gesture that nobody has begun is none. */
export function watchTouches({ world }: Bench): readonly TouchEvent[] {
  const events: TouchEvent[] = [];
  const pass = world.touchEvent.bind(world);
  world.touchEvent = (event) => {
    if (event.action !== 'cancel' || fingersDown(events).length > 0) events.push(event);
    pass(event);
  };
  return events;
}

/** Fingers that went down and have not left. */
export function fingersDown(events: readonly TouchEvent[]): readonly number[] {
  const down = new Set<number>();
  for (const { action, pointerId } of events) {
    if (action === 'down') down.add(pointerId);
    else if (action === 'up') down.delete(pointerId);
    else if (action === 'cancel') down.clear();
  }
  return [...down];
}
