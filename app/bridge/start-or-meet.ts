import { setTimeout as delay } from 'node:timers/promises';
import { type BridgeOptions, type RunningBridge, startBridge } from './http.ts';
import { PortInUse } from './listen.ts';
import { type MetBridge, meetBridge } from './meet-bridge.ts';
import { Stop } from './stop.ts';

/** Times to look for the bridge that holds the port: it may be just starting, or just stopping. */
const TRIES = 5;

/** Milliseconds between two tries. */
const PAUSE_MS = 200;

/** A bridge of this process, or one of ours that has the port already. */
export type Found =
  | { readonly own: RunningBridge; readonly met: null }
  | { readonly own: null; readonly met: MetBridge };

/** Starts the bridge, or meets the one that runs. Rejects with `Stop` when the port is another program's, or the bridge has other secrets. */
export async function startOrMeet(options: BridgeOptions): Promise<Found> {
  const { port } = options;
  for (let tries = 1; ; tries += 1) {
    const own = await startBridge(options).catch(keepPortInUse);
    if (!(own instanceof PortInUse)) return { own, met: null };
    const met = await meetBridge(port, options);
    if (met === 'stranger') {
      throw new Stop(
        1,
        `The bridge on port ${port} goes by other secrets: give both the same token, and the same HANDSET_CONFIG_DIR if any; or choose another port with --port.`,
      );
    }
    if (met !== 'nobody') return { own: null, met };
    if (tries === TRIES) {
      const advice = 'Free it, or choose another with --port.';
      throw new Stop(1, `${own.message} by another program. ${advice}`);
    }
    await delay(PAUSE_MS);
  }
}

function keepPortInUse(error: unknown): PortInUse {
  if (error instanceof PortInUse) return error;
  throw error;
}
