/** The worker's entry: creates its parts and connects them to the page. */
import './usb/closed-shim.ts';
import '../core/zod-jitless.ts';
import AdbWebCredentialStore from '@yume-chan/adb-credential-web';
import { HandsetError, describeThrown } from '../core/errors.ts';
import { type CallHandlers, linkToPage } from '../core/link/link.ts';
import type { CallRecord } from '../core/link/messages.ts';
import type { LogBatch } from '../core/link/phone-log.ts';
import type { ToolCall } from '../core/mcp/call.ts';
import type { Mcp } from '../core/mcp/server.ts';
import { checkArguments } from '../core/tools/shared/arguments.ts';
import { findTool, tools } from '../core/tools/registry.ts';
import type { Desk } from '../core/tools/shared/tool.ts';
import { fetchServerFor } from './adb/server-file.ts';
import { BeforeAndAfter } from './calls/call-record.ts';
import { person } from './calls/running-calls.ts';
import { ToolRunner } from './calls/run-tool.ts';
import { Gate } from './calls/gate.ts';
import { toolInfos, answerMcp, serveDoor } from './calls/answer-mcp.ts';
import type { FileOnItsWay } from './files/send-file.ts';
import { installApk, pushFile } from './files/transfers.ts';
import { LastScreen } from './inspection/last-screen.ts';
import { readScreenView } from './inspection/screen-view.ts';
import { LiveView } from './live/live-view.ts';
import { PersonHands, tellWay } from './live/person-hands.ts';
import { watchLog } from './logs/watch-log.ts';
import { BridgeSeat } from './relay/bridge-seat.ts';
import { heldPhone } from './relay/desk.ts';
import { PhoneSession } from './session/session.ts';
import { type Source, browserSource } from './session/open-device.ts';
import { Touches } from './calls/touches.ts';

const session: PhoneSession = new PhoneSession({
  // Stored in IndexedDB of the console's origin; the phone lists the key as `Handset@host`.
  keys: new AdbWebCredentialStore('Handset'),
  consoleAddress: self.location.origin,
  onStatus: (status) => {
    page.tell('phone', status);
    tellBridge();
  },
  loadServer: fetchServerFor(self.location.href),
  live: {
    current: (phone, signal) => live.current(phone, signal),
    stillForMs: (phone) => live.stillForMs(phone),
  },
});
const gate = new Gate({
  tools,
  onQuestions: (questions) => {
    page.tell('questions', questions);
  },
  onOffered: () => {
    seat.toolsChanged();
    doors.toolsChanged();
  },
});
const pictures = new BeforeAndAfter({
  thumbnail: () => live.thumbnail(),
  onAfter: (after) => {
    page.tell('callAfter', after);
  },
});
const runner = new ToolRunner({
  phone: (signal) => session.phone(signal),
  desk: (caller): Desk => seat.deskFor(caller),
  gate,
  onRunning: (calls) => {
    page.tell('running', calls);
    live.setBusy(calls.length > 0);
  },
  pictures,
  touches: new Touches({
    onGesture: (gesture) => {
      page.tell('gesture', gesture);
    },
    onFailed: (id) => {
      page.tell('gestureFailed', { id });
    },
  }),
  onCall: (record) => {
    page.tell('call', record);
  },
});
const seat = new BridgeSeat({
  serve: (toolPrefix): Mcp => answerMcp({ runner, gate, toolPrefix }),
  onStatus: (status) => {
    page.tell('bridge', status);
  },
  onConsoles: (consoles) => {
    page.tell('consoles', consoles);
  },
});
/** For agents in the browser that speak MCP over a MessagePort. */
const doors = answerMcp({ runner, gate, toolPrefix: '' });
const lastScreen = new LastScreen();
const live = new LiveView({
  session,
  onStatus: (status) => {
    hands.pictureIs('size' in status ? status.size : null);
    page.tell('live', status);
  },
  onMotion: (motion) => {
    page.tell('motion', motion);
    pictures.moved(motion);
  },
  onFigures: (figures) => {
    page.tell('figures', figures);
  },
});
const hands = new PersonHands({
  session,
  inTurn: (phone, signal, work) => runner.takeTurn(phone, signal, work),
  onSent: () => live.inputSent(),
});
tellWay(session, (way) => {
  page.tell('acting', way);
});

const handlers: CallHandlers = {
  ping: done(() => undefined),
  connectUsb: ({ serial }, signal) => {
    const open = (): Promise<Source> => Promise.resolve(browserSource());
    return session.connect({ name: 'the phone', open, serial }, signal);
  },
  watchUsb: async ({ serial }) => {
    await session.watch(browserSource(), serial);
    return null;
  },
  connectDemo: (request, signal) => {
    const open = async (): Promise<Source> => {
      // Loaded on demand: people with a real phone don't need it.
      const demo = await import('./demo/open-demo-phone.ts').catch(demoNotLoaded);
      return await demo.openDemoPhone(request);
    };
    return session.connect({ name: 'the demo phone', open, serial: null }, signal);
  },
  disconnect: async () => {
    lastScreen.forget();
    await session.disconnect();
    return null;
  },
  joinBridge: done((address) => {
    gate.forgetTrust();
    seat.join(address);
  }),
  readScreen: async (_, signal) =>
    lastScreen.keep(await readScreenView(await session.phone(signal), live, signal)),
  // An async function turns a thrown error into the rejection that the link carries.
  matchSelector: async ({ selector }) => await Promise.resolve(lastScreen.match(selector)),
  suggestSelectors: async ({ id }) => await Promise.resolve(lastScreen.suggest(id)),
  describeElement: async ({ id }) => await Promise.resolve(lastScreen.describe(id)),
  pinScreen: async () => await Promise.resolve(lastScreen.pin()),
  unpinScreen: done(() => lastScreen.unpin()),
  diffPinned: async () => await Promise.resolve(lastScreen.diffPinned()),
  setLive: done(({ on }) => live.setOn(on)),
  setSeen: done(({ seen }) => {
    live.setSeen(seen);
    session.setSeen(seen);
  }),
  showLive: async ({ canvas }, signal) => {
    await live.show(canvas, signal);
    return null;
  },
  sendInput: async (input) => {
    await hands.send(input);
    return null;
  },
  copySelection: async ({ how }) => ({ text: await hands.copySelection(how) }),
  watchLog: async (_, signal) => {
    const tell = (batch: LogBatch): void => page.tell('log', batch);
    await watchLog(await session.phone(signal), tell, signal);
    return null;
  },
  installApk: async (given, signal) => ({
    said: await installApk(await session.phone(signal), onItsWay(given), signal),
  }),
  pushFile: async (given, signal) => ({
    path: await pushFile(await session.phone(signal), onItsWay(given), signal),
  }),
  checkArguments: async ({ name, argumentsJson }) =>
    await Promise.resolve(checkArguments(findTool(name), parseJson(argumentsJson))),
  runTool: (asked, signal) => run({ ...asked, ...person }, signal),
  runAgentTool: (asked, signal) => run({ ...asked, from: 'page' }, signal),
  listTools: async () => await Promise.resolve(toolInfos(tools)),
  openDoor: async (door, signal) => {
    await serveDoor(doors, door, signal);
    return null;
  },
  setControls: done((controls) => {
    gate.set(controls);
    tellBridge();
  }),
  answerQuestion: done(({ id, say }) => gate.answer(id, say)),
  stopEverything: async () => {
    await Promise.all([runner.stopEverything(), hands.stop()]);
    return null;
  },
  leadConsoles: done(() => seat.lead()),
};

const page = linkToPage(self, handlers);

/** The file, with its progress sent to the page. */
function onItsWay({ id, file }: { readonly id: number; readonly file: File }): FileOnItsWay {
  return { file, onProgress: (progress) => page.tell('transfer', { id, ...progress }) };
}

/** Makes a handler of an action that finishes at once. */
function done<Argument>(act: (argument: Argument) => void): (argument: Argument) => Promise<null> {
  return async (argument) => {
    act(argument);
    return await Promise.resolve(null);
  };
}

function tellBridge(): void {
  seat.tellState({ phone: heldPhone(session.status), paused: gate.controls.paused });
}

type AskedByPage = Pick<ToolCall, 'agent' | 'name' | 'from'> & { readonly argumentsJson: string };

async function run(
  { argumentsJson, ...asked }: AskedByPage,
  signal: AbortSignal,
): Promise<CallRecord> {
  const given = { arguments: parseJson(argumentsJson), chosenPhone: null };
  // The page gets progress with the list of running calls.
  const onProgress = (): void => undefined;
  const { recorded } = await runner.run({ ...asked, ...given, signal, onProgress });
  return await recorded;
}

function demoNotLoaded(cause: unknown): never {
  throw new HandsetError('internal', 'The demo phone could not be loaded.', {
    hint: `Is ${self.location.origin} still there? Then reload the page.`,
    cause,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The arguments are not JSON: ${describeThrown(error)}.`;
    throw new HandsetError('invalid-argument', message, { cause: error });
  }
}

/** Tango leaves promises that reject when a phone is unplugged; their callers have reported it already. */
const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];
self.addEventListener('unhandledrejection', (event) => {
  const reason: unknown = event.reason;
  const isUnplug = reason instanceof DOMException && unplugErrors.includes(reason.name);
  // Tango's error for a write that was pending when its socket closed.
  // eslint-disable-next-line house/codes-not-words -- Tango has no other sign of it
  const isCutWrite = reason instanceof Error && reason.message === 'Socket closed';
  if (isUnplug || isCutWrite) event.preventDefault();
  // Reported like any other uncaught exception: the state it leaves behind is unknown.
  else self.reportError(reason);
});
