/** The worker's entry: creates its parts and connects them to the page. */
import './adb/transport/closed-shim.ts';
import '#core/zod-jitless.ts';
import { HandsetError } from '#core/errors.ts';
import { type CallHandlers, linkToPage } from '#core/link/link.ts';
import type { Events } from '#core/link/messages.ts';
import type { McpServer } from '#core/mcp/server.ts';
import { tools } from '#core/tools/registry.ts';
import type { PhoneDirectory } from '#core/tools/shared/tool.ts';
import { isUnplug } from './adb/transport/connection.ts';
import { BrowserKeys } from './adb/transport/browser-keys.ts';
import { createProgramLoader, scrcpyServerFile, yadbFile } from './adb/transport/program-files.ts';
import type { OpenStream } from './adb/transport/server-transport.ts';
import { ServerPhones } from './adb/transport/server-phones.ts';
import { userCaller } from './calls/active-calls.ts';
import { recentOrReadScreen } from '#core/tools/shared/read-screen.ts';
import { CallPictures } from './calls/call-pictures.ts';
import { createConsoleMcp } from './calls/console-mcp.ts';
import { GestureAnnouncer } from './calls/gestures.ts';
import { PolicyGuard } from './calls/policy-guard.ts';
import { RefNumbers } from './calls/ref-numbers.ts';
import { CallMasks } from './calls/mask-secrets.ts';
import { ToolRunner } from './calls/run-tool.ts';
import { createPhoneFiles } from './files/copy-files.ts';
import { InspectedScreen } from './inspection/inspected-screen.ts';
import { StepRecorder } from './steps/step-recorder.ts';
import { LiveView } from './live/live-view.ts';
import { UserInputSender, reportInputStatus } from './input/user-input.ts';
import { callHandlers } from './page-handlers/calls.ts';
import { connectionHandlers } from './page-handlers/connections.ts';
import { fileHandlers } from './page-handlers/files.ts';
import { inputHandlers } from './page-handlers/input.ts';
import { phoneHandlers } from './page-handlers/phone.ts';
import { screenHandlers } from './page-handlers/screen.ts';
import type { Emit } from './page-handlers/shared.ts';
import { removeLeftFolders } from './files/origin-folder.ts';
import { createRecordingFolder } from './recording/origin-folder.ts';
import { ScreenRecorder } from './recording/screen-recorder.ts';
import { BridgeConnection } from './relay/bridge-connection.ts';
import { heldPhone } from './relay/phone-directory.ts';
import { PhoneSession } from './session/session.ts';

/** The console's page: this file is in its folder `assets`. */
const websiteUrl = new URL('..', self.location.href).href;

const keys = new BrowserKeys();
const session: PhoneSession = new PhoneSession({
  keys,
  consoleAddress: self.location.origin,
  onStatus: (status) => {
    page.emit('phone', status);
    sendStateToBridge();
  },
  onOriginalSettings: emitChangedSettings,
  loadServer: createProgramLoader(scrcpyServerFile, self.location.href),
  loadYadb: createProgramLoader(yadbFile, self.location.href),
  loadElementReader: async (signal) => {
    const response = await fetch(
      new URL('./adb/reading/element-reader/element-reader.dex.gz', import.meta.url),
      { signal },
    );
    if (!response.ok) throw new HandsetError('unsupported', "its program couldn't be loaded");
    return new Uint8Array(await response.arrayBuffer());
  },
  onReading: reportReading,
  phoneParts: {
    recorderOf: (phone) => recorder.recorderOf(phone),
    filesOf: (connection) => createPhoneFiles(connection, openStream),
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
/** Longest reading of the screen after a recorded step. */
const readTimeoutMs = 10_000;
const callPictures = new CallPictures({
  isCurrent: (actedAtMs) => session.connected?.freshness.isCurrent(actedAtMs) ?? false,
  isRecent: () => session.connected?.freshness.isRecent ?? false,
  jpeg: () => live.jpeg(),
  onAfter: (after) => page.emit('screenAfterCall', after),
  facts: {
    isRecording: () => stepRecorder.isOn,
    readScreen: async () =>
      session.connected &&
      (await recentOrReadScreen(session.connected, AbortSignal.timeout(readTimeoutMs))),
    onFacts: (facts) => page.emit('factsAfterCall', facts),
  },
});
const masks = new CallMasks();
const runner = new ToolRunner({
  masks,
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
  onAgentTokens: (tokens) => page.emit('agentTokens', tokens),
  onAdbAccess: (access) => serverPhones.setAccess(access),
  onElementReader: (allowed) => {
    elementReader.isAllowed = allowed;
    applyElementReader();
  },
});
const serverPhones = new ServerPhones(openStream);
/** For agents in the browser that speak MCP over a MessagePort. */
const portMcp = createConsoleMcp({ ...mcpOptions, toolPrefix: '' });
const inspectedScreen = new InspectedScreen();
/** What the bridge was started with, and the user's switch. */
const elementReader = { isAllowed: true, isOn: true };
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
const stepRecorder = new StepRecorder({
  nextId: () => runner.nextCallId(),
  caller: userCaller,
  pictures: callPictures,
  onCall: (call, secrets) => {
    page.emit('call', masks.mask(call, secrets));
  },
});
const recorder = new ScreenRecorder({
  userName: userCaller.agent,
  setRecording: (isRecording) => live.setRecording(isRecording),
  onStatus: (status) => {
    page.emit('recording', status);
  },
  createFolder: createRecordingFolder,
});
void removeLeftFolders();
const userInput = new UserInputSender({
  session,
  recorder: stepRecorder,
  runExclusive: (phone, signal, work) =>
    runner.runInputExclusive(phone, signal, () => callPictures.around(work, stepRecorder.isOn)),
  onBeforeSend: () => live.onInputSent(),
});
reportInputStatus(session, (inputStatus) => {
  page.emit('inputBackend', inputStatus);
});
session.onChange(emitChangedSettings);
session.onChange(reportReading);

const emit: Emit = (name, data) => page.emit(name, data);
const handlers: CallHandlers = {
  ...connectionHandlers({
    keys,
    session,
    serverPhones,
    bridge,
    policyGuard,
    live,
    inspectedScreen,
    emit,
  }),
  ...phoneHandlers({ session, emit }),
  ...fileHandlers({ session, emit }),
  ...screenHandlers({ session, live, recorder, inspectedScreen, setElementReader, emit }),
  ...inputHandlers({ session, userInput, stepRecorder }),
  ...callHandlers({
    runner,
    policyGuard,
    portMcp,
    recorder,
    userInput,
    onPolicy: sendStateToBridge,
  }),
};

const page = linkToPage(self, handlers);

function openStream(...args: Parameters<OpenStream>): ReturnType<OpenStream> {
  return bridge.openStream(...args);
}

function emitChangedSettings(): void {
  const names = [...(session.connected?.originalSettings.keys() ?? [])];
  page.emit('changedSettings', { names, originals: session.phoneOriginals });
}

function setElementReader(isOn: boolean): void {
  elementReader.isOn = isOn;
  applyElementReader();
}

function applyElementReader(): void {
  session.setElementReader(elementReader.isAllowed && elementReader.isOn);
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
