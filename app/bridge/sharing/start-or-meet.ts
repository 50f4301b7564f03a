import { setTimeout as delay } from 'node:timers/promises';
import { PortInUse } from '../http/listen.ts';
import { MAX_MEETINGS, WAITS } from '../limits.ts';
import { type BridgeOptions, type RunningBridge, startBridge } from '../server/bridge.ts';
import { Stop } from '../stop.ts';
import { type MetBridge, meetBridge } from './meet-bridge.ts';

const SILENT = 'a program that takes connections and says nothing';

/** A bridge of this process, or one of ours that has the port already. */
export type Found =
  | { readonly own: RunningBridge; readonly met: null }
  | { readonly own: null; readonly met: MetBridge };

/** Starts the bridge, or meets the one that runs. Rejects with `Stop` when the port is another program's, or the bridge has other secrets. */
export async function startOrMeet(options: BridgeOptions): Promise<Found> {
  const { port } = options;
  const endsAtMs = performance.now() + WAITS.meetMs;
  for (let tries = 1; ; tries += 1) {
    const own = await startBridge(options).catch(keepPortInUse);
    if (!(own instanceof PortInUse)) return { own, met: null };
    const leftMs = Math.max(WAITS.meetPauseMs, endsAtMs - performance.now());
    const met = await meetBridge(port, options, leftMs);
    if (met === 'stranger') {
      throw new Stop(
        1,
        `The bridge on port ${port} goes by other secrets: give both the same token, and the same HANDSET_CONFIG_DIR if any; or choose another port with --port.`,
      );
    }
    if (typeof met !== 'string') return { own: null, met };
    if (tries === MAX_MEETINGS || performance.now() + WAITS.meetPauseMs > endsAtMs) {
      const holder = met === 'silent' ? SILENT : 'another program';
      throw new Stop(1, `${own.message} by ${holder}. Free it, or choose another with --port.`);
    }
    await delay(WAITS.meetPauseMs);
  }
}

function keepPortInUse(error: unknown): PortInUse {
  if (error instanceof PortInUse) return error;
  throw error;
}
