/** A simulated phone, and an AdbPhone that is connected to it. */
import '../transport/closed-shim.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { Finger } from '#core/demo-phone/android/testing/test-phone.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import type { VideoEncoderFactory } from '#core/demo-phone/canvas-and-video.ts';
import type { DisplayTouchEvent, World } from '#core/demo-phone/world.ts';
import type { Point } from '#core/geometry.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { HandsetError } from '#core/errors.ts';
import { DemoUsb } from '../../demo/demo-usb.ts';
import { createNewKeyStore } from '../../demo/testing/tango-host.ts';
import { createPhoneFiles } from '../../files/copy-files.ts';
import { AdbPhone, type PhoneParts } from '../adb-phone.ts';
import { AdbConnection } from '../transport/connection.ts';
import type { ProgramLoader } from '../transport/program-files.ts';

export const neverAborts = new AbortController().signal;

/** Stands for the server and for yadb of a build; the demo phone only checks its start. */
export const fakeServerLoader: ProgramLoader = () =>
  Promise.resolve(new TextEncoder().encode('PK\u0003\u0004 a server'));

/** The element reader's program, as a build has it. */
export const loadElementReader = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(
    await readFile(join(import.meta.dirname, '../reading/element-reader/element-reader.dex.gz')),
  );

export interface PhoneHarness {
  readonly phone: AdbPhone;
  readonly connection: AdbConnection;
  readonly usb: DemoUsb;
  readonly world: World;
  readonly finger: Finger;
  /** The phone's own set: changes take effect at once. */
  readonly faults: Set<FaultName>;
}

export interface PhoneHarnessOptions {
  readonly android?: AndroidVersion;
  readonly faults?: readonly FaultName[];
  readonly loadServer?: ProgramLoader;
  /** Default `none`, where the shell's swipes take no time. */
  readonly latency?: 'real';
  /** The phone's video encoders; without it, the phone has none. */
  readonly video?: VideoEncoderFactory;
}

const canvas = createNodeCanvas();
const keys = createNewKeyStore();

export async function createPhoneHarness(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  const { android = 14, loadServer = fakeServerLoader, latency = 'none', video } = options;
  const faults = new Set(options.faults);
  const demo = await createDemoPhone({
    android,
    faults,
    latency,
    canvas,
    ...(video && { video }),
  });
  const usb = new DemoUsb(demo, faults);
  const { world } = demo;
  return {
    ...(await connectPhone(usb, loadServer)),
    usb,
    world,
    finger: new Finger(world),
    faults,
  };
}

/** Parts of a phone where there is no bridge. */
export const phoneParts: PhoneParts = {
  filesOf: (connection) =>
    createPhoneFiles(connection, () =>
      Promise.reject(new HandsetError('bridge-lost', 'The bridge is not connected.')),
    ),
};

/** Connects to the phone at this USB object, as a newly started worker does. */
export async function connectPhone(
  usb: DemoUsb,
  loadServer = fakeServerLoader,
): Promise<Pick<PhoneHarness, 'phone' | 'connection'>> {
  const [device] = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
  if (!device) throw new Error('no device');
  const credentials = { keys, onWaiting: () => undefined };
  const connection = await AdbConnection.open(device, credentials, neverAborts);
  const phone = new AdbPhone(connection, loadServer, phoneParts);
  phone.hierarchyReader.useYadb(fakeServerLoader);
  return { connection, phone };
}

/** The faults with which a phone can use only this input backend. */
export const faultsForBackend = { scrcpy: [], shell: ['no-scrcpy'] } as const;

/** Opens a new note and puts the cursor into its text; returns a function that reads the text. */
export function openNote({ world, finger }: PhoneHarness): () => string {
  world.startActivity('com.handset.notes/.EditActivity');
  finger.tap('edit_body');
  return () => {
    const field = world.focusedField();
    if (field === undefined) return 'no field has the focus';
    return field.text === field.hint || field.text === 'Write something' ? '' : field.text;
  };
}

/** The middle of the element with this name. */
export function centerOf({ finger }: PhoneHarness, name: string): Point {
  const { left, top, right, bottom } = finger.get(name).bounds;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** Collects all touch events from now on; a cancellation without a finger down is left out. */
export function watchTouches({ world }: PhoneHarness): readonly DisplayTouchEvent[] {
  const events: DisplayTouchEvent[] = [];
  const forward = world.injectTouchEvent.bind(world);
  world.injectTouchEvent = (event) => {
    if (event.action !== 'cancel' || fingersDown(events).length > 0) events.push(event);
    forward(event);
  };
  return events;
}

/** Fingers that are still down after these events. */
export function fingersDown(events: readonly DisplayTouchEvent[]): readonly number[] {
  const down = new Set<number>();
  for (const { action, pointerId } of events) {
    if (action === 'down') down.add(pointerId);
    else if (action === 'up') down.delete(pointerId);
    else if (action === 'cancel') down.clear();
  }
  return [...down];
}

/** How the decoders behave; read at every chunk. */
export interface DecoderBehavior {
  /** The number of frames that a decoder holds back until others follow. */
  heldBackFrames: number;
  /** The next chunk gives no frame. */
  dropNext: boolean;
}

/** Installs a fake of WebCodecs, which Node lacks, until `remove`; it decodes H.264 only, into empty frames. */
export function installFakeWebCodecs(): { readonly behavior: DecoderBehavior; remove(): void } {
  const behavior: DecoderBehavior = { heldBackFrames: 0, dropNext: false };
  class FakeVideoDecoder extends EmptyFrameDecoder {
    constructor(init: DecoderInit) {
      super(init, behavior);
    }
  }
  Object.assign(globalThis, { VideoDecoder: FakeVideoDecoder, EncodedVideoChunk: FakeChunk });
  const remove = (): void => {
    for (const name of ['VideoDecoder', 'EncodedVideoChunk']) {
      Reflect.deleteProperty(globalThis, name);
    }
  };
  return { behavior, remove };
}

interface FakeFrame {
  readonly timestamp: number;
  close(): void;
}

interface DecoderInit {
  output(frame: FakeFrame): void;
}

class FakeChunk {
  readonly type: string;
  readonly timestamp: number;
  readonly #data: Uint8Array;

  constructor(init: { type: string; timestamp: number; data: Uint8Array }) {
    this.type = init.type;
    this.timestamp = init.timestamp;
    this.#data = init.data;
  }

  get byteLength(): number {
    return this.#data.length;
  }

  copyTo(to: Uint8Array): void {
    to.set(this.#data);
  }
}

class EmptyFrameDecoder extends EventTarget {
  state: CodecState = 'unconfigured';
  readonly decodeQueueSize = 0;
  readonly #init: DecoderInit;
  readonly #behavior: DecoderBehavior;
  #pending: number[] = [];

  constructor(init: DecoderInit, behavior: DecoderBehavior) {
    super();
    this.#init = init;
    this.#behavior = behavior;
  }

  static async isConfigSupported({ codec }: { codec: string }): Promise<{ supported: boolean }> {
    return await Promise.resolve({ supported: codec.startsWith('avc1') });
  }

  configure(): void {
    this.state = 'configured';
  }

  reset(): void {
    this.state = 'unconfigured';
    this.#pending = [];
  }

  close(): void {
    this.state = 'closed';
    this.#pending = [];
  }

  decode({ timestamp }: FakeChunk): void {
    if (!this.#behavior.dropNext) this.#pending.push(timestamp);
    this.#behavior.dropNext = false;
    queueMicrotask(() => this.#emitFrames());
  }

  #emitFrames(): void {
    while (this.#pending.length > this.#behavior.heldBackFrames) {
      const timestamp = this.#pending.shift() ?? 0;
      this.#init.output({ timestamp, close: () => undefined });
    }
  }
}
