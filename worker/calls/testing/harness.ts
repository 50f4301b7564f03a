/** A tool runner under an agent policy, with a simulated phone behind a real session. */
import '../../adb/transport/closed-shim.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import type { DisplayTouchEvent, World } from '#core/demo-phone/world.ts';
import type { PlayedGesture } from '#core/link/call.ts';
import type { Call } from '#core/call.ts';
import type { Events, PictureData, CallQuestion, ActiveCallInfo } from '#core/link/messages.ts';
import { defaultPolicy, type AgentPolicy } from '#core/link/policy.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { countingRefs } from '#core/screen/testing/screens.ts';
import { tools } from '#core/tools/registry.ts';
import type { CallProgress } from '#core/tools/shared/tool.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import {
  phoneParts,
  fingersDown,
  neverAborts,
  fakeServerLoader,
} from '../../adb/testing/harness.ts';
import type { ProgramLoader } from '../../adb/transport/program-files.ts';
import type { ReaderLoader } from '../../adb/reading/element-reader/reader-process.ts';
import { DemoUsb } from '../../demo/demo-usb.ts';
import { createNewKeyStore } from '../../demo/testing/tango-host.ts';
import { createPhoneDirectory, heldPhone } from '../../relay/phone-directory.ts';
import { PhoneSession } from '../../session/session.ts';
import { usbSource } from '../../session/open-device.ts';
import { CallPictures } from '../call-pictures.ts';
import { CallMasks } from '../mask-secrets.ts';
import { PolicyGuard } from '../policy-guard.ts';
import { ToolRunner } from '../run-tool.ts';
import { GestureAnnouncer } from '../gestures.ts';

/** Pictures for a runner whose calls need none. */
export const noPictures = {
  begin: () => Promise.resolve(null),
  whenCurrent: () => Promise.resolve(null),
  acted: () => undefined,
  ended: () => undefined,
} as const;

/** The user is asked before each call that acts. */
export const asksBeforeActing: AgentPolicy = {
  ...defaultPolicy,
  rules: { ...defaultPolicy.rules, act: 'ask' },
};

/** The answer to an agent. */
interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly recorded: Call;
}

export interface RunnerHarness {
  readonly session: PhoneSession;
  readonly usb: DemoUsb;
  readonly world: World;
  readonly policyGuard: PolicyGuard;
  readonly runner: ToolRunner;
  /** The serial number of the demo phone. */
  readonly serial: string;
  /** Connects a second demo phone in place of the first. */
  connectOther(): Promise<void>;
  readonly middle: { readonly x: number; readonly y: number };
  /** The questions that were last sent to the page. */
  questions(): readonly CallQuestion[];
  running(): readonly ActiveCallInfo[];
  readonly calls: readonly Call[];
  readonly afters: readonly Events['screenAfterCall'][];
  readonly gestures: readonly PlayedGesture[];
  /** Ids of gestures that were not completed. */
  readonly failed: readonly number[];
  /** All touch events on the screen. */
  readonly touches: readonly DisplayTouchEvent[];
  isTouched(): boolean;
  /** How often the set of listed tools has changed. */
  toolListChanges(): number;
  /** The consoles as reported by the bridge: empty, for tests to fill. */
  readonly consoles: OpenConsole[];
  /** Calls as the agent `codex` through the bridge by default. */
  call(name: string, args?: object, more?: Partial<ToolCall>): Promise<ToolAnswer>;
  progress(): readonly CallProgress[];
  close(): Promise<void>;
}

/** The live picture, always the same. */
export const livePicture: PictureData = { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/jpeg' };

const canvas = createNodeCanvas();
const keys = createNewKeyStore();

export function createRunnerHarness(...faults: FaultName[]): Promise<RunnerHarness> {
  return createHarness({ faults, latency: 'none' });
}

/** Like `createRunnerHarness`, with a phone's delays and optional element readers besides uiautomator. */
export function createSlowRunnerHarness(options: SlowPhoneOptions): Promise<RunnerHarness> {
  return createHarness({ ...options, latency: 'real' });
}

interface SlowPhoneOptions {
  readonly faults?: readonly FaultName[];
  /** A dump to show instead of the phone's own apps. */
  readonly capturedXml?: Uint8Array<ArrayBuffer>;
  readonly loadElementReader?: ReaderLoader;
  readonly loadYadb?: ProgramLoader;
}

interface HarnessOptions extends SlowPhoneOptions {
  readonly latency: 'none' | 'real';
}

async function createHarness({
  latency,
  capturedXml: xml,
  loadElementReader,
  loadYadb,
  ...options
}: HarnessOptions): Promise<RunnerHarness> {
  const touches: DisplayTouchEvent[] = [];
  const faults = new Set(options.faults);
  const onTouch = (event: DisplayTouchEvent): void => void touches.push(event);
  const demo = await createDemoPhone({
    android: 14,
    faults,
    latency,
    canvas,
    onTouch,
    ...(xml && { capture: { xml } }),
  });
  const usb = new DemoUsb(demo, faults);
  const session = new PhoneSession({
    keys,
    consoleAddress: 'http://console',
    onStatus: () => undefined,
    phoneParts,
    loadServer: fakeServerLoader,
    ...(loadElementReader && { loadElementReader }),
    ...(loadYadb && { loadYadb }),
  });
  const open = () =>
    Promise.resolve(usbSource({ kind: 'demo', isCapture: xml !== undefined, usb }));
  const { serial } = await session.connect(
    { name: 'the demo phone', open, serial: null },
    neverAborts,
  );
  const { width, height } = demo.world.screenSize;
  return {
    ...createRunner(session),
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
      const openOther = () => Promise.resolve(usbSource({ kind: 'demo', usb: other }));
      await session.connect({ name: 'the other', open: openOther, serial: null }, neverAborts);
    },
    close: () => session.disconnect(),
  };
}

/** The parts that need no phone. */
function createRunner(session: PhoneSession) {
  const latest = {
    questions: [] as readonly CallQuestion[],
    running: [] as readonly ActiveCallInfo[],
    toolListChanges: 0,
  };
  const calls: Call[] = [];
  const afters: Events['screenAfterCall'][] = [];
  const gestures: PlayedGesture[] = [];
  const failed: number[] = [];
  const progress: CallProgress[] = [];
  const consoles: OpenConsole[] = [];
  const policyGuard = new PolicyGuard({
    tools,
    onQuestions: (questions) => (latest.questions = questions),
    onToolListChange: () => latest.toolListChanges++,
  });
  policyGuard.setPolicy(defaultPolicy);
  const runner = new ToolRunner({
    refs: { ready: () => Promise.resolve(), next: countingRefs() },
    phone: (signal) => session.phone(signal),
    directory: (caller) =>
      createPhoneDirectory(
        { consoles, ownName: '', ownPhone: heldPhone(session.status), choose: () => undefined },
        caller,
      ),
    policyGuard,
    onRunning: (calls) => (latest.running = calls),
    pictures: new CallPictures({
      isCurrent: () => true,
      isRecent: () => true,
      jpeg: () => Promise.resolve(livePicture),
      onAfter: (after) => void afters.push(after),
    }),
    gestures: new GestureAnnouncer({
      onGesture: (gesture) => void gestures.push(gesture),
      onFailed: (id) => void failed.push(id),
    }),
    masks: new CallMasks(),
    onCall: (recorded) => void calls.push(recorded),
  });
  const call: RunnerHarness['call'] = async (name, args = {}, more = {}) => {
    const caller = {
      agent: 'codex',
      chosenPhone: null,
      from: 'bridge',
      signal: neverAborts,
    } as const;
    const onProgress = (report: CallProgress): void => void progress.push(report);
    const toolCall = { ...caller, name, arguments: args, onProgress, ...more };
    const { outcome, recorded } = await runner.runTool(toolCall);
    const texts = outcome.texts.join('\n');
    return { isError: outcome.isError, text: texts, recorded: await recorded };
  };
  return {
    policyGuard,
    runner,
    calls,
    afters,
    gestures,
    failed,
    consoles,
    call,
    questions: () => latest.questions,
    running: () => latest.running,
    toolListChanges: () => latest.toolListChanges,
    progress: () => progress,
  };
}
