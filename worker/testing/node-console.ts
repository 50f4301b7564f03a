/** The worker's parts under Node, connected to a demo phone and, by the relay, to MCP clients. */
import '../adb/transport/closed-shim.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { PhoneConsole, PhoneOptions } from '#core/demo-phone/testing/phone-under-test.ts';
import { HandsetError } from '#core/errors.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import { agentOf } from '#core/mcp/testing/agent.ts';
import { countingRefs } from '#core/screen/testing/screens.ts';
import { tools } from '#core/tools/registry.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { fakeServerLoader, loadElementReader, neverAborts } from '../adb/testing/harness.ts';
import { userCaller } from '../calls/active-calls.ts';
import { CallPictures } from '../calls/call-pictures.ts';
import { createConsoleMcp } from '../calls/console-mcp.ts';
import { PolicyGuard } from '../calls/policy-guard.ts';
import { CallMasks } from '../calls/mask-secrets.ts';
import { ToolRunner } from '../calls/run-tool.ts';
import { GestureAnnouncer } from '../calls/gestures.ts';
import { DemoUsb } from '../demo/demo-usb.ts';
import { createKeyStore } from '../demo/testing/tango-host.ts';
import { LiveView } from '../live/live-view.ts';
import { createPhoneFiles } from '../files/copy-files.ts';
import { ScreenRecorder } from '../recording/screen-recorder.ts';
import { BridgeConnection } from '../relay/bridge-connection.ts';
import { heldPhone } from '../relay/phone-directory.ts';
import { usbSource } from '../session/open-device.ts';
import { PhoneSession } from '../session/session.ts';
import { installOffscreenCanvas } from './offscreen-canvas.ts';
import { type BridgeFiles, type RelayInMemory, createRelayInMemory } from './relay-in-memory.ts';

const canvas = createNodeCanvas();
const keys = createKeyStore();

/** A console with its own bridge. */
export interface NodeConsole
  extends PhoneConsole, Pick<RelayInMemory, 'loseBridge' | 'losePage' | 'hangPage'> {}

/**
 * What the console does with its phone when it opens: it has `connected` it; it is `connecting` it, so that calls wait or
 * get the reason why it fails; or it was `reloaded`, and looks for the phone by itself.
 */
export type OpeningState = 'connected' | 'connecting' | 'reloaded';

/** Opens a console whose user allows everything, with this phone; without a phone if there are no options. */
export async function openNodeConsole(
  options?: PhoneOptions,
  opening?: OpeningState,
): Promise<PhoneConsole> {
  const usb = options === undefined ? null : await plugInDemoPhone(options);
  return await openNodeConsoleAt(usb, {}, opening);
}

/** Opens a console whose user allows everything, with the phone at this USB object, if any. */
export async function openNodeConsoleAt(
  usb: USB | null,
  files: BridgeFiles = {},
  opening: OpeningState = 'connected',
): Promise<NodeConsole> {
  installOffscreenCanvas();
  const relay = createRelayInMemory(files);
  const { session, bridge } = assembleWorker(relay.WebSocket);
  bridge.join({ url: 'http://bridge.test/', secret: 's', tab: 't' });
  await relay.connected;
  if (usb !== null && opening === 'reloaded') {
    await session.watch(usbSource({ kind: 'demo', usb }), null, true);
  } else if (usb !== null) {
    const open = () => Promise.resolve(usbSource({ kind: 'demo', usb }));
    const request = { name: 'the demo phone', open, serial: null };
    const connecting = session.connect(request, neverAborts);
    if (opening === 'connected') await connecting;
    else connecting.catch(() => undefined);
  }
  return {
    connectAgent: async (name = 'local') => {
      const client = new Client({ name: 'handset-tests', version: '1.0.0' });
      const url = new URL('http://bridge.test/mcp');
      await client.connect(
        new StreamableHTTPClientTransport(url, { fetch: relay.createFetch(name) }),
      );
      return agentOf(client);
    },
    loseBridge: relay.loseBridge,
    losePage: relay.losePage,
    hangPage: relay.hangPage,
    close: async () => {
      bridge.close();
      await session.disconnect();
    },
  };
}

async function plugInDemoPhone({
  android,
  faults = [],
  latency = 'none',
  activity,
  screen,
}: PhoneOptions): Promise<USB> {
  const own = new Set(faults);
  const phone = await createDemoPhone({
    android,
    latency,
    faults: own,
    canvas,
    ...(activity !== undefined && { activity }),
    ...(screen !== undefined && { capture: { xml: new TextEncoder().encode(screen) } }),
  });
  return new DemoUsb(phone, own);
}

/** Assembles the parts as main.ts does, without a page: every question is answered with yes, and the live view is off. */
function assembleWorker(Socket: typeof WebSocket) {
  const session: PhoneSession = new PhoneSession({
    keys,
    consoleAddress: 'http://console.test',
    onStatus: () => sendState(),
    loadServer: fakeServerLoader,
    loadYadb: fakeServerLoader,
    loadElementReader,
    onReading: () => sendState(),
    phoneParts: {
      recorderOf: (phone) => recorder.recorderOf(phone),
      filesOf: (connection) =>
        createPhoneFiles(connection, (target, signal) => bridge.openStream(target, signal)),
    },
  });
  const sendState = (): void => {
    const reading = session.connected?.hierarchyReader.status;
    bridge.sendState({ phone: heldPhone(session.status, reading), paused: false });
  };
  session.onChange(sendState);
  const policyGuard: PolicyGuard = new PolicyGuard({
    tools,
    onQuestions: (questions) => {
      queueMicrotask(() => {
        for (const { id } of questions) policyGuard.answer(id, 'once');
      });
    },
    onToolListChange: () => bridge.toolsChanged(),
  });
  const pictures = new CallPictures({
    isCurrent: (actedAtMs) => session.connected?.freshness.isCurrent(actedAtMs) ?? false,
    isRecent: () => session.connected?.freshness.isRecent ?? false,
    jpeg: () => live.jpeg(),
    onAfter: () => undefined,
  });
  const runner = new ToolRunner({
    refs: { ready: () => Promise.resolve(), next: countingRefs() },
    phone: (signal) => session.phone(signal),
    directory: (caller) => bridge.directoryFor(caller),
    policyGuard,
    onRunning: (calls) => live.setBusy(calls.length > 0),
    pictures,
    gestures: new GestureAnnouncer({ onGesture: () => undefined, onFailed: () => undefined }),
    masks: new CallMasks(),
    onCall: () => undefined,
  });
  const bridge: BridgeConnection = new BridgeConnection({
    serve: ({ toolPrefix, allTools }) => {
      policyGuard.setBridgeOffersAll(allTools);
      return createConsoleMcp({ runner, policyGuard, toolPrefix });
    },
    onStatus: () => undefined,
    onConsoles: () => undefined,
    onElementReader: (allowed) => session.setElementReader(allowed),
    WebSocket: Socket,
  });
  const live = new LiveView({
    session,
    onStatus: () => undefined,
    onMotion: (motion) => pictures.onMotion(motion),
    onMetrics: () => undefined,
  });
  const recorder = new ScreenRecorder({
    userName: userCaller.agent,
    setRecording: (isRecording) => live.setRecording(isRecording),
    onStatus: () => undefined,
    createFolder: () => Promise.reject(new HandsetError('unsupported', 'Node stores no videos.')),
  });
  const rules = { ...defaultPolicy.rules, risk: 'allow' } as const;
  const toolRules = { run_shell: 'ask' } as const;
  policyGuard.setPolicy({ ...defaultPolicy, rules, toolRules, allTools: true });
  return { session, bridge };
}
