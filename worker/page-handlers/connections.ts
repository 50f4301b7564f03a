/** Handlers of the page's calls that connect phones and the bridge. */
import { toWire } from '#core/errors.ts';
import type { CallHandlers } from '#core/link/link.ts';
import type { PhoneRequest } from '#core/link/phone-status.ts';
import type { ServerPhones } from '../adb/transport/server-phones.ts';
import type { PolicyGuard } from '../calls/policy-guard.ts';
import type { InspectedScreen } from '../inspection/inspected-screen.ts';
import type { LiveView } from '../live/live-view.ts';
import type { BridgeConnection } from '../relay/bridge-connection.ts';
import { type DeviceSource, adbServerSource, browserSource } from '../session/open-device.ts';
import type { PhoneSession } from '../session/session.ts';
import { TcpSource } from '../session/tcp-source.ts';
import { type Emit, aborted, action, notLoaded } from './shared.ts';

interface ConnectionParts {
  readonly session: PhoneSession;
  readonly serverPhones: ServerPhones;
  readonly bridge: BridgeConnection;
  readonly policyGuard: PolicyGuard;
  readonly live: LiveView;
  readonly inspectedScreen: InspectedScreen;
  readonly emit: Emit;
}

export function connectionHandlers(parts: ConnectionParts) {
  const { session, serverPhones, bridge, policyGuard, live, inspectedScreen, emit } = parts;

  /** Where this phone is found. Throws `usb-unsupported`, or `invalid-argument` for an invalid address. */
  const sourceOf = ({ kind, serial }: PhoneRequest): DeviceSource => {
    const { locks } = navigator;
    if (kind === 'usb') return browserSource();
    if (kind === 'adb') return adbServerSource(serverPhones, locks);
    return new TcpSource(serial ?? '', serverPhones.openStream, locks);
  };

  return {
    ping: action(() => undefined),
    connectPhone: (request, signal) => {
      const open = (): Promise<DeviceSource> => Promise.resolve(sourceOf(request));
      return session.connect({ name: 'the phone', open, serial: request.serial }, signal);
    },
    watchPhone: action((request) =>
      session.watch(sourceOf(request), request.serial, request.wasConnected),
    ),
    connectDemo: (request, signal) => {
      const open = async (): Promise<DeviceSource> => {
        // Loaded on demand: people with a real phone don't need it.
        const demo = await import('../demo/open-demo-phone.ts').catch((error: unknown) => {
          throw notLoaded('The demo phone', error);
        });
        return await demo.openDemoPhone(request, (error) =>
          emit('demoNotSaved', error && toWire(error)),
        );
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
    disconnect: action(async () => {
      inspectedScreen.clear();
      await session.disconnect();
    }),
    joinBridge: action((address) => {
      policyGuard.clearTrust();
      bridge.join(address);
    }),
    makeDefaultConsole: action(() => bridge.makeDefault()),
    setPageVisible: action(({ visible }) => {
      live.setPageVisible(visible);
      session.setPageVisible(visible);
    }),
  } satisfies Partial<CallHandlers>;
}
