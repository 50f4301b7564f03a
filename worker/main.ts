/** The worker's entry: creates its parts and connects them to the page. */
import './adb/closed-shim.ts';
import '#core/zod-jitless.ts';
import AdbWebCredentialStore from '@yume-chan/adb-credential-web';
import { HandsetError, toWire } from '#core/errors.ts';
import { type CallHandlers, linkToPage } from '#core/link/link.ts';
import type { CallRecord, Events } from '#core/link/messages.ts';
import type { LogBatch, PhoneRequest } from '#core/link/phone-status.ts';
import type { McpServer, ToolCall } from '#core/mcp/server.ts';
import { settingsOf } from '#core/tools/device-state.ts';
import { argumentsFromJson } from '#core/tools/shared/arguments.ts';
import { tools } from '#core/tools/registry.ts';
import type { PhoneDirectory } from '#core/tools/shared/tool.ts';
import { isUnplug } from './adb/connection.ts';
import { createProgramLoader, scrcpyServerFile, yadbFile } from './adb/program-files.ts';
import { ServerPhones } from './adb/server-phones.ts';
import { CallPictures } from './calls/call-pictures.ts';
import { stepsCaller, userCaller } from './calls/active-calls.ts';
import { ToolRunner } from './calls/run-tool.ts';
import { PolicyGuard } from './calls/policy-guard.ts';
import {
  createConsoleMcp,
  openableApps,
  requestedPermissions,
  servePort,
  toolInfos,
} from './calls/console-mcp.ts';
import { argumentProblems } from './calls/step-calls.ts';
import { installApk, pushFile, type OutgoingFile } from './files/transfers.ts';
import { InspectedScreen } from './inspection/inspected-screen.ts';
import { readScreenView } from './inspection/screen-view.ts';
import { LiveView } from './live/live-view.ts';
import { InputRecorder } from './live/input-recorder.ts';
import { UserInputSender, reportInputStatus } from './live/user-input.ts';
import { watchLog } from './logs/watch-log.ts';
import { createOriginFolder, removeLeftRecordings } from './recording/origin-folder.ts';
import { ScreenRecorder } from './recording/screen-recorder.ts';
import { BridgeConnection } from './relay/bridge-connection.ts';
import { heldPhone } from './relay/phone-directory.ts';
import { PhoneSession } from './session/session.ts';
import { type DeviceSource, adbServerSource, browserSource } from './session/open-device.ts';
import { TcpSource } from './session/tcp-source.ts';
import { RefNumbers } from './calls/ref-numbers.ts';
import { GestureAnnouncer } from './calls/gestures.ts';

/** The console's page: this file is in its folder `assets`. */
const websiteUrl = new URL('..', self.location.href).href;

const session: PhoneSession = new PhoneSession({
  // Stored in IndexedDB of the console's origin; the phone lists the key as `Handset@host`.
  keys: new AdbWebCredentialStore('Handset'),
  consoleAddress: self.location.origin,
  onStatus: (status) => {
    page.emit('phone', status);
    sendStateToBridge();
  },
  onOriginalSettings: emitChangedSettings,
  loadServer: createProgramLoader(scrcpyServerFile, self.location.href),
  loadYadb: createProgramLoader(yadbFile, self.location.href),
  loadScreenReader: async (signal) => {
    const response = await fetch(
      new URL('./adb/screen-reader/screen-reader.dex.gz', import.meta.url),
      { signal },
    );
    if (!response.ok) throw new HandsetError('unsupported', "its program couldn't be loaded");
    return new Uint8Array(await response.arrayBuffer());
  },
  onReading: reportReading,
  live: {
    currentFrame: (phone, signal, request) => live.currentFrame(phone, signal, request),
    stillForMs: (phone) => live.stillForMs(phone),
    litFrameSize: (phone) => live.litFrameSize(phone),
    recorderOf: (phone) => recorder.recorderOf(phone),
  },
});
const policyGuard = new PolicyGuard({
  tools,
  onQuestions: (questions) => page.emit('questions', questions),
  onToolListChange: () => {
    bridge.toolsChanged();
    portMcp.toolsChanged();
  },
});
const callPictures = new CallPictures({
  isCurrent: (actedAtMs) => live.isCurrent(actedAtMs),
  isRecent: () => live.isRecent,
  jpeg: () => live.jpeg(),
  onAfter: (after) => page.emit('screenAfterCall', after),
});
const runner = new ToolRunner({
  refs: new RefNumbers(),
  phone: (signal) => session.phone(signal),
  directory: (caller): PhoneDirectory => bridge.directoryFor(caller),
  policyGuard,
  onRunning: (calls) => {
    page.emit('activeCalls', calls);
    live.setBusy(calls.length > 0);
  },
  pictures: callPictures,
  gestures: new GestureAnnouncer({
    onGesture: (gesture) => {
      page.emit('gesture', gesture);
    },
    onFailed: (id) => {
      page.emit('gestureFailed', { id });
    },
  }),
  onCall: (record) => {
    page.emit('call', record);
  },
});
const mcpOptions = {
  runner,
  policyGuard,
  websiteUrl,
  onContact: (contact: Events['agentContact']): void => page.emit('agentContact', contact),
};
const bridge = new BridgeConnection({
  serve: ({ toolPrefix, allTools }): McpServer => {
    policyGuard.setBridgeOffersAll(allTools);
    return createConsoleMcp({ ...mcpOptions, toolPrefix });
  },
  onStatus: (status) => page.emit('bridge', status),
  onConsoles: (consoles) => page.emit('consoles', consoles),
  onAdbAccess: (access) => serverPhones.setAccess(access),
  onScreenReader: (allowed) => {
    screenReader.isAllowed = allowed;
    applyScreenReader();
  },
});
const serverPhones = new ServerPhones((target, signal) => bridge.openStream(target, signal));
/** For agents in the browser that speak MCP over a MessagePort. */
const portMcp = createConsoleMcp({ ...mcpOptions, toolPrefix: '' });
const inspectedScreen = new InspectedScreen();
/** What the bridge was started with, and the user's switch. */
const screenReader = { isAllowed: true, isOn: true };
const live = new LiveView({
  session,
  onStatus: (status) => {
    userInput.setPictureSize('size' in status ? status.size : null);
    page.emit('live', status);
  },
  onMotion: (motion) => {
    page.emit('liveMotion', motion);
    callPictures.onMotion(motion);
  },
  onMetrics: (figures) => {
    page.emit('liveMetrics', figures);
  },
});
const inputRecorder = new InputRecorder({
  nextId: () => runner.nextCallId(),
  caller: userCaller,
  pictures: callPictures,
  onCall: (record) => {
    page.emit('call', record);
  },
});
const recorder = new ScreenRecorder({
  userName: userCaller.agent,
  setRecording: (isRecording) => live.setRecording(isRecording),
  onStatus: (status) => {
    page.emit('recording', status);
  },
  createFolder: createOriginFolder,
});
void removeLeftRecordings();
const userInput = new UserInputSender({
  session,
  recorder: inputRecorder,
  runExclusive: (phone, signal, work) =>
    runner.runInputExclusive(phone, signal, () => callPictures.around(work, inputRecorder.isOn)),
  onBeforeSend: () => live.onInputSent(),
});
reportInputStatus(session, (inputStatus) => {
  page.emit('inputBackend', inputStatus);
});
session.onChange(emitChangedSettings);
session.onChange(reportReading);

const handlers: CallHandlers = {
  ping: withoutResult(() => undefined),
  connectPhone: (request, signal) => {
    const open = (): Promise<DeviceSource> => Promise.resolve(sourceOf(request));
    return session.connect({ name: 'the phone', open, serial: request.serial }, signal);
  },
  watchPhone: async (request) => {
    await session.watch(sourceOf(request), request.serial, request.wasConnected);
    return null;
  },
  connectDemo: (request, signal) => {
    const open = async (): Promise<DeviceSource> => {
      // Loaded on demand: people with a real phone don't need it.
      const demo = await import('./demo/open-demo-phone.ts').catch((error: unknown) => {
        throw notLoaded('The demo phone', error);
      });
      return await demo.openDemoPhone(request, (error) =>
        page.emit('demoNotSaved', error && toWire(error)),
      );
    };
    return session.connect({ name: 'the demo phone', open, serial: null }, signal);
  },
  watchAdbServer: async (_, signal) => {
    const emitStatus = (): void => page.emit('adbServer', serverPhones.status);
    const stop = serverPhones.onChange(emitStatus);
    emitStatus();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    stop();
    return null;
  },
  startAdb: withoutResult((_, signal) => serverPhones.start(signal)),
  disconnect: async () => {
    inspectedScreen.clear();
    await session.disconnect();
    return null;
  },
  joinBridge: withoutResult((address) => {
    policyGuard.clearTrust();
    bridge.join(address);
  }),
  takeScreenshot: async (_, signal) => {
    const { png } = await (await session.phone(signal)).takeScreenshot(signal);
    return { bytes: png, mimeType: 'image/png' };
  },
  record: async ({ action }, signal) => {
    if (action === 'start') await recorder.startForUser(await session.phone(signal), signal);
    else if (action === 'stop') await recorder.stop();
    else recorder.discard();
    return null;
  },
  readScreen: async ({ allowsRecent }, signal) => {
    const phone = await session.phone(signal);
    return inspectedScreen.setScreen(await readScreenView(phone, signal, { live, allowsRecent }));
  },
  // An async function turns a thrown error into the rejection that the link carries.
  matchSelector: async ({ selector }) => await Promise.resolve(inspectedScreen.match(selector)),
  suggestSelectors: async ({ id }) => await Promise.resolve(inspectedScreen.suggest(id)),
  describeElement: async ({ id }) => await Promise.resolve(inspectedScreen.describe(id)),
  pinScreen: async () => await Promise.resolve(inspectedScreen.pin()),
  unpinScreen: withoutResult(() => inspectedScreen.unpin()),
  diffPinned: async () => await Promise.resolve(inspectedScreen.diffPinned()),
  setLive: withoutResult(({ on }) => live.setEnabled(on)),
  followElements: async (_, signal) => {
    const { hierarchyReader } = await session.phone(signal);
    // The phone may have come just when the page gave up.
    if (signal.aborted) return null;
    const stop = hierarchyReader.follow(() => page.emit('elementsChanged', null));
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    stop();
    return null;
  },
  setScreenReader: withoutResult(({ on }) => {
    screenReader.isOn = on;
    applyScreenReader();
  }),
  releaseUiAutomation: withoutResult(() => session.connected?.hierarchyReader.release()),
  listApps: async (_, signal) => {
    const { apps } = await session.phone(signal);
    return openableApps((await apps.list({ withNames: true }, signal)).apps);
  },
  listPermissions: async ({ packageName }, signal) =>
    requestedPermissions(await (await session.phone(signal)).apps.read(packageName, signal)),
  readSettings: async (_, signal) =>
    settingsOf(await (await session.phone(signal)).readDeviceState(signal)),
  setPageVisible: withoutResult(({ visible }) => {
    live.setPageVisible(visible);
    session.setPageVisible(visible);
  }),
  setDrawnSize: withoutResult(({ pixels }) => live.setDrawnSize(pixels)),
  showLive: async ({ canvas }, signal) => {
    await live.show(canvas, signal);
    return null;
  },
  sendInput: withoutResult((input) => userInput.send(input)),
  recordInput: async ({ on }) => {
    await inputRecorder.setOn(on ?? inputRecorder.isOn);
    return null;
  },
  listGoneTexts: (_, signal) => inputRecorder.goneTexts(signal),
  copySelection: async ({ mode }) => ({ text: await userInput.copySelection(mode) }),
  watchLog: async (_, signal) => {
    const sendBatch = (batch: LogBatch): void => page.emit('log', batch);
    await watchLog(await session.phone(signal), sendBatch, signal);
    return null;
  },
  installApk: async (chosen, signal) => ({
    output: await installApk(await session.phone(signal), withProgress(chosen), signal),
  }),
  pushFile: async (chosen, signal) => ({
    path: await pushFile(await session.phone(signal), withProgress(chosen), signal),
  }),
  checkArguments: async ({ name, argumentsJson }) =>
    await Promise.resolve(argumentProblems(name, argumentsFromJson(argumentsJson))),
  makeStepScript: async (request) => {
    const { stepScript } = await import('./calls/step-script.ts').catch((error: unknown) => {
      throw notLoaded('The script writer', error);
    });
    return stepScript(request);
  },
  runTool: ({ as, ...request }, signal) => {
    const caller = as === undefined ? userCaller : stepsCaller;
    return runForPage({ ...request, ...caller, isUnlisted: as === 'pause' }, signal);
  },
  runAgentTool: (request, signal) => runForPage({ ...request, from: 'page' }, signal),
  listTools: async () => await Promise.resolve(toolInfos()),
  serveAgentPort: async (agentPort, signal) => {
    await servePort(portMcp, agentPort, signal);
    return null;
  },
  setAgentPolicy: withoutResult((policy) => {
    policyGuard.setPolicy(policy);
    if (policy.paused) recorder.endAgentRecording('The user has paused agents.');
    sendStateToBridge();
  }),
  setOriginalSettings: withoutResult((stored) => session.loadOriginalSettings(stored)),
  answerQuestion: withoutResult(({ id, answer, reason }) => policyGuard.answer(id, answer, reason)),
  revokeTrust: withoutResult((agent) => policyGuard.revokeTrust(agent)),
  stopEverything: async () => {
    recorder.endAgentRecording('The user stopped everything.');
    const ended = Promise.all([runner.stopEverything(), userInput.stop()]);
    policyGuard.clearTrust();
    policyGuard.setPolicy({ ...policyGuard.policy, paused: true });
    await ended;
    return null;
  },
  makeDefaultConsole: withoutResult(() => bridge.makeDefault()),
};

const page = linkToPage(self, handlers);

/** Where this phone is found. Throws `usb-unsupported`, or `invalid-argument` for an address that is none. */
function sourceOf({ kind, serial }: PhoneRequest): DeviceSource {
  const { locks } = navigator;
  if (kind === 'usb') return browserSource();
  if (kind === 'adb') return adbServerSource(serverPhones, locks);
  return new TcpSource(serial ?? '', serverPhones.openStream, locks);
}

/** The file, with its progress sent to the page. */
function withProgress({ id, file }: { readonly id: number; readonly file: File }): OutgoingFile {
  return { file, onProgress: (progress) => page.emit('transfer', { id, ...progress }) };
}

/** Makes a handler of an action that has no result. */
function withoutResult<Argument>(
  action: (argument: Argument, signal: AbortSignal) => unknown,
): (argument: Argument, signal: AbortSignal) => Promise<null> {
  return async (argument, signal) => {
    await action(argument, signal);
    return null;
  };
}

function emitChangedSettings(): void {
  const names = [...(session.connected?.originalSettings.keys() ?? [])];
  page.emit('changedSettings', { names, originals: session.phoneOriginals });
}

function applyScreenReader(): void {
  session.setScreenReader(screenReader.isAllowed && screenReader.isOn);
}

function reportReading(): void {
  page.emit('reading', session.connected?.hierarchyReader.status ?? null);
  sendStateToBridge();
}

function sendStateToBridge(): void {
  const reading = session.connected?.hierarchyReader.status;
  bridge.sendState({
    phone: heldPhone(session.status, reading),
    paused: policyGuard.policy.paused,
  });
}

type PageToolRequest = Pick<ToolCall, 'agent' | 'name' | 'from' | 'isUnlisted'> & {
  readonly argumentsJson: string;
};

async function runForPage(
  { argumentsJson, ...request }: PageToolRequest,
  signal: AbortSignal,
): Promise<CallRecord> {
  const callArguments = { arguments: argumentsFromJson(argumentsJson), chosenPhone: null };
  // The page gets progress with the list of running calls.
  const onProgress = (): void => undefined;
  const { recorded } = await runner.runTool({ ...request, ...callArguments, signal, onProgress });
  return await recorded;
}

function notLoaded(what: string, cause: unknown): HandsetError {
  return new HandsetError('internal', `${what} couldn't be loaded.`, {
    hint: `Check that ${self.location.origin} is still running, then reload the page.`,
    cause,
  });
}

/** Tango leaves promises that reject when a phone is unplugged; their callers have reported it already. */
self.addEventListener('unhandledrejection', (event) => {
  const reason: unknown = event.reason;
  // Tango's error for a write that was pending when its socket closed.
  // eslint-disable-next-line handset/no-error-text-matching -- Tango has no other sign of it
  const isAbortedWrite = reason instanceof Error && reason.message === 'Socket closed';
  if (isUnplug(reason) || isAbortedWrite) event.preventDefault();
  // Reported like any other uncaught exception: the state it leaves behind is unknown.
  else self.reportError(reason);
});
