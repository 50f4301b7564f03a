import { type Command, textOf } from './command.ts';

/**
 * What the phone's clock shows, in ms since its start without the time it slept: the clock by which
 * its video names frames (SystemClock.uptimeMillis). Null when the phone does not say.
 */
export const readUptime: Command<number | null> = {
  purpose: "reading the phone's clock",
  // PowerManagerService tells a moment and how long ago that was: together they are now.
  line: `dumpsys power | grep -E 'mLastWakeTime='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const told = /mLastWakeTime=(\d+) \((?:(\d+) ms ago|now)\)/.exec(textOf(output));
    return told === null ? null : Number(told[1]) + Number(told[2] ?? 0);
  },
};
