/** The fault `unplug-mid-transfer`: the link ends once, in the middle of the first screenshot. */

/** Bytes of the picture that are sent before that. */
const bytesBeforePull = 64 * 1024;

/** Counts one program's output. Each method returns true when the link must end now. */
export interface OutputMeter {
  /** Adds bytes that have been sent. */
  onBytesSent(bytes: number): boolean;
  /** The program has ended; for a picture below the limit, the link ends before its exit is sent. */
  onEnd(): boolean;
}

export interface CablePull {
  createMeter(commandLine: string): OutputMeter;
}

const neverPull: OutputMeter = { onBytesSent: () => false, onEnd: () => false };

/** `armed`: whether the fault is set. It occurs once. */
export function createCablePull(isFaultSet: boolean): CablePull {
  let waiting = isFaultSet;
  const trigger = (): boolean => {
    const triggers = waiting;
    waiting = false;
    return triggers;
  };
  return {
    createMeter(commandLine) {
      if (!waiting || !/\bscreencap\b/.test(commandLine)) return neverPull;
      let total = 0;
      return {
        onBytesSent: (bytes) => (total += bytes) >= bytesBeforePull && trigger(),
        onEnd: () => total > 0 && trigger(),
      };
    },
  };
}
