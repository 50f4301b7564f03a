import type { Device } from '../../device.ts';
import type { Socket } from '../wire/socket.ts';
import type { CablePull } from './cable-pull.ts';
import type { ReverseListeners } from './reverse.ts';

/** What a running service has. */
export interface ServiceContext {
  readonly device: Device;
  readonly socket: Socket;
  /** Pulls the cable in the middle of a transfer: the fault `unplug-mid-transfer`. */
  readonly cable: CablePull;
  /** What the phone listens at for this host. */
  readonly reverse: ReverseListeners;
  /** Ends the whole link from the phone's side: reboot, cable pulled. */
  endLink(): void;
}

/** Serves one socket; adbd closes it when the promise settles, either way. */
export type Service = (context: ServiceContext) => Promise<void>;
