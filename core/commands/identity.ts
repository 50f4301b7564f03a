import { type Command, stdoutText } from './command.ts';
import { sh } from './shell-text.ts';

/** What tells a phone from others. */
interface PhoneIdentity {
  /** `14`, `8.1.0`; empty where the phone does not say. */
  readonly androidVersion: string;
  /** Its own serial number, which does not depend on how it is connected; null where others may have the same. */
  readonly serial: string | null;
}

/** Serial numbers that makers left as they were: of emulators, and of cheap phones. */
const sharedSerials = /^(?:EMULATOR.*|unknown|0+|0123456789ABCDEF)$/i;

/** Reads what phone it is. */
export const readIdentity: Command<PhoneIdentity> = {
  purpose: "reading the phone's model",
  line: sh`getprop ro.build.version.release; getprop ro.serialno`,
  deadlineMs: 10_000,
  parse: (output) => {
    const [androidVersion = '', serial = ''] = stdoutText(output).split('\n');
    return { androidVersion: androidVersion.trim(), serial: parseOwnSerial(serial) };
  },
};

/** The output of `getprop ro.serialno`; null where it does not tell one phone from others. */
export function parseOwnSerial(output: string): string | null {
  const serial = output.trim();
  return /^[\w.-]{4,64}$/.test(serial) && !sharedSerials.test(serial) ? serial : null;
}
