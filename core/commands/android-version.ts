import { type Command, textOf } from './command.ts';

/** Reads the Android version as the phone names it: `14`, `8.1.0`. */
export const readAndroidVersion: Command<string> = {
  purpose: 'reading the Android version',
  line: 'getprop ro.build.version.release',
  deadlineMs: 10_000,
  parse: (output) => textOf(output).trim(),
};
