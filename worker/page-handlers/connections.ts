/** Handlers of the page's calls that connect phones and the bridge. */
import { type HandsetError, toWire } from '#core/errors.ts';
import type { CallHandlers } from '#core/link/link.ts';
import type { PhoneRequest } from '#core/link/phone-status.ts';
import type { BrowserKeys } from '../adb/transport/browser-keys.ts';
import type { ServerPhones } from '../adb/transport/server-phones.ts';
import type { PolicyGuard } from '../calls/policy-guard.ts';
import type { InspectedScreen } from '../inspection/inspected-screen.ts';
import type { LiveView } from '../live/live-view.ts';
import type { BridgeConnection } from '../relay/bridge-connection.ts';
import { type DeviceSource, adbServerSource, browserSource } from '../session/open-device.ts';
import type { PhoneSession } from '../session/session.ts';
import { type Emit, aborted, action, notLoaded } from './shared.ts';

interface ConnectionParts {
  readonly keys: BrowserKeys;
  readonly session: PhoneSession;
  readonly serverPhones: ServerPhones;
  readonly bridge: BridgeConnection;
  readonly policyGuard: PolicyGuard;
  readonly live: LiveView;
  readonly inspectedScreen: InspectedScreen;
  readonly emit: Emit;
}

export function connectionHandlers(parts: ConnectionParts) {
  const { keys, session, serverPhones, bridge, policyGuard, live, inspectedScreen, emit } = parts;

  /** Where phones of this kind are found. Throws `usb-unsupported`. */
  const sourceOf = (kind: PhoneRequest['kind']): DeviceSource =>
    kind === 'usb' ? browserSource() : adbServerSource(serverPhones, navigator.locks);

  // Loaded on demand: people with a real phone don't need it.
  const loadDemo = () =>
    import('../demo/open-demo-phone.ts').catch((error: unknown) => {
      throw notLoaded('The demo phone', error);
    });

  return {
    ping: action(() => undefined),
    connectPhone: ({ kind, serial }, signal) => {
      const open = async (): Promise<DeviceSource> => {
        if (kind === 'adb' && serial !== null) await serverPhones.connect(serial, signal);
        return sourceOf(kind);
      };
      return session.connect({ name: 'the phone', open, serial }, signal);
    },
    watchPhone: action(({ kind, serial, wasConnected }) =>
      session.watch(sourceOf(kind), serial, wasConnected),
    ),
    prepareDemo: action(async () => {
      keys.makeEarly();
      await (await loadDemo()).prepareDemoPhone();
    }),
    connectDemo: (request, signal) => {
      const open = async (): Promise<DeviceSource> => {
        keys.makeEarly();
        const demo = await loadDemo();
        const onNotSaved = (error: HandsetError | null): void =>
          emit('demoNotSaved', error && toWire(error));
        return await demo.openDemoPhone(request, onNotSaved);
      };
      return session.connect({ name: 'the demo phone', open, serial: null }, signal);
    },
    watchAdbServer: async (_, signal) => {
      const emitStatus = (): void => emit('adbServer', serverPhones.status);
      const stop = serverPhones.onChange(emitStatus);
      emitStatus();
      await aborted(signal);
      stop();
      return null;
    },
    startAdb: action((_, signal) => serverPhones.start(signal)),
    findPhones: (_, signal) => serverPhones.find(signal),
    pairPhone: action((request, signal) => serverPhones.pair(request, signal)),
    removePhone: action((address, signal) => serverPhones.disconnect(address, signal)),
    disconnect: action(async () => {
      inspectedScreen.clear();
      await session.disconnect();
    }),
    joinBridge: action((address) => {
      policyGuard.clearTrust();
      bridge.join(address);
    }),
    changeAgentTokens: async (change, signal) => {
      const stream = await bridge.openStream({ name: 'agent-tokens', change }, signal);
      return { answer: new TextDecoder().decode((await stream.read()) ?? undefined) };
    },
    makeDefaultConsole: action(() => bridge.makeDefault()),
    setPageVisible: action(({ visible }) => {
      live.setPageVisible(visible);
      session.setPageVisible(visible);
    }),
  } satisfies Partial<CallHandlers>;
}
