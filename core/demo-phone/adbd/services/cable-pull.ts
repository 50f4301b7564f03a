/** The fault `unplug-mid-transfer`: the link ends once, in the middle of the first screenshot. */

/** Bytes of the picture that are sent before that. */
const bytesBeforePull = 64 * 1024;

/** Counts one program's output. Each method returns true when the link must end now. */
export interface OutputMeter {
  /** Adds bytes that have been sent. */
  sent(bytes: number): boolean;
  /** The program has ended; for a picture below the limit, the link ends before its exit is sent. */
  ended(): boolean;
}

export interface CablePull {
  watch(commandLine: string): OutputMeter;
}

const patient: OutputMeter = { sent: () => false, ended: () => false };

/** `armed`: whether the fault is set. It occurs once. */
export function createCablePull(armed: boolean): CablePull {
  let waiting = armed;
  const strike = (): boolean => {
    const strikes = waiting;
    waiting = false;
    return strikes;
  };
  return {
    watch(commandLine) {
      if (!waiting || !/\bscreencap\b/.test(commandLine)) return patient;
      let total = 0;
      return {
        sent: (bytes) => (total += bytes) >= bytesBeforePull && strike(),
        ended: () => total > 0 && strike(),
      };
    },
  };
}
