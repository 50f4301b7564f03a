import type { Device } from '../device.ts';
import type { Socket } from './wire/socket.ts';

/** Everything that a running service can use. */
export interface ServiceContext {
  readonly device: Device;
  readonly socket: Socket;
  /** The fault `unplug-mid-transfer`. */
  readonly cablePull: CablePull;
  /** Ends this link from the phone's side: cable pulled. */
  endLink(): void;
  /** Ends the links of all hosts. */
  reboot(): void;
}

/** Serves one socket; adbd closes it when the promise settles, fulfilled or rejected. */
export type Service = (context: ServiceContext) => Promise<void>;

/** Bytes of the first screenshot that are sent before the cable is pulled. */
const bytesBeforePull = 64 * 1024;

/** Counts one program's output. Each method returns true when the link must end now. */
export interface OutputMeter {
  /** Adds bytes that have been sent. */
  onBytesSent(bytes: number): boolean;
  /** The program has ended; for a picture below the limit, the link ends before its exit is sent. */
  onEnd(): boolean;
}

/** The fault `unplug-mid-transfer`: the link ends once, in the middle of the first screenshot. */
export interface CablePull {
  createMeter(commandLine: string): OutputMeter;
}

export function createCablePull(isFaultSet: boolean): CablePull {
  let waiting = isFaultSet;
  return {
    createMeter(commandLine) {
      const isPicture = /\bscreencap\b/.test(commandLine);
      let total = 0;
      const pullAt = (bytes: number): boolean => {
        const pulls = waiting && isPicture && total >= bytes;
        if (pulls) waiting = false;
        return pulls;
      };
      return {
        onBytesSent: (bytes) => {
          total += bytes;
          return pullAt(bytesBeforePull);
        },
        onEnd: () => pullAt(1),
      };
    },
  };
}
