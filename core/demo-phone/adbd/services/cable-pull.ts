/** The fault `unplug-mid-transfer`: the cable is pulled once, in the first screenshot of the phone's life. */

/** Bytes of the picture that still get through. */
const bytesBeforePull = 64 * 1024;

/** Watches one program's output. Each returns true when the cable is to be pulled now. */
export interface OutputMeter {
  /** So many bytes have been sent. */
  sent(bytes: number): boolean;
  /** The program is done; a picture smaller than the limit is cut off before its end is told. */
  ended(): boolean;
}

export interface CablePull {
  watch(commandLine: string): OutputMeter;
}

const patient: OutputMeter = { sent: () => false, ended: () => false };

/** `armed`: whether the fault is set. It disarms itself when it strikes. */
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
