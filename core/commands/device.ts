/** Reads properties of the phone: display, clock, Android version. */
import { HandsetError } from '../errors.ts';
import type { Display } from '../phone.ts';
import { type Command, stdoutText } from './command.ts';

/** Reads the default display's size and density; an override wins over the physical value. */
export const readDisplay: Command<Display> = {
  purpose: 'reading the size of the display',
  line: 'wm size; wm density',
  deadlineMs: 10_000,
  parse: (output) => parseDisplay(stdoutText(output)),
};

/** Rejects with `command-failed` when a size or a density is missing. */
export function parseDisplay(text: string): Display {
  const size = /Override size: (\d+)x(\d+)/.exec(text) ?? /Physical size: (\d+)x(\d+)/.exec(text);
  const density = /Override density: (\d+)/.exec(text) ?? /Physical density: (\d+)/.exec(text);
  const width = Number(size?.[1]);
  const height = Number(size?.[2]);
  if (!(width > 0 && height > 0 && Number(density?.[1]) > 0)) {
    const printed = text.trim().slice(0, 200) || 'nothing';
    throw new HandsetError(
      'command-failed',
      `The phone did not tell its display size: ${printed}.`,
      {
        hint: 'Try again; if it stays, restart the phone.',
      },
    );
  }
  return { naturalSize: { width, height }, density: Number(density?.[1]) };
}

/** Reads whether the display is on; null if the phone does not say. */
export const readAwake: Command<boolean | null> = {
  purpose: 'reading whether the display is on',
  line: `dumpsys power | grep -E 'mWakefulness='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const state = /mWakefulness=(\w+)/.exec(stdoutText(output))?.[1];
    return state === undefined ? null : state === 'Awake';
  },
};

/**
 * Reads the phone's uptime without sleep, in ms (SystemClock.uptimeMillis), which is the clock of its
 * video frames' timestamps. Null if the phone does not say.
 */
export const readUptime: Command<number | null> = {
  purpose: "reading the phone's clock",
  // PowerManagerService prints a time and how long ago it was; their sum is now.
  line: `dumpsys power | grep -E 'mLastWakeTime='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const match = /mLastWakeTime=(\d+) \((?:(\d+) ms ago|now)\)/.exec(stdoutText(output));
    return match === null ? null : Number(match[1]) + Number(match[2] ?? 0);
  },
};

/** Reads the Android version: `14`, `8.1.0`. */
export const readAndroidVersion: Command<string> = {
  purpose: 'reading the Android version',
  line: 'getprop ro.build.version.release',
  deadlineMs: 10_000,
  parse: (output) => stdoutText(output).trim(),
};
