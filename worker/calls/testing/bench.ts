/** A tool runner under an agent policy, with a simulated phone behind a real session. */
import '../../usb/closed-shim.ts';
import { createDemoPhone } from '../../../core/demo-phone/demo-phone.ts';
import type { FaultName } from '../../../core/demo-phone/options.ts';
import type { TouchEvent, World } from '../../../core/demo-phone/world.ts';
import type { PlayedGesture } from '../../../core/link/aim.ts';
import type {
  CallRecord,
  Controls,
  Events,
  PictureData,
  Question,
  RunningCall,
} from '../../../core/link/messages.ts';
import type { ToolCall } from '../../../core/mcp/call.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { tools } from '../../../core/tools/registry.ts';
import type { Progress } from '../../../core/tools/shared/tool.ts';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import { fingersDown, never, someJar } from '../../adb/testing/bench.ts';
import { DemoUsb } from '../../demo/demo-usb.ts';
import { createKeyStore } from '../../demo/testing/tango-host.ts';
import { deskOf, heldPhone } from '../../relay/desk.ts';
import { PhoneSession } from '../../session/session.ts';
import { BeforeAndAfter } from '../call-record.ts';
import { Gate } from '../gate.ts';
import { ToolRunner } from '../run-tool.ts';
import { Touches } from '../touches.ts';

export const free: Controls = { paused: false, readOnly: false, askFirst: false, switchedOff: [] };

/** The answer to an agent. */
interface Answered {
  readonly isError: boolean;
  readonly text: string;
  readonly record: CallRecord;
}

export interface Bench {
  readonly session: PhoneSession;
  readonly usb: DemoUsb;
  readonly world: World;
  readonly gate: Gate;
  readonly runner: ToolRunner;
  /** The serial number of the demo phone. */
  readonly serial: string;
  /** Connects a second demo phone in place of the first. */
  connectOther(): Promise<void>;
  readonly middle: { readonly x: number; readonly y: number };
  /** What the page was sent last. */
  questions(): readonly Question[];
  running(): readonly RunningCall[];
  readonly records: readonly CallRecord[];
  readonly afters: readonly Events['callAfter'][];
  readonly gestures: readonly PlayedGesture[];
  /** Ids of gestures that were not completed. */
  readonly failed: readonly number[];
  /** All touch events on the screen. */
  readonly touches: readonly TouchEvent[];
  isTouched(): boolean;
  /** How often the set of listed tools has changed. */
  timesOffered(): number;
  /** The consoles as reported by the bridge: empty, for tests to fill. */
  readonly consoles: OpenConsole[];
  /** Calls as the agent `codex` through the bridge by default. */
  call(name: string, args?: object, more?: Partial<ToolCall>): Promise<Answered>;
  progress(): readonly Progress[];
  close(): Promise<void>;
}

/** The live picture, always the same. */
export const thumbnail: PictureData = { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/jpeg' };

const canvas = createNodeCanvas();
const keys = createKeyStore();

export async function openBench(...names: FaultName[]): Promise<Bench> {
  const touches: TouchEvent[] = [];
  const faults = new Set(names);
  const onTouch = (event: TouchEvent): void => void touches.push(event);
  const demo = await createDemoPhone({ android: 14, faults, latency: 'none', canvas, onTouch });
  const usb = new DemoUsb(demo, faults);
  const session = new PhoneSession({
    keys,
    consoleAddress: 'http://console',
    onStatus: () => undefined,
    loadServer: someJar,
  });
  const open = () => Promise.resolve({ kind: 'demo' as const, usb });
  const { serial } = await session.connect({ name: 'the demo phone', open, serial: null }, never);
  const { width, height } = demo.world.screenSize;
  return {
    ...parts(session),
    session,
    usb,
    world: demo.world,
    serial,
    middle: { x: width / 2, y: height / 2 },
    touches,
    isTouched: () => fingersDown(touches).length > 0,
    connectOther: async () => {
      const options = { android: 11, faults, latency: 'none', canvas } as const;
      const other = new DemoUsb(await createDemoPhone(options), faults);
      const openOther = () => Promise.resolve({ kind: 'demo' as const, usb: other });
      await session.connect({ name: 'the other', open: openOther, serial: null }, never);
    },
    close: () => session.disconnect(),
  };
}

/** The parts that need no phone. */
function parts(session: PhoneSession) {
  const told = {
    questions: [] as readonly Question[],
    running: [] as readonly RunningCall[],
    offered: 0,
  };
  const records: CallRecord[] = [];
  const afters: Events['callAfter'][] = [];
  const gestures: PlayedGesture[] = [];
  const failed: number[] = [];
  const progress: Progress[] = [];
  const consoles: OpenConsole[] = [];
  const gate = new Gate({
    tools,
    onQuestions: (questions) => (told.questions = questions),
    onOffered: () => told.offered++,
  });
  gate.set(free);
  const runner = new ToolRunner({
    phone: (signal) => session.phone(signal),
    desk: (caller) =>
      deskOf(
        { consoles, ownName: '', ownPhone: heldPhone(session.status), choose: () => undefined },
        caller,
      ),
    gate,
    onRunning: (calls) => (told.running = calls),
    pictures: new BeforeAndAfter({
      thumbnail: () => Promise.resolve(thumbnail),
      onAfter: (after) => void afters.push(after),
    }),
    touches: new Touches({
      onGesture: (gesture) => void gestures.push(gesture),
      onFailed: (id) => void failed.push(id),
    }),
    onCall: (record) => void records.push(record),
  });
  const call: Bench['call'] = async (name, args = {}, more = {}) => {
    const caller = { agent: 'codex', chosenPhone: null, from: 'bridge', signal: never } as const;
    const onProgress = (report: Progress): void => void progress.push(report);
    const asked = { ...caller, name, arguments: args, onProgress, ...more };
    const { outcome, recorded } = await runner.run(asked);
    const record = await recorded;
    return { isError: outcome.isError, text: outcome.texts.join('\n'), record };
  };
  return {
    gate,
    runner,
    records,
    afters,
    gestures,
    failed,
    consoles,
    call,
    questions: () => told.questions,
    running: () => told.running,
    timesOffered: () => told.offered,
    progress: () => progress,
  };
}
