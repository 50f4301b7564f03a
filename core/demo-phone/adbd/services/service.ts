import type { Device } from '../../device.ts';
import type { Socket } from '../wire/socket.ts';
import type { CablePull } from './cable-pull.ts';
import type { ReverseListeners } from './reverse.ts';

/** Everything that a running service can use. */
export interface ServiceContext {
  readonly device: Device;
  readonly socket: Socket;
  /** The fault `unplug-mid-transfer`. */
  readonly cablePull: CablePull;
  /** The listeners of `adb reverse`. */
  readonly reverse: ReverseListeners;
  /** Ends the whole link from the phone's side: reboot, cable pulled. */
  endLink(): void;
}

/** Serves one socket; adbd closes it when the promise settles, fulfilled or rejected. */
export type Service = (context: ServiceContext) => Promise<void>;
